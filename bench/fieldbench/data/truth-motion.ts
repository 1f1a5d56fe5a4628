/** Plain arithmetic for truths about motion. */

/** Metres of a degree of longitude and of latitude on WGS 84 (series of the meridian and of the parallel, good to 1 m). */
export function degreeMetres(latitude: number): { readonly east: number; readonly north: number } {
  const phi = (latitude * Math.PI) / 180
  return {
    east: 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi),
    north: 111_132.92 - 559.82 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi),
  }
}

/** Coefficients of z = a·x + b·y + c by least squares. */
export function planeThrough(
  points: readonly { readonly x: number; readonly y: number; readonly z: number }[],
): { readonly a: number; readonly b: number } {
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [mx, my, mz] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ z }) => z)]
  const sum = (of: (x: number, y: number, z: number) => number) =>
    points.reduce((total, { x, y, z }) => total + of(x - mx, y - my, z - mz), 0)
  const [xx, xy, yy] = [sum((x) => x * x), sum((x, y) => x * y), sum((_, y) => y * y)]
  const [xz, yz] = [sum((x, _, z) => x * z), sum((_, y, z) => y * z)]
  const determinant = xx * yy - xy * xy
  return { a: (xz * yy - yz * xy) / determinant, b: (yz * xx - xz * xy) / determinant }
}

/** Bearing (degrees clockwise from north) and length of a step. */
export const course = (east: number, north: number) => ({
  bearing: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360,
  length: Math.hypot(east, north),
})
