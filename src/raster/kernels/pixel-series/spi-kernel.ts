import { standardizedIndex } from '../series/standardized-index.ts'
import type { SeriesKernel } from './pixel-series.ts'

export interface SpiOptions {
  /** Dates in a row that are added up. */
  readonly scale: number
  /** Places of the dates whose sums are compared, the last date among them. */
  readonly group: readonly number[]
  /** Fewest sums of the group. */
  readonly atLeast: number
}

/**
 * Standardised precipitation index of the last date: its sum of the last `scale` amounts among those of the group, by the
 * gamma distribution fitted to them. Amounts below zero count as missing. Nothing where the last sum is missing, too few
 * are there, or no gamma can be fitted.
 */
export function spiKernel({ scale, group, atLeast }: SpiOptions): SeriesKernel {
  const sums = new Float64Array(group.length)
  return {
    outputs: 1,
    compute(series, out) {
      let present = 0
      for (const [place, date] of group.entries()) {
        let sum = 0
        for (let back = 0; back < scale; back++) {
          const amount = series[date - back]!
          sum += amount >= 0 ? amount : NaN
        }
        sums[place] = sum
        if (sum === sum) present++
      }
      if (present >= atLeast) out[0] = standardizedIndex(sums).at(-1)!
    },
  }
}
