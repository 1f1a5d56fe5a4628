import { mapSources } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import { reduce } from '../reduce.ts'
import type { Reducer } from '../reduce.ts'
import type { RasterSource } from '../source.ts'
import { DistributionReducer } from './distribution.ts'
import type { Distribution } from './distribution.ts'
import { bitsOf, bucketOf, DROPPED, valueOfBits } from './float-buckets.ts'
import { normalTwoSided } from './probabilities.ts'

const IN_BUCKET = 1 << DROPPED

export interface Discovery {
  /** Least |z| that is significant; Infinity where none is. */
  readonly threshold: number
  readonly valid: number
}

/**
 * The Benjamini–Hochberg threshold (doi:10.1111/j.2517-6161.1995.tb02031.x) on |z| of a raster of standard deviates: the
 * least |z| whose two-sided probability is at most `alpha` times the share of pixels that lie as far out. Exact, in two
 * walks: the first counts |z| in narrow buckets, the second looks into those that may hold the threshold.
 */
export async function falseDiscoveryThreshold(
  source: RasterSource,
  alpha: number,
  options?: WalkOptions,
): Promise<Discovery> {
  const distances = mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) out[index] = Math.abs(values![index]!)
  })
  const counting = { distribution: new DistributionReducer() }
  const { distribution } = await reduce(distances, counting, options)
  const { valid } = distribution
  const passes = (distance: number, asFar: number) => normalTwoSided(distance) <= (alpha * asFar) / valid
  const open = openEntries(distribution, passes)
  const looking = new BucketReducer(open.map(({ low }) => bucketOf(low)))
  const known = open.every(({ low, high }) => low === high)
  const { inner } = known ? { inner: null } : await reduce(distances, { inner: looking }, options)
  for (const { low, high, asFar } of open) {
    if (low === high) {
      if (passes(low, asFar)) return { threshold: low, valid }
      continue
    }
    let left = asFar
    const bucket = bucketOf(low)
    for (const [place, count] of inner!.get(bucket)!.entries()) {
      if (count === 0) continue
      const distance = valueOfBits(((bucket << DROPPED) | place) >>> 0)
      if (passes(distance, left)) return { threshold: distance, valid }
      left -= count
    }
  }
  return { threshold: Infinity, valid }
}

interface Entry {
  readonly low: number
  readonly high: number
  /** Pixels in this entry and beyond. */
  readonly asFar: number
}

/** Entries that may hold the threshold, from the least on, up to one that holds a significant value for sure. */
function openEntries(
  { lows, highs, counts, valid }: Distribution,
  passes: (distance: number, asFar: number) => boolean,
): Entry[] {
  const open: Entry[] = []
  let asFar = valid
  for (let entry = 0; entry < counts.length; entry++) {
    const [low, high] = [lows[entry]!, highs[entry]!]
    if (passes(high, asFar)) {
      open.push({ low, high, asFar })
      if (passes(low, asFar - counts[entry]! + 1)) break
    }
    asFar -= counts[entry]!
  }
  return open
}

/** How often each value occurs in some buckets. Keeps 2¹⁰ counts a bucket. */
class BucketReducer implements Reducer<ReadonlyMap<number, Float64Array>> {
  private readonly inner: Map<number, Float64Array>

  constructor(buckets: readonly number[]) {
    this.inner = new Map(buckets.map((bucket) => [bucket, new Float64Array(IN_BUCKET)]))
  }

  add(values: Float32Array): void {
    for (const bits of bitsOf(values)) {
      const counts = this.inner.get(bits >>> DROPPED)
      if (counts) counts[bits & (IN_BUCKET - 1)]!++
    }
  }

  result(): ReadonlyMap<number, Float64Array> {
    return this.inner
  }
}
