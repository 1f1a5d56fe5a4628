import { mapSources } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'
import { GREATEST, LEAST } from '../focal/combiners.ts'
import { haloSource } from '../focal/halo.ts'
import { overWindow } from '../focal/running.ts'
import { reachOfRows } from '../focal/shape.ts'

/** What a mask is probed with: 'diamond' of radius 1 is a pixel and its four neighbours, 'square' 3 × 3. */
export interface Element {
  readonly shape: 'square' | 'diamond' | 'circle'
  /** Whole pixels. */
  readonly radius: number
}

/**
 * Inside pixels whose whole neighbourhood is inside (Serra 1982), read lazily. What lies beyond the grid or without data
 * does not count: it neither eats into the mask nor grows it. NaN stays NaN. Throws invalid_input for a radius that makes
 * no sense.
 */
export const erode = (mask: RasterSource, element: Element) => probe(mask, element, LEAST)

/** Pixels with an inside pixel in their neighbourhood; the rest as `erode`. */
export const dilate = (mask: RasterSource, element: Element) => probe(mask, element, GREATEST)

function probe(mask: RasterSource, element: Element, combiner: typeof LEAST): RasterSource {
  const reaches = reachesOf(element)
  return haloSource(mask, element.radius, ({ data, ...place }, out) => {
    const planes = [new Float64Array(data.length)]
    for (let at = 0; at < data.length; at++) combiner.start(planes, at, data[at]!)
    const [found] = overWindow({ ...place, planes }, reaches, combiner).planes
    const wide = place.width - 2 * place.halo
    for (let from = 0, line = place.halo; from < out.length; from += wide, line++) {
      const middle = line * place.width + place.halo
      for (let at = 0; at < wide; at++) {
        const value = data[middle + at]!
        out[from + at] = value === value ? found![from + at]! : NaN
      }
    }
  })
}

function reachesOf({ shape, radius }: Element): readonly number[] {
  if (shape !== 'diamond') return reachOfRows({ shape, radius })
  return reachOfRows({ shape: 'square', radius }).map((_, index) => radius - Math.abs(index - radius))
}

/** Outside becomes inside and the other way round; NaN stays NaN. */
export function invertMask(mask: RasterSource): RasterSource {
  return mapSources([mask], ([values], out) => {
    for (let at = 0; at < out.length; at++) {
      const value = values![at]!
      out[at] = value === value ? Number(!(value > 0)) : NaN
    }
  })
}

/** Inside pixels with a side that no inside pixel lies behind: outside, no data or the edge of the grid. */
export function boundary(mask: RasterSource): RasterSource {
  return haloSource(mask, 1, ({ data, width }, out) => {
    const wide = width - 2
    for (let at = 0; at < out.length; at++) {
      const middle = (Math.floor(at / wide) + 1) * width + (at % wide) + 1
      const value = data[middle]!
      const isWithin =
        data[middle - 1]! > 0 &&
        data[middle + 1]! > 0 &&
        data[middle - width]! > 0 &&
        data[middle + width]! > 0
      out[at] = value === value ? Number(value > 0 && !isWithin) : NaN
    }
  })
}
