import { invert, apply } from '../grid/affine.ts'
import type { Grid } from '../grid/grid.ts'

/** Number of places in each pixel of a grid, row-major; what lies outside it is not counted. */
export function countPoints(grid: Grid, places: readonly (readonly [x: number, y: number])[]): Float32Array {
  const toPixels = invert(grid.transform)
  const counts = new Float32Array(grid.width * grid.height)
  for (const place of places) {
    const [col, row] = apply(toPixels, ...place).map(Math.floor) as [number, number]
    if (col >= 0 && row >= 0 && col < grid.width && row < grid.height) counts[row * grid.width + col]!++
  }
  return counts
}

/**
 * Kernel density at the centre of each pixel, in places a square map unit: each place is spread by the quartic kernel
 * 3 / (π r²) · (1 − d²/r²)² (Silverman 1986) over the map units `radius` around it.
 */
export function pointDensity(
  grid: Grid,
  places: readonly (readonly [x: number, y: number])[],
  radius: number,
): Float32Array {
  const toPixels = invert(grid.transform)
  const size = Math.hypot(grid.transform[0], grid.transform[3])
  const reach = Math.ceil(radius / size)
  const sums = new Float64Array(grid.width * grid.height)
  const scale = 3 / (Math.PI * radius * radius)
  for (const place of places) {
    const [col, row] = apply(toPixels, ...place)
    const [middleCol, middleRow] = [Math.floor(col), Math.floor(row)]
    for (let r = Math.max(0, middleRow - reach); r <= Math.min(grid.height - 1, middleRow + reach); r++) {
      for (let c = Math.max(0, middleCol - reach); c <= Math.min(grid.width - 1, middleCol + reach); c++) {
        const square = (((c + 0.5 - col) ** 2 + (r + 0.5 - row) ** 2) * size * size) / (radius * radius)
        if (square < 1) sums[r * grid.width + c]! += scale * (1 - square) ** 2
      }
    }
  }
  return Float32Array.from(sums)
}
