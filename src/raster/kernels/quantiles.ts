import { mapSources, walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

const BUCKETS = 1 << 16

/**
 * Quantiles of the valid pixels, exact for any number of pixels, by linear interpolation between order statistics
 * (numpy's default, type 7 of Hyndman and Fan, doi:10.1080/00031305.1996.10473566). `fractions` lie in 0..1.
 * Two walks: one counts the upper 16 bits of each value's sort key, one the lower 16 bits of the buckets in question.
 * NaN where no pixel is valid.
 */
export async function quantiles(
  source: RasterSource,
  fractions: readonly number[],
  options?: WalkOptions,
): Promise<number[]> {
  const upper = new Float64Array(BUCKETS)
  await walkBlocks(
    [source],
    ([block]) => {
      const keys = sortKeys(block!)
      for (let index = 0; index < keys.length; index++) upper[keys[index]! >>> 16]!++
    },
    part(options, 0, 0.5),
  )
  const valid = upper.reduce((sum, count) => sum + count, 0)
  if (valid === 0) return fractions.map(() => NaN)

  const positions = fractions.map((fraction) => Math.min(1, Math.max(0, fraction)) * (valid - 1))
  const ranks = [...new Set(positions.flatMap((position) => [Math.floor(position), Math.ceil(position)]))]
  const places = new Map(ranks.map((rank) => [rank, place(upper, rank)]))
  const lower = new Map([...places.values()].map(({ bucket }) => [bucket, new Float64Array(BUCKETS)]))
  await walkBlocks(
    [source],
    ([block]) => {
      const keys = sortKeys(block!)
      for (const [bucket, counts] of lower) {
        for (let index = 0; index < keys.length; index++) {
          const key = keys[index]!
          if (key >>> 16 === bucket) counts[key & 0xffff]!++
        }
      }
    },
    part(options, 0.5, 1),
  )

  const valueAt = (rank: number): number => {
    const { bucket, rest } = places.get(rank)!
    return valueOfKey(((bucket << 16) | place(lower.get(bucket)!, rest).bucket) >>> 0)
  }
  return positions.map((position) => {
    const below = valueAt(Math.floor(position))
    return below + (position - Math.floor(position)) * (valueAt(Math.ceil(position)) - below)
  })
}

/** Median and median absolute deviation from it; NaN where no pixel is valid. */
export async function medianAndDeviation(
  source: RasterSource,
  options?: WalkOptions,
): Promise<{ readonly median: number; readonly deviation: number }> {
  const [median = NaN] = await quantiles(source, [0.5], options)
  const distances = mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) out[index] = Math.abs(values![index]! - median)
  })
  const [deviation = NaN] = await quantiles(distances, [0.5], options)
  return { median, deviation }
}

/** The bucket that holds the item of a rank, and the rank within it. */
function place(counts: Float64Array, rank: number): { readonly bucket: number; readonly rest: number } {
  let rest = rank
  let bucket = 0
  while (rest >= counts[bucket]!) rest -= counts[bucket++]!
  return { bucket, rest }
}

/** Unsigned 32-bit keys of the valid values, in their order; keys sort as the values do. */
function sortKeys(values: Float32Array): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const keys = new Uint32Array(values.length)
  let count = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    if (value !== value) continue
    const raw = bits[index]!
    // Negative numbers sort in reverse of their bits; the sign bit itself is turned round.
    keys[count++] = raw & 0x80000000 ? ~raw : raw ^ 0x80000000
  }
  return keys.subarray(0, count)
}

const keyBits = new Uint32Array(1)
const keyFloat = new Float32Array(keyBits.buffer)

function valueOfKey(key: number): number {
  keyBits[0] = key & 0x80000000 ? key ^ 0x80000000 : ~key
  return keyFloat[0]!
}

function part(options: WalkOptions | undefined, from: number, to: number): WalkOptions {
  const { progress, signal } = options ?? {}
  return { signal, progress: progress && ((fraction) => progress(from + fraction * (to - from))) }
}
