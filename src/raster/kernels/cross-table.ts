import { AppError } from '../../lib/errors.ts'
import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import { areaOfRun } from '../grid/row-area.ts'
import type { RowArea } from '../grid/row-area.ts'
import type { RasterSource } from '../source.ts'

/** More codes than this in one raster are no map of classes. */
const MOST_CODES = 256

export interface CrossCell {
  readonly row: number
  readonly column: number
  readonly pixels: number
  /** In the unit of `rowArea`. */
  readonly area: number
}

export interface CrossTable {
  /** Codes of the first raster, ascending. */
  readonly rows: readonly number[]
  /** Codes of the second raster, ascending. */
  readonly columns: readonly number[]
  /** Pairs that occur, by row and then column. */
  readonly cells: readonly CrossCell[]
  /** Pixels without a code in the first, or in the second raster. */
  readonly leftOut: number
}

/** How often each code of `first` meets each code of `second`, in one walk. Throws limit_reached. */
export async function crossTable(
  first: RasterSource,
  second: RasterSource,
  { rowArea, ...walk }: WalkOptions & { readonly rowArea: RowArea },
): Promise<CrossTable> {
  const rowPlaces = new Map<number, number>()
  const columnPlaces = new Map<number, number>()
  const pixels = new Float64Array(MOST_CODES * MOST_CODES)
  const areas = new Float64Array(MOST_CODES * MOST_CODES)
  let leftOut = 0
  await walkBlocks(
    [first, second],
    ([a, b], { row, width, height }) => {
      for (let line = 0; line < height; line++) {
        const own = rowArea(row + line)
        let [lastA, lastB, place] = [NaN, NaN, 0]
        for (let col = 0; col < width; col++) {
          const [left, right] = [a![line * width + col]!, b![line * width + col]!]
          if (left !== left || right !== right) {
            leftOut++
            continue
          }
          if (left !== lastA || right !== lastB) {
            place = placeOf(rowPlaces, left) * MOST_CODES + placeOf(columnPlaces, right)
            lastA = left
            lastB = right
          }
          pixels[place]!++
          areas[place]! += areaOfRun(own, col, col + 1)
        }
      }
    },
    walk,
  )
  const ordered = (places: Map<number, number>) => [...places].sort(([one], [other]) => one - other)
  const [rows, columns] = [ordered(rowPlaces), ordered(columnPlaces)]
  const cells = rows.flatMap(([rowCode, rowAt]) =>
    columns
      .map(([columnCode, columnAt]) => {
        const at = rowAt * MOST_CODES + columnAt
        return { row: rowCode, column: columnCode, pixels: pixels[at]!, area: areas[at]! }
      })
      .filter((cell) => cell.pixels > 0),
  )
  return { rows: rows.map(([code]) => code), columns: columns.map(([code]) => code), cells, leftOut }
}

function placeOf(places: Map<number, number>, code: number): number {
  const known = places.get(code)
  if (known !== undefined) return known
  if (places.size === MOST_CODES || !Number.isInteger(code)) {
    throw new AppError(
      'limit_reached',
      `the raster holds ${Number.isInteger(code) ? `more than ${MOST_CODES} different values` : `${code}, which is no code`}; ` +
        'give a mask or a map of classes',
    )
  }
  places.set(code, places.size)
  return places.size - 1
}

export interface Association {
  readonly chiSquare: number
  readonly freedom: number
  /** Cramér's V, 0 (independent) to 1 (one tells the other); NaN where one raster holds one code alone. */
  readonly cramersV: number
  /** Share of pixels whose two codes are the same number. */
  readonly agreement: number
  /** Cohen's kappa; NaN where chance alone would agree wholly. */
  readonly kappa: number
}

/** How far the codes of two rasters go together, by numbers of pixels. */
export function associationOf({ rows, columns, cells }: CrossTable): Association {
  const total = sumOf(cells)
  const rowSums = new Map(rows.map((code) => [code, sumOf(cells.filter(({ row }) => row === code))]))
  const columnSums = new Map(
    columns.map((code) => [code, sumOf(cells.filter(({ column }) => column === code))]),
  )
  // Σ (O − E)² / E = n (Σ O² / (row · column) − 1), in which pairs that never occur have no part.
  const chiSquare =
    total *
    (cells.reduce(
      (sum, { row, column, pixels }) => sum + pixels ** 2 / (rowSums.get(row)! * columnSums.get(column)!),
      0,
    ) -
      1)
  const least = Math.min(rows.length, columns.length) - 1
  const agreement = sumOf(cells.filter(({ row, column }) => row === column)) / total
  const chance = rows.reduce(
    (sum, code) => sum + (rowSums.get(code)! * (columnSums.get(code) ?? 0)) / total ** 2,
    0,
  )
  return {
    chiSquare: Math.max(0, chiSquare),
    freedom: (rows.length - 1) * (columns.length - 1),
    cramersV: least > 0 ? Math.sqrt(Math.max(0, chiSquare) / (total * least)) : NaN,
    agreement,
    kappa: chance < 1 ? (agreement - chance) / (1 - chance) : NaN,
  }
}

const sumOf = (cells: readonly CrossCell[]): number => cells.reduce((sum, { pixels }) => sum + pixels, 0)
