import type { Reducer } from '../reduce.ts'
import type { Distribution, Estimate } from './distribution.ts'
import type { Histogram } from './histogram.ts'

/**
 * The bin edge that separates a histogram best: largest between-class variance (Otsu, doi:10.1109/TSMC.1979.4310076).
 * Values at or above it are the upper class. Where empty bins leave several edges equally good, the middle of them.
 * NaN where fewer than two bins are filled.
 */
export function otsuThreshold({ edges, counts, sums }: Histogram): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const totalSum = sums.reduce((sum, value) => sum + value, 0)
  let best = 0
  let from = NaN
  let to = NaN
  let count = 0
  let sum = 0
  for (let bin = 0; bin < counts.length - 1; bin++) {
    count += counts[bin]!
    sum += sums[bin]!
    if (count === 0 || count === total) continue
    const step = sum / count - (totalSum - sum) / (total - count)
    const between = count * (total - count) * step * step
    const edge = edges[bin + 1]!
    if (between > best) {
      best = between
      from = to = edge
    } else if (between === best && counts[bin] === 0) {
      to = edge
    }
  }
  return (from + to) / 2
}

/**
 * Otsu's threshold from a distribution counted in one walk, without a range known before. Values at or above it are the
 * upper class; it lies in the middle of the gap that separates best. `error` is the width of the widest interval of
 * values: the threshold is that of values rounded by up to half of it, 0 where each interval is one value.
 */
export function otsuEstimate({ lows, highs, counts, valid }: Distribution): Estimate {
  const middles = Float64Array.from(lows, (low, entry) =>
    low === highs[entry] ? low : (low + highs[entry]!) / 2,
  )
  const totalSum = middles.reduce((sum, middle, entry) => sum + middle * counts[entry]!, 0)
  const error = lows.reduce(
    (most, low, entry) => (low === highs[entry] ? most : Math.max(most, highs[entry]! - low)),
    0,
  )
  let best = 0
  let value = NaN
  let count = 0
  let sum = 0
  for (let entry = 0; entry < counts.length - 1; entry++) {
    count += counts[entry]!
    sum += counts[entry]! * middles[entry]!
    const step = sum / count - (totalSum - sum) / (valid - count)
    const between = count * (valid - count) * step * step
    if (between > best) {
      best = between
      const [below, above] = [highs[entry]!, lows[entry + 1]!]
      const middle = (below + above) / 2
      // Between neighbours of float32 there is no middle that pixels could be told apart by.
      value = Math.fround(middle) > below ? middle : above
    }
  }
  return { value, error }
}

/**
 * How well a threshold splits a raster: between-class over total variance, 0 (not at all) to 1 (two single values).
 * 0 where all pixels fall on one side or are equal.
 */
export class SeparabilityReducer implements Reducer<number> {
  private readonly limit: number
  private below = 0
  private above = 0
  private sumBelow = 0
  private sumAbove = 0
  private squares = 0

  constructor(threshold: number) {
    this.limit = Math.fround(threshold)
  }

  add(values: Float32Array): void {
    const { limit } = this
    let { below, above, sumBelow, sumAbove, squares } = this
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (value !== value) continue
      // Taken from the threshold, so that the squares keep their digits far from zero.
      const shifted = value - limit
      if (shifted >= 0) {
        above++
        sumAbove += shifted
      } else {
        below++
        sumBelow += shifted
      }
      squares += shifted * shifted
    }
    Object.assign(this, { below, above, sumBelow, sumAbove, squares })
  }

  result(): number {
    const { below, above, sumBelow, sumAbove, squares } = this
    const total = below + above
    if (below === 0 || above === 0) return 0
    const step = sumAbove / above - sumBelow / below
    const variance = squares / total - ((sumBelow + sumAbove) / total) ** 2
    return variance > 0 ? Math.min(1, (below * above * step * step) / (total * total) / variance) : 0
  }
}
