import type { Grid } from '../../../src/raster/grid/grid.ts'

/** WGS84: semi-major axis in metres, squared eccentricity. */
const A = 6_378_137
const E2 = 0.006_694_379_990_14
const RADIANS = Math.PI / 180

/** Metres that a column and a row of pixels are wide, by row: on the map in metres, on the ellipsoid in degrees. */
function pixelMetres({ crs, transform, height }: Grid): readonly (readonly [number, number])[] {
  const [a, , , , e, f] = transform
  return Array.from({ length: height }, (_, row) => {
    if (crs.kind !== 'geographic') return [a, -e]
    const latitude = (f + e * (row + 0.5)) * RADIANS
    const w = 1 - E2 * Math.sin(latitude) ** 2
    const east = ((A * Math.cos(latitude)) / Math.sqrt(w)) * RADIANS
    const north = ((A * (1 - E2)) / w ** 1.5) * RADIANS
    return [a * east, -e * north]
  })
}

/** Hectares of one pixel by row. */
export const rowHectares = (grid: Grid): readonly number[] =>
  pixelMetres(grid).map(([across, down]) => (across * down) / 10_000)

/** Hectares where `test` holds. */
export function hectaresWhere(
  grid: Grid,
  values: ArrayLike<number>,
  test: (value: number) => boolean,
): number {
  const each = rowHectares(grid)
  let sum = 0
  for (let at = 0; at < values.length; at++) {
    if (test(values[at]!)) sum += each[Math.floor(at / grid.width)]!
  }
  return sum
}

/**
 * Rise a metre east and a metre north by Horn's weights over 3 × 3 pixels (doi:10.1109/PROC.1981.11918); NaN at the
 * edge and beside voids.
 */
function gradient(grid: Grid, heights: Float32Array): readonly (readonly [east: number, north: number])[] {
  const { width, height } = grid
  const metres = pixelMetres(grid)
  return Array.from(heights, (_, at) => {
    const [col, row] = [at % width, Math.floor(at / width)]
    if (col === 0 || row === 0 || col === width - 1 || row === height - 1) return [NaN, NaN]
    const z = (dx: number, dy: number) => heights[(row + dy) * width + col + dx]!
    const [across, down] = metres[row]!
    const right = z(1, -1) + 2 * z(1, 0) + z(1, 1)
    const left = z(-1, -1) + 2 * z(-1, 0) + z(-1, 1)
    const upper = z(-1, -1) + 2 * z(0, -1) + z(1, -1)
    const lower = z(-1, 1) + 2 * z(0, 1) + z(1, 1)
    const middle = z(0, 0)
    const whole = Number.isNaN(middle) ? NaN : 1
    return [(whole * (right - left)) / (8 * across), (whole * (upper - lower)) / (8 * down)]
  })
}

/** Rise over run. */
export const steepness = (grid: Grid, heights: Float32Array): Float64Array =>
  Float64Array.from(gradient(grid, heights), ([east, north]) => Math.hypot(east, north))

/** Degrees from the horizontal. */
export const slopeDegrees = (grid: Grid, heights: Float32Array): Float64Array =>
  steepness(grid, heights).map((rise) => Math.atan(rise) / RADIANS)

const SECTORS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** The sector of eight that most of the ground falls towards. */
export function leadingSector(grid: Grid, heights: Float32Array): (typeof SECTORS)[number] {
  const counts = SECTORS.map(() => 0)
  for (const [east, north] of gradient(grid, heights)) {
    if (!(Math.hypot(east, north) > 0)) continue
    const bearing = (Math.atan2(-east, -north) / RADIANS + 360) % 360
    counts[Math.round(bearing / 45) % 8]!++
  }
  return SECTORS[counts.indexOf(Math.max(...counts))]!
}
