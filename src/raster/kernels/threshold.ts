import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export type Side = 'at_or_above' | 'above' | 'at_or_below' | 'below'

/**
 * 1 where the pixel lies on the given side of the threshold, else 0; NaN stays NaN. The threshold is rounded to the
 * precision of the pixels, so that a pixel of 0.7 is at 0.7 and not below it.
 */
export function thresholdMask(source: RasterSource, threshold: number, side: Side): RasterSource {
  const limit = Math.fround(threshold)
  return mapSources([source], ([values], out) => KERNELS[side](values!, limit, out))
}

/** One loop a side: a test chosen by each pixel would cost more than the pixel. */
const KERNELS: Readonly<Record<Side, (values: Float32Array, limit: number, out: Float32Array) => void>> = {
  at_or_above(values, limit, out) {
    for (let index = 0; index < out.length; index++) {
      const value = values[index]!
      out[index] = value >= limit ? 1 : value === value ? 0 : NaN
    }
  },
  above(values, limit, out) {
    for (let index = 0; index < out.length; index++) {
      const value = values[index]!
      out[index] = value > limit ? 1 : value === value ? 0 : NaN
    }
  },
  at_or_below(values, limit, out) {
    for (let index = 0; index < out.length; index++) {
      const value = values[index]!
      out[index] = value <= limit ? 1 : value === value ? 0 : NaN
    }
  },
  below(values, limit, out) {
    for (let index = 0; index < out.length; index++) {
      const value = values[index]!
      out[index] = value < limit ? 1 : value === value ? 0 : NaN
    }
  },
}

/**
 * Class codes 1 … breaks + 1: a value at or above a break belongs to the class above it. `breaks` ascend and are
 * rounded to the precision of the pixels; NaN stays NaN.
 */
export function classify(source: RasterSource, breaks: readonly number[]): RasterSource {
  const limits = breaks.map((each) => Math.fround(each))
  return mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) {
      const value = values![index]!
      let code = 1
      while (code <= limits.length && value >= limits[code - 1]!) code++
      out[index] = value === value ? code : NaN
    }
  })
}
