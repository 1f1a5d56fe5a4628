import { linearTrend } from '../series/linear-trend.ts'
import { mannKendall } from '../series/mann-kendall.ts'
import { SeriesScratch } from '../series/scratch.ts'
import { senSlope } from '../series/sen-slope.ts'
import type { SeriesKernel } from './pixel-series.ts'

/** Codes of what a test says of a series. */
export const TREND_CODES = { fall: 1, none: 2, rise: 3 } as const

export interface TestOptions {
  /** Fewest values of a series; shorter ones give nothing. */
  readonly atLeast: number
  /** Probability by chance at or below which a trend counts. */
  readonly alpha: number
}

const codeOf = (sign: number, isSignificant: boolean): number =>
  !isSignificant || sign === 0 ? TREND_CODES.none : sign > 0 ? TREND_CODES.rise : TREND_CODES.fall

/** Least squares: slope a unit of time, R², p and the code of the trend. */
export function trendKernel(times: Float64Array, { atLeast, alpha }: TestOptions): SeriesKernel {
  return {
    outputs: 4,
    compute(series, out) {
      const { count, slope, rSquared, pValue } = linearTrend(times, series)
      if (count < atLeast || Number.isNaN(slope)) return
      out[0] = slope
      // A series of equal values is a line of slope 0; it has no variance to explain.
      out[1] = Number.isNaN(rSquared) ? 0 : rSquared
      out[2] = pValue
      out[3] = codeOf(slope, pValue <= alpha)
    },
  }
}

/** The Mann–Kendall test, corrected for ties: z, p and the code of the trend. `length` is the number of dates. */
export function mannKendallKernel(length: number, { atLeast, alpha }: TestOptions): SeriesKernel {
  const scratch = new Float64Array(length)
  return {
    outputs: 3,
    compute(series, out) {
      const { count, z, pValue } = mannKendall(series, scratch)
      if (count < atLeast) return
      out[0] = z
      out[1] = pValue
      out[2] = codeOf(z, pValue <= alpha)
    },
  }
}

/** The Theil–Sen slope a unit of time. */
export function senKernel(times: Float64Array, atLeast: number): SeriesKernel {
  const scratch = new SeriesScratch(times.length)
  return {
    outputs: 1,
    compute(series, out) {
      if (presentIn(series) >= atLeast) out[0] = senSlope(times, series, scratch)
    },
  }
}

/** Values that are there. */
export function presentIn(series: Float64Array): number {
  let count = 0
  for (let date = 0; date < series.length; date++) if (series[date] === series[date]) count++
  return count
}
