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
  const states = side === 'at_or_above' || side === 'above' ? { from: 0, step: 1 } : { from: 1, step: -1 }
  return mapSources([source], ([values], out) => {
    for (let from = 0; from < out.length; from += CHUNK) {
      cut(values!.subarray(from, from + CHUNK), out.subarray(from, from + CHUNK), limit, states)
    }
  })
}

/** Values cut at once: a short function called often is compiled as a whole. */
const CHUNK = 4096

interface States {
  readonly from: number
  readonly step: number
}

/**
 * One step on from the limit on. Arithmetic, as nobody can guess on which side the next pixel lies; four at a time, as a
 * shorter body is pulled into its caller, which is seldom called and so never compiled well.
 */
function cutAt(values: Float32Array, out: Float32Array, limit: number, { from, step }: States): void {
  const { length } = out
  let index = 0
  for (; index + 3 < length; index += 4) {
    const a = values[index]!
    const b = values[index + 1]!
    const c = values[index + 2]!
    const d = values[index + 3]!
    out[index] = a === a ? from + step * Number(a >= limit) : NaN
    out[index + 1] = b === b ? from + step * Number(b >= limit) : NaN
    out[index + 2] = c === c ? from + step * Number(c >= limit) : NaN
    out[index + 3] = d === d ? from + step * Number(d >= limit) : NaN
  }
  for (; index < length; index++) {
    const value = values[index]!
    out[index] = value === value ? from + step * Number(value >= limit) : NaN
  }
}

/** One step on beyond the limit. */
function cutAbove(values: Float32Array, out: Float32Array, limit: number, { from, step }: States): void {
  const { length } = out
  let index = 0
  for (; index + 3 < length; index += 4) {
    const a = values[index]!
    const b = values[index + 1]!
    const c = values[index + 2]!
    const d = values[index + 3]!
    out[index] = a === a ? from + step * Number(a > limit) : NaN
    out[index + 1] = b === b ? from + step * Number(b > limit) : NaN
    out[index + 2] = c === c ? from + step * Number(c > limit) : NaN
    out[index + 3] = d === d ? from + step * Number(d > limit) : NaN
  }
  for (; index < length; index++) {
    const value = values[index]!
    out[index] = value === value ? from + step * Number(value > limit) : NaN
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
