import type { Random } from '../../../scripts/sample/random-shapes.ts'

/** Heights in metres of a flat valley in the west and a mountain side that gets steeper to the east, of `cell` metres a pixel. */
export function mountainSide(random: Random, side: number, cell: number): Float32Array {
  const [foot, steepness] = [0.35 + 0.1 * random(), 0.55 + 0.25 * random()]
  const [tilt, floor] = [0.1 * (random() - 0.5), 300 + Math.round(900 * random())]
  return Float32Array.from({ length: side * side }, (_, at) => {
    const [col, row] = [at % side, Math.floor(at / side)]
    const way = Math.max(0, col / side - foot) * side * cell
    return floor + steepness * way + tilt * row * cell * (way > 0 ? 1 : 0.05)
  })
}

/** Degrees by Horn (1981) from the eight neighbours, NaN at the edge. */
export function steepnessOf(heights: Float32Array, side: number, cell: number): Float64Array {
  return Float64Array.from(heights, (_, at) => {
    const [col, row] = [at % side, Math.floor(at / side)]
    if (col === 0 || row === 0 || col === side - 1 || row === side - 1) return NaN
    const z = (dc: number, dr: number) => heights[at + dr * side + dc]!
    const across = z(1, -1) + 2 * z(1, 0) + z(1, 1) - z(-1, -1) - 2 * z(-1, 0) - z(-1, 1)
    const along = z(-1, 1) + 2 * z(0, 1) + z(1, 1) - z(-1, -1) - 2 * z(0, -1) - z(1, -1)
    return (Math.atan(Math.hypot(across, along) / (8 * cell)) * 180) / Math.PI
  })
}
