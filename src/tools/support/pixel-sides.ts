import { AppError } from '../../lib/errors.ts'
import { apply } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { mapScale } from '../../raster/grid/map-scale.ts'
import { figure } from './figures.ts'

/** Share by which sides may differ from those in the middle of the grid and one length still stand for all. */
const ALIKE = 0.01
/** Cosine of the angle between the sides of a pixel up to which they count as square to each other. */
const SQUARE = 1e-3
/** Below this nothing is said of it. */
const WORTH_SAYING = 1e-4
/** Pixels of a grid that distances are kept for: 2 bytes each. */
const MOST_PIXELS = 64_000_000
const MOST_ROWS = 65_000

export interface PixelSides {
  /** Metres. */
  readonly across: number
  readonly down: number
  /** How far off lengths may be, null where they are exact on the map. */
  readonly note: string | null
}

/**
 * One length for each side of all pixels, for distances over a whole grid. Throws limit_reached above 64 million pixels,
 * invalid_input where pixels differ by more than 1 % over the grid or are skewed, and what `mapScale` throws.
 */
export function pixelSides(grid: Grid): PixelSides {
  const { width, height, transform } = grid
  if (width * height > MOST_PIXELS || height > MOST_ROWS) {
    throw new AppError(
      'limit_reached',
      `distances need a mask of at most ${MOST_PIXELS} pixels and ${MOST_ROWS} rows at once, this one has ${width} × ${height}; clip it or resample it to larger pixels first`,
    )
  }
  const scale = mapScale(grid)
  const [a, b, , d, e] = transform
  const sidesAt = (col: number, row: number) => {
    const [east, north] = scale(apply(transform, col, row)[1])
    return {
      across: Math.hypot(a * east, d * north),
      down: Math.hypot(b * east, e * north),
      product: a * b * east * east + d * e * north * north,
    }
  }
  const middle = sidesAt(width / 2, height / 2)
  const corners = [0, width].flatMap((col) => [0, height].map((row) => sidesAt(col, row)))
  const off = Math.max(
    ...corners.flatMap(({ across, down }) => [
      Math.abs(across / middle.across - 1),
      Math.abs(down / middle.down - 1),
    ]),
  )
  const isSquare = Math.abs(middle.product) <= SQUARE * middle.across * middle.down
  if (!(off <= ALIKE) || !isSquare) {
    throw new AppError(
      'invalid_input',
      `pixels of this grid ${isSquare ? `differ by ${figure(off * 100)} % in length from place to place` : 'are skewed'}, so distances on it would be wrong; ` +
        'reproject the mask to the UTM zone of its place, or clip it to a smaller area',
    )
  }
  return {
    across: middle.across,
    down: middle.down,
    note:
      off > WORTH_SAYING
        ? `Distances are measured by the pixels in the middle of the grid and off by at most ${figure(Number((off * 100).toPrecision(2)))} %.`
        : null,
  }
}
