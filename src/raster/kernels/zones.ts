import { AppError } from '../../lib/errors.ts'
import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea, RowAreas } from '../grid/row-area.ts'
import type { RasterSource } from '../source.ts'
import { ZoneTable } from './zone-table.ts'
import type { ZoneFigures } from './zone-table.ts'

export interface Zone extends ZoneFigures {
  readonly code: number
}

export interface Zones {
  /** In order of code. */
  readonly zones: readonly Zone[]
  /** Pixels without a value, without a zone, or without either. */
  readonly leftOut: number
}

export interface ZoneOptions extends WalkOptions {
  /** Without it zones have no area. */
  readonly rowArea?: RowArea
}

/** More codes than this are no map of classes. */
const MOST_ZONES = 1024

/** Figures of `values` within each code of `zones`, in one walk over both. Throws limit_reached. */
export async function zonalSummary(
  values: RasterSource,
  zones: RasterSource,
  options: ZoneOptions = {},
): Promise<Zones> {
  const { rowArea = () => NaN } = options
  const table = new ZoneTable(MOST_ZONES)
  const found = new Map<number, number>()
  const zoneOf = (code: number): number => {
    const known = found.get(code)
    if (known !== undefined) return known
    if (found.size === MOST_ZONES) throw tooMany()
    found.set(code, found.size)
    return found.size - 1
  }
  let leftOut = 0
  const addRow = (valueRow: Float32Array, zoneRow: Float32Array, areas: RowAreas): void => {
    // Neighbours mostly lie in one zone.
    let [lastCode, zone] = [NaN, -1]
    // The number is taken out of the loop, which is slower where it may be something else.
    const [each, sums] = typeof areas === 'number' ? [areas, null] : [0, areas]
    for (let col = 0; col < valueRow.length; col++) {
      const value = valueRow[col]!
      const code = zoneRow[col]!
      if (value !== value || code !== code) {
        leftOut++
        continue
      }
      if (code !== lastCode) {
        zone = zoneOf(code)
        lastCode = code
      }
      table.add(zone, value, 1, sums === null ? each : areaOfRun(sums, col, col + 1))
    }
  }
  await walkBlocks(
    [values, zones],
    ([valueBlock, zoneBlock], { row, width, height }) => {
      for (let line = 0; line < height; line++) {
        const [from, to] = [line * width, (line + 1) * width]
        addRow(valueBlock!.subarray(from, to), zoneBlock!.subarray(from, to), rowArea(row + line))
      }
      table.settle()
    },
    options,
  )
  const ordered = [...found].sort(([first], [second]) => first - second)
  return { zones: ordered.map(([code, zone]) => ({ code, ...table.figures(zone) })), leftOut }
}

function tooMany(): AppError {
  return new AppError(
    'limit_reached',
    `the zones hold more than ${MOST_ZONES} different values; zones need to be a mask or a map of classes`,
  )
}
