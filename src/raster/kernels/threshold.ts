import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export type Side = 'at_or_above' | 'above' | 'at_or_below' | 'below'

const TESTS: Readonly<Record<Side, (value: number, threshold: number) => boolean>> = {
  at_or_above: (value, threshold) => value >= threshold,
  above: (value, threshold) => value > threshold,
  at_or_below: (value, threshold) => value <= threshold,
  below: (value, threshold) => value < threshold,
}

/**
 * 1 where the pixel lies on the given side of the threshold, else 0; NaN stays NaN. The threshold is rounded to the
 * precision of the pixels, so that a pixel of 0.7 is at 0.7 and not below it.
 */
export function thresholdMask(source: RasterSource, threshold: number, side: Side): RasterSource {
  const test = TESTS[side]
  const limit = Math.fround(threshold)
  return mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) {
      const value = values![index]!
      out[index] = value === value ? Number(test(value, limit)) : NaN
    }
  })
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
