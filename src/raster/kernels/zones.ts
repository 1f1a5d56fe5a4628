import { AppError } from '../../lib/errors.ts'
import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export interface Zone {
  readonly code: number
  readonly pixels: number
  readonly mean: number
  /** Of a population. */
  readonly std: number
  readonly min: number
  readonly max: number
}

export interface Zones {
  /** In order of code. */
  readonly zones: readonly Zone[]
  /** Pixels without a value, without a zone, or without either. */
  readonly leftOut: number
}

/** More codes than this are no map of classes. */
const MOST_ZONES = 1024

/** Figures of `values` within each code of `zones` (Welford, doi:10.1080/00401706.1962.10490022). Throws limit_reached. */
export async function zonalSummary(
  values: RasterSource,
  zones: RasterSource,
  options?: WalkOptions,
): Promise<Zones> {
  const found = new Map<number, { pixels: number; mean: number; squares: number; min: number; max: number }>()
  let leftOut = 0
  await walkBlocks(
    [values, zones],
    ([valueBlock, zoneBlock]) => {
      for (let index = 0; index < valueBlock!.length; index++) {
        const value = valueBlock![index]!
        const code = zoneBlock![index]!
        if (value !== value || code !== code) {
          leftOut++
          continue
        }
        let zone = found.get(code)
        if (!zone) {
          if (found.size === MOST_ZONES) throw tooMany()
          found.set(code, (zone = { pixels: 0, mean: 0, squares: 0, min: Infinity, max: -Infinity }))
        }
        const step = value - zone.mean
        zone.mean += step / ++zone.pixels
        zone.squares += step * (value - zone.mean)
        if (value < zone.min) zone.min = value
        if (value > zone.max) zone.max = value
      }
    },
    options,
  )
  const ordered = [...found].sort(([first], [second]) => first - second)
  return {
    zones: ordered.map(([code, { squares, ...zone }]) => ({
      code,
      ...zone,
      std: Math.sqrt(squares / zone.pixels),
    })),
    leftOut,
  }
}

function tooMany(): AppError {
  return new AppError(
    'limit_reached',
    `the zones hold more than ${MOST_ZONES} different values; zones need to be a mask or a map of classes`,
  )
}
