import { metreSteps } from '../../grid/map-scale.ts'
import type { RasterSource } from '../../source.ts'
import { overNine } from './nine.ts'

/**
 * Curvature a metre by the surface of Zevenbergen and Thorne through 3 × 3 heights (doi:10.1002/esp.3290120107):
 * 'profile' down the slope, 'plan' across it. Above 0 the ground is convex (shoulders, ridges), below 0 concave (foot
 * slopes, hollows). 0 on planes; NaN where there is no slope to go by but a bend, next to nodata and at the edges.
 * `metres`: metres of one unit of height. Throws what `metreSteps` throws.
 */
export function curvature(heights: RasterSource, metres: number, kind: 'profile' | 'plan'): RasterSource {
  const stepsAt = metreSteps(heights.grid)
  return overNine(heights, (nine, col, row) => {
    const middle = nine[4]!
    const { colEast: u, rowEast: v, colNorth: w, rowNorth: x } = stepsAt(col, row)
    const across = ((nine[5]! - nine[3]!) / 2) * metres
    const down = ((nine[7]! - nine[1]!) / 2) * metres
    const acrossTwice = (nine[5]! - 2 * middle + nine[3]!) * metres
    const downTwice = (nine[7]! - 2 * middle + nine[1]!) * metres
    const both = ((nine[8]! - nine[6]! - nine[2]! + nine[0]!) / 4) * metres
    const [p, q] = [across * u + down * v, across * w + down * x]
    const r = acrossTwice * u * u + 2 * both * u * v + downTwice * v * v
    const s = acrossTwice * u * w + both * (u * x + v * w) + downTwice * v * x
    const t = acrossTwice * w * w + 2 * both * w * x + downTwice * x * x
    if (r === 0 && s === 0 && t === 0) return 0
    const squares = p * p + q * q
    if (squares === 0) return NaN
    return kind === 'profile'
      ? -(r * p * p + 2 * s * p * q + t * q * q) / squares
      : -(r * q * q - 2 * s * p * q + t * p * p) / squares
  })
}
