import type { WalkOptions } from '../blocks.ts'
import { reduce } from '../reduce.ts'
import type { Reducer } from '../reduce.ts'
import type { RasterSource } from '../source.ts'
import { DistributionReducer, ranksOf } from './distribution.ts'
import type { Distribution } from './distribution.ts'
import { bitsOf, bucketOf, BUCKETS, DROPPED, SIGN, valueOfBits } from './float-buckets.ts'

const IN_BUCKET = 1 << DROPPED

/**
 * Exact quantiles in a second walk over the pixels that `distribution` was counted from: it looks only into the
 * intervals that hold the ranks in question. NaN where no pixel is valid. Keeps 2¹⁰ counts an interval and a table of
 * 2²² places. `fractions` lie in 0..1.
 */
export class QuantileReducer implements Reducer<number[]> {
  private readonly distribution: Distribution
  private readonly fractions: readonly number[]
  /** One more than the place of a bucket in `inner`; 0 for buckets that nobody asks for. */
  private readonly slots = new Uint16Array(BUCKETS)
  private readonly inner: Float64Array[] = []

  constructor(distribution: Distribution, fractions: readonly number[]) {
    this.distribution = distribution
    this.fractions = fractions
    for (const fraction of fractions) {
      if (distribution.valid === 0) continue
      for (const rank of ranksOf(fraction, distribution.valid).slice(0, 2)) {
        const { entry } = distribution.place(rank)
        const [low, high] = [distribution.lows[entry]!, distribution.highs[entry]!]
        const bucket = bucketOf(low)
        if (low !== high && this.slots[bucket] === 0) {
          this.slots[bucket] = this.inner.push(new Float64Array(IN_BUCKET))
        }
      }
    }
  }

  /** True where the distribution tells them all already, so that no walk is needed. */
  get isKnown(): boolean {
    return this.inner.length === 0
  }

  add(values: Float32Array): void {
    const { slots, inner } = this
    const bits = bitsOf(values)
    for (let index = 0; index < bits.length; index++) {
      const raw = bits[index]!
      const slot = slots[raw >>> DROPPED]!
      if (slot > 0) inner[slot - 1]![raw & (IN_BUCKET - 1)]!++
    }
  }

  result(): number[] {
    const { valid } = this.distribution
    return this.fractions.map((fraction) => {
      if (valid === 0) return NaN
      const [below, above, share] = ranksOf(fraction, valid)
      const [low, high] = [this.atRank(below), this.atRank(above)]
      return low === high ? low : low + share * (high - low)
    })
  }

  private atRank(rank: number): number {
    const { entry, rest } = this.distribution.place(rank)
    const low = this.distribution.lows[entry]!
    const bucket = bucketOf(low)
    const counts = this.inner[this.slots[bucket]! - 1]
    if (!counts) return low
    // Negative numbers sort in reverse of their bits.
    const isNegative = bucket >= SIGN
    let left = rest
    let place = isNegative ? IN_BUCKET - 1 : 0
    while (left >= counts[place]!) left -= counts[isNegative ? place-- : place++]!
    return valueOfBits(((bucket << DROPPED) | place) >>> 0)
  }
}

/**
 * Quantiles of the valid pixels, exact for any number of pixels, by linear interpolation between order statistics
 * (numpy's default). `fractions` lie in 0..1. One walk where all values are whole numbers of 16 bits, else two.
 * NaN where no pixel is valid.
 */
export async function quantiles(
  source: RasterSource,
  fractions: readonly number[],
  options?: WalkOptions,
): Promise<number[]> {
  const counting = new DistributionReducer()
  const { distribution } = await reduce(source, { distribution: counting }, part(options, 0, 0.5))
  return exactQuantiles(source, { distribution, fractions }, part(options, 0.5, 1))
}

/** The second walk of `quantiles` alone, for those who have made the first; none where nothing is left to find. */
export async function exactQuantiles(
  source: RasterSource,
  of: { readonly distribution: Distribution; readonly fractions: readonly number[] },
  options?: WalkOptions,
): Promise<number[]> {
  const looking = new QuantileReducer(of.distribution, of.fractions)
  return looking.isKnown ? looking.result() : (await reduce(source, { looking }, options)).looking
}

function part(options: WalkOptions | undefined, from: number, to: number): WalkOptions {
  const { progress, signal } = options ?? {}
  return { signal, progress: progress && ((fraction) => progress(from + fraction * (to - from))) }
}
