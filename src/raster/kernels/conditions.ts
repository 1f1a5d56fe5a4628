import { mapSources, walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea } from '../grid/row-area.ts'
import type { RasterSource } from '../source.ts'
import type { Side } from './threshold.ts'

/** A side of a threshold, or the threshold itself. */
export type Test = Side | 'equal'

export interface Condition {
  readonly test: Test
  readonly threshold: number
}

/** Whether a value, which is no NaN, meets a condition; the threshold is rounded to the precision of the pixels. */
export function meets({ test, threshold }: Condition): (value: number) => boolean {
  const limit = Math.fround(threshold)
  switch (test) {
    case 'above':
      return (value) => value > limit
    case 'at_or_above':
      return (value) => value >= limit
    case 'below':
      return (value) => value < limit
    case 'at_or_below':
      return (value) => value <= limit
    case 'equal':
      return (value) => value === limit
  }
}

export interface ConditionCount {
  /** Pixels that meet all conditions, and their area in the unit of `rowArea`. */
  readonly pixels: number
  readonly area: number
  /** Pixels with a value in every raster. */
  readonly valid: number
  readonly nodata: number
}

/** Pixels where each raster meets its condition, over rasters of one grid. */
export async function countMeeting(
  sources: readonly RasterSource[],
  conditions: readonly Condition[],
  { rowArea = () => NaN, ...options }: WalkOptions & { readonly rowArea?: RowArea } = {},
): Promise<ConditionCount> {
  const tests = conditions.map(meets)
  let [pixels, area, valid, all] = [0, 0, 0, 0]
  await walkBlocks(
    sources,
    (blocks, { row, width, height }) => {
      for (let line = 0; line < height; line++) {
        const areas = rowArea(row + line)
        for (let col = 0; col < width; col++) {
          const index = line * width + col
          let [isValid, isMet] = [true, true]
          for (let place = 0; place < blocks.length; place++) {
            const value = blocks[place]![index]!
            if (value !== value) isValid = false
            else if (!tests[place]!(value)) isMet = false
          }
          if (!isValid) continue
          valid++
          if (!isMet) continue
          pixels++
          area += typeof areas === 'number' ? areas : areaOfRun(areas, col, col + 1)
        }
      }
      all += width * height
    },
    options,
  )
  return { pixels, area, valid, nodata: all - valid }
}

/** The first raster where the second, on its grid, meets the condition and the value lies within the bounds; else NaN. */
export function valuesWhere(
  values: RasterSource,
  by: RasterSource,
  condition: Condition & { readonly lowest?: number; readonly highest?: number },
): RasterSource {
  const test = meets(condition)
  const { lowest = -Infinity, highest = Infinity } = condition
  return mapSources([values, by], ([value, other], out) => {
    for (let index = 0; index < out.length; index++) {
      const [each, decides] = [value![index]!, other![index]!]
      out[index] = decides === decides && test(decides) && each >= lowest && each <= highest ? each : NaN
    }
  })
}
