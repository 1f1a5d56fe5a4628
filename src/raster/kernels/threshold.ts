import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

export type Side = 'at_or_above' | 'above' | 'at_or_below' | 'below'

/**
 * 1 where the pixel lies on the given side of the threshold, else 0; NaN stays NaN. The threshold is rounded to the
 * precision of the pixels, so that a pixel of 0.7 is at 0.7 and not below it.
 */
export function thresholdMask(source: RasterSource, threshold: number, side: Side): RasterSource {
  const limit = Math.fround(threshold)
  const cut = side === 'at_or_above' || side === 'below' ? cutAt : cutAbove
  const states = Float32Array.from(side === 'at_or_above' || side === 'above' ? [0, 1] : [1, 0])
  return mapSources([source], ([values], out) => {
    for (let from = 0; from < out.length; from += CHUNK) {
      cut(values!.subarray(from, from + CHUNK), limit, states, out.subarray(from, from + CHUNK))
    }
  })
}

/** Values cut at once: a short function called often is compiled as a whole. */
const CHUNK = 4096

/** The second state from the limit on. A look-up, as nobody can guess on which side the next pixel lies. */
function cutAt(values: Float32Array, limit: number, states: Float32Array, out: Float32Array): void {
  for (let index = 0; index < out.length; index++) {
    const value = values[index]!
    out[index] = value === value ? states[Number(value >= limit)]! : NaN
  }
}

/** The second state beyond the limit. */
function cutAbove(values: Float32Array, limit: number, states: Float32Array, out: Float32Array): void {
  for (let index = 0; index < out.length; index++) {
    const value = values[index]!
    out[index] = value === value ? states[Number(value > limit)]! : NaN
  }
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
