import type { RasterSource } from '../../source.ts'
import { haloSource, type Haloed } from './halo.ts'

/** Quarters around a pixel that must hold a valid one: fewer, and it lies at a border rather than in a gap. */
const QUARTERS = 3

/**
 * Nodata filled by the valid pixels at most `radius` pixels away, weighted by the inverse square of their distance
 * (Shepard 1968, doi:10.1145/800186.810616). A pixel that has none in three of the four quarters around it stays nodata, so
 * that borders do not grow. Valid pixels are kept as they are.
 */
export function fillGaps(source: RasterSource, radius: number): RasterSource {
  const around = neighboursWithin(radius)
  return haloSource(source, radius, (block, out) => fillBlock(block, around, out))
}

interface Neighbour {
  readonly col: number
  readonly row: number
  readonly weight: number
  /** Bits of the quarters that it lies in; one on an axis lies in two. */
  readonly quarters: number
}

function neighboursWithin(radius: number): readonly Neighbour[] {
  const found: Neighbour[] = []
  for (let row = -radius; row <= radius; row++) {
    for (let col = -radius; col <= radius; col++) {
      const squared = col * col + row * row
      if (squared === 0 || squared > radius * radius) continue
      const quarters =
        (col <= 0 && row <= 0 ? 1 : 0) |
        (col >= 0 && row <= 0 ? 2 : 0) |
        (col <= 0 && row >= 0 ? 4 : 0) |
        (col >= 0 && row >= 0 ? 8 : 0)
      found.push({ col, row, weight: 1 / squared, quarters })
    }
  }
  return found
}

function fillBlock({ data, width, halo }: Haloed, around: readonly Neighbour[], out: Float32Array): void {
  const outWidth = width - 2 * halo
  for (let at = 0; at < out.length; at++) {
    const centre = (Math.floor(at / outWidth) + halo) * width + (at % outWidth) + halo
    const own = data[centre]!
    out[at] = own === own ? own : valueInGap(data, centre, { width, around })
  }
}

function valueInGap(
  data: Float32Array,
  centre: number,
  { width, around }: { readonly width: number; readonly around: readonly Neighbour[] },
): number {
  let [sum, weights, quarters] = [0, 0, 0]
  for (const neighbour of around) {
    const value = data[centre + neighbour.row * width + neighbour.col]!
    if (Number.isNaN(value)) continue
    sum += neighbour.weight * value
    weights += neighbour.weight
    quarters |= neighbour.quarters
  }
  return bitsIn(quarters) >= QUARTERS ? sum / weights : NaN
}

const bitsIn = (bits: number) => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + ((bits >> 3) & 1)
