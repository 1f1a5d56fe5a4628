import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
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
 * How well a threshold splits a raster: between-class over total variance, 0 (not at all) to 1 (two single values).
 * 0 where all pixels fall on one side or are equal.
 */
export async function separability(
  source: RasterSource,
  threshold: number,
  options?: WalkOptions,
): Promise<number> {
  const limit = Math.fround(threshold)
  let [below, above, sumBelow, sumAbove, squares] = [0, 0, 0, 0, 0]
  await walkBlocks(
    [source],
    ([block]) => {
      const values = block!
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
    },
    options,
  )
  const total = below + above
  if (below === 0 || above === 0) return 0
  const step = sumAbove / above - sumBelow / below
  const variance = squares / total - ((sumBelow + sumAbove) / total) ** 2
  return variance > 0 ? Math.min(1, (below * above * step * step) / (total * total) / variance) : 0
}
