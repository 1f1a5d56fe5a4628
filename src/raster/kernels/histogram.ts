import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** Counts over equal bins; bin i holds edges[i] ≤ value < edges[i + 1], the last one its upper edge too. */
export interface Histogram {
  /** One more than there are bins. */
  readonly edges: Float64Array
  readonly counts: Float64Array
  /** Sum of the values in each bin, so that class means are exact. */
  readonly sums: Float64Array
}

/** Values outside [min, max] and NaN are not counted. */
export async function histogram(
  source: RasterSource,
  range: { readonly min: number; readonly max: number; readonly bins: number },
  options?: WalkOptions,
): Promise<Histogram> {
  const { min, max, bins } = range
  const counts = new Float64Array(bins)
  const sums = new Float64Array(bins)
  const edges = Float64Array.from({ length: bins + 1 }, (_, index) => min + ((max - min) * index) / bins)
  edges[bins] = max
  const scale = bins / (max - min)
  await walkBlocks(
    [source],
    ([block]) => {
      const values = block!
      for (let index = 0; index < values.length; index++) {
        const value = values[index]!
        if (!(value >= min && value <= max)) continue
        let bin = Math.min(bins - 1, Math.floor((value - min) * scale))
        // The division may round across an edge; the edges decide.
        if (value < edges[bin]!) bin--
        else if (bin < bins - 1 && value >= edges[bin + 1]!) bin++
        counts[bin]!++
        sums[bin]! += value
      }
    },
    options,
  )
  return { edges, counts, sums }
}
