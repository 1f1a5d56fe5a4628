import type { Haloed } from './halo.ts'

/** Ranks that are counted together on each of two levels. */
const GROUP_BITS = 7

/**
 * The p-th percentile (0 … 100) of the valid pixels of each window, with linear interpolation between the two nearest
 * ranks, as numpy's default. The block's values are ranked once; along a row the window's counts of ranks are kept, so
 * that a pixel costs what enters and leaves, not the window's area.
 */
export function percentileKernel(
  reaches: readonly number[],
  p: number,
): (block: Haloed, out: Float32Array) => void {
  return ({ data, width, height, halo }, out) => {
    const { ranks, values } = ranksOf(data)
    const counts = rankCounts(values.length)
    const outWidth = width - 2 * halo
    const addColumn = (row: number, shift: (reach: number) => number, change: 1 | -1) => {
      for (let down = 0; down < reaches.length; down++) {
        const rank = ranks[(row + down) * width + shift(reaches[down]!)]!
        if (rank >= 0) counts.change(rank, change)
      }
    }
    for (let row = 0; row < height - 2 * halo; row++) {
      counts.clear()
      for (let down = 0; down < reaches.length; down++) {
        const line = (row + down) * width + halo
        for (let at = line - reaches[down]!; at <= line + reaches[down]!; at++) {
          if (ranks[at]! >= 0) counts.change(ranks[at]!, 1)
        }
      }
      for (let col = 0; col < outWidth; col++) {
        if (col > 0) {
          addColumn(row, (reach) => halo + col + reach, 1)
          addColumn(row, (reach) => halo + col - 1 - reach, -1)
        }
        out[row * outWidth + col] = percentileOf(counts, values, p)
      }
    }
  }
}

function percentileOf(counts: RankCounts, values: Float32Array, p: number): number {
  const count = counts.count()
  if (count === 0) return NaN
  const position = (p / 100) * (count - 1)
  const below = Math.floor(position)
  const low = values[counts.rankAt(below)]!
  if (below === position) return low
  return low + (values[counts.rankAt(below + 1)]! - low) * (position - below)
}

/** For each pixel the place of its value among the block's different ones, -1 for nodata. */
function ranksOf(data: Float32Array): { readonly ranks: Int32Array; readonly values: Float32Array } {
  const sorted = data.filter((value) => !Number.isNaN(value)).sort()
  let count = 0
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at]!
  }
  const values = sorted.subarray(0, count)
  const ranks = new Int32Array(data.length)
  for (let at = 0; at < data.length; at++) ranks[at] = rankIn(values, data[at]!)
  return { ranks, values }
}

function rankIn(values: Float32Array, value: number): number {
  if (Number.isNaN(value)) return -1
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

interface RankCounts {
  change(rank: number, by: 1 | -1): void
  count(): number
  /** The rank of the value that `before` others precede. */
  rankAt(before: number): number
  clear(): void
}

/** How often each rank occurs, with sums of groups and of groups of groups, so that a rank is found in few steps. */
function rankCounts(length: number): RankCounts {
  const fine = new Int32Array(length + 1)
  const groups = new Int32Array((length >> GROUP_BITS) + 1)
  const upper = new Int32Array((length >> (2 * GROUP_BITS)) + 1)
  let count = 0
  return {
    change(rank, by) {
      fine[rank] = fine[rank]! + by
      groups[rank >> GROUP_BITS] = groups[rank >> GROUP_BITS]! + by
      upper[rank >> (2 * GROUP_BITS)] = upper[rank >> (2 * GROUP_BITS)]! + by
      count += by
    },
    count: () => count,
    rankAt(before) {
      let left = before
      let at = 0
      while (left >= upper[at]!) left -= upper[at++]!
      at <<= GROUP_BITS
      while (left >= groups[at]!) left -= groups[at++]!
      at <<= GROUP_BITS
      while (left >= fine[at]!) left -= fine[at++]!
      return at
    },
    clear() {
      fine.fill(0)
      groups.fill(0)
      upper.fill(0)
      count = 0
    },
  }
}
