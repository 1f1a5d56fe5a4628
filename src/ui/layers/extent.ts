import type { Grid } from '../../raster/grid/grid.ts'

/** minX, minY, maxX, maxY in the CRS of the grid. */
export type Extent = readonly [minX: number, minY: number, maxX: number, maxY: number]

/** The box around a grid, be it rotated. */
export function extentOf({ width, height, transform: [a, b, c, d, e, f] }: Grid): Extent {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const
  const xs = corners.map(([col, row]) => a * col + b * row + c)
  const ys = corners.map(([col, row]) => d * col + e * row + f)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** True where two boxes share more than an edge. */
export function meet(one: Extent, other: Extent): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
