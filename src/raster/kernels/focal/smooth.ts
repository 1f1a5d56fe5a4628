import { mapSources } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'
import { correlate } from './correlate.ts'
import { focal } from './focal.ts'

export type Smoothing = 'mean' | 'median' | 'gaussian'

/**
 * Each valid pixel by the valid ones in a square window of `2 · radius + 1` pixels. 'gaussian' weighs them by
 * exp(−d² / 2σ²) with σ of half the radius, so that the window ends at two σ. Nodata stays nodata.
 */
export function smoothed(source: RasterSource, radius: number, method: Smoothing): RasterSource {
  const smooth =
    method === 'gaussian'
      ? correlate(source, gaussianKernel(radius))
      : focal(source, { shape: 'square', radius }, method)
  return whereValid(smooth, source)
}

/** Weights that sum to 1. */
function gaussianKernel(radius: number): readonly (readonly number[])[] {
  const sigma = radius / 2
  const line = Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * sigma * sigma)),
  )
  const total = line.reduce((sum, weight) => sum + weight, 0)
  return line.map((down) => line.map((across) => (down * across) / (total * total)))
}

/** The pixels of `source` where `other`, on the same grid, is valid. */
export function whereValid(source: RasterSource, other: RasterSource): RasterSource {
  return mapSources([source, other], ([values, others], out) => {
    for (let at = 0; at < out.length; at++) out[at] = others![at] === others![at] ? values![at]! : NaN
  })
}
