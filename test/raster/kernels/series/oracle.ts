import { readFileSync } from 'node:fs'

type Numbers = readonly number[]
interface Line {
  readonly slope: number
  readonly intercept: number
}
interface Kendall {
  readonly s: number
  readonly variance: number
  readonly z: number
  readonly pValue: number
  readonly tau: number
}

/** What scripts/oracles/series.py wrote. */
export interface SeriesOracle {
  readonly series: Readonly<
    Record<'monthly' | 'ties' | 'steps' | 'drift' | 'rain' | 'uneven' | 'unevenTimes', number[]>
  >
  readonly distributions: Readonly<
    Record<'normal' | 'quantile', [number, number][]> &
      Record<'student' | 'chiSquare' | 'gamma', [number, number, number][]>
  >
  readonly line: Readonly<
    Record<
      'monthly' | 'uneven',
      Line & { rSquared: number; standardError: number; pValue: number; rmse: number }
    >
  >
  readonly sen: Readonly<Record<'monthly' | 'ties' | 'uneven', Line & { low: number; high: number }>>
  readonly kendall: Readonly<
    Record<'monthly' | 'ties' | 'drift' | 'hamedRao' | 'hamedRaoMonthly' | 'seasonal', Kendall>
  > & { readonly tauB: Numbers }
  readonly stl: readonly {
    period: number
    seasonal: number
    robust: boolean
    trend: Numbers
    season: Numbers
    remainder: Numbers
  }[]
  readonly pelt: readonly { penalty: number; minSize: number; found: Numbers }[]
  readonly acf: { readonly biased: Numbers; readonly unbiased: Numbers; readonly ljungBox: Numbers }
  readonly gammaFit: readonly Numbers[]
  readonly spi: Readonly<Record<'calendar1' | 'calendar3' | 'pooled6', Numbers>>
  readonly smooth: Readonly<Record<'savgol' | 'savgolWide' | 'whittaker' | 'whittakerGaps', Numbers>>
  readonly harmonics: readonly {
    level: number
    slope: number
    amplitudes: Numbers
    crests: Numbers
    rSquared: number
    rmse: number
  }[]
  readonly pettitt: Readonly<Record<'steps' | 'ties', { before: number; k: number; pValue: number }>>
  readonly describe: Readonly<
    Record<'drift' | 'ties', Readonly<Record<string, number>> & { readonly percentiles: Numbers }>
  >
  readonly pairs: Readonly<Record<string, number>>
}

export const oracle = JSON.parse(
  readFileSync(new URL('../../../oracles/series.json', import.meta.url), 'utf8'),
) as SeriesOracle

/** A series of the oracle by name. */
export const series = (name: keyof SeriesOracle['series']) => Float64Array.from(oracle.series[name])

/** 0, 1, 2, … of this many. */
export const steps = (count: number) => Float64Array.from({ length: count }, (_, at) => at)

/** The largest distance between two lists, in units of the larger of 1 and the value expected. */
export function farthest(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (found.length !== expected.length) return Infinity
  return Math.max(
    ...Array.from(expected, (value, at) => Math.abs(found[at]! - value) / Math.max(1, Math.abs(value))),
  )
}
