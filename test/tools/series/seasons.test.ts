import { describe, expect, it } from 'vitest'
import { autocorrelationTool } from '../../../src/tools/series/autocorrelation.ts'
import { fitHarmonicsTool } from '../../../src/tools/series/fit-harmonics.ts'
import { growingSeasonTool } from '../../../src/tools/series/growing-season.ts'
import { seasonalityTool } from '../../../src/tools/series/seasonality.ts'
import { seriesAnomaliesTool } from '../../../src/tools/series/series-anomalies.ts'
import { smoothSeriesTool } from '../../../src/tools/series/smooth-series.ts'
import { spiTool } from '../../../src/tools/series/spi.ts'
import { stlDecomposeTool } from '../../../src/tools/series/stl-decompose.ts'
import { farthest, oracle } from '../../raster/kernels/series/oracle.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { column, dated, months } from './series-tables.ts'

const { monthly, rain, drift, steps } = oracle.series
const numbers = async (...of: Parameters<typeof column>) =>
  (await column(...of)).map((cell) => cell ?? NaN) as number[]
const every = (all: readonly number[], step: number) => all.filter((_, at) => at % step === 0)

describe('stl_decompose', () => {
  it.each([false, true])('is what statsmodels says of months, robust %s', async (robust) => {
    const context = dated(months(120), monthly)
    const result = await runTool(stlDecomposeTool, { table: 't', robust }, context)
    const truth = oracle.stl.find(
      (each) => each.period === 12 && each.seasonal === 7 && each.robust === robust,
    )!
    expect(farthest(every(await numbers(context, 'trend'), 7), truth.trend)).toBeLessThan(1e-8)
    expect(farthest(every(await numbers(context, 'seasonal'), 7), truth.season)).toBeLessThan(1e-8)
    expect(farthest(every(await numbers(context, 'remainder'), 7), truth.remainder)).toBeLessThan(1e-8)
    expect(number(result, 'period')).toBe(12)
    expect(number(result, 'seasonal_strength')).toBeGreaterThan(0.7)
  })

  it('gives parts that add up, and fills a gap and says so', async () => {
    const context = dated(months(36), monthly.slice(0, 36).map((value, at) => (at === 9 ? null : value))) // prettier-ignore
    const result = await runTool(stlDecomposeTool, { table: 't' }, context)
    const [trend, seasonal, remainder, observed] = await Promise.all(
      ['trend', 'seasonal', 'remainder', 'observed'].map((name) => numbers(context, name)),
    )
    observed!.forEach((value, at) =>
      expect(trend![at]! + seasonal![at]! + remainder![at]!).toBeCloseTo(value, 12),
    )
    expect(observed![9]).toBeCloseTo((monthly[8]! + monthly[10]!) / 2, 12)
    expect(result.warnings?.join()).toContain('1 step of a month without a value')
  })

  it('needs two periods, and a period for a list', async () => {
    const short = runTool(stlDecomposeTool, { table: 't' }, dated(months(23), monthly))
    await expect(short).rejects.toThrow(/needs two periods, 24/)
    await expect(runTool(stlDecomposeTool, { values: monthly }, new MemoryContext())).rejects.toThrow(
      /give the period/,
    )
  })
})

describe('autocorrelation', () => {
  it.each(['biased', 'unbiased'] as const)('is what statsmodels says, %s', async (estimate) => {
    const result = await runTool(autocorrelationTool, { table: 't', estimate }, dated(months(120), monthly))
    oracle.acf[estimate].forEach((value, lag) =>
      expect(number(result, 'autocorrelation', String(lag))).toBeCloseTo(value, 10),
    )
    expect(number(result, 'bound')).toBeCloseTo(1.959963984540054 / Math.sqrt(120), 12)
  })

  it('tests all lags together as statsmodels does', async () => {
    const result = await runTool(autocorrelationTool, { values: monthly, lags: 10 }, new MemoryContext())
    expect(number(result, 'ljung_box_q')).toBeCloseTo(oracle.acf.ljungBox[0]!, 8)
    expect(number(result, 'p_value')).toBeCloseTo(oracle.acf.ljungBox[1]!, 12)
  })
})

describe('seasonality', () => {
  it('finds the year in months', async () => {
    const result = await runTool(seasonalityTool, { table: 't' }, dated(months(120), monthly))
    expect(number(result, 'period_steps')).toBe(12)
    expect(number(result, 'period')).toBe(365.25)
    expect(result.labels).toEqual([{ name: 'seasonal', value: 'yes' }])
  })

  it('is full for a pattern that repeats exactly, whatever the trend', async () => {
    const values = Array.from({ length: 30 }, (_, at) => [0, 2, 5, 1, 1][at % 5]! + 0.1 * at)
    const result = await runTool(seasonalityTool, { values }, new MemoryContext())
    expect(number(result, 'period_steps')).toBe(5)
    expect(number(result, 'seasonal_strength')).toBeCloseTo(1, 6)
  })

  it('finds none in a step', async () => {
    const result = await runTool(
      seasonalityTool,
      { values: steps, min_autocorrelation: 0.6 },
      new MemoryContext(),
    )
    expect(result.labels).toEqual([{ name: 'seasonal', value: 'no' }])
  })
})

describe('series_anomalies', () => {
  it('compares with the same month: by hand', async () => {
    // January 1, 2, 3, 10: mean 4, sum of squares 9 + 4 + 1 + 36 = 50, std √(50 / 3). July 5, 5, 5, 5 does not vary.
    const dates = [2016, 2017, 2018, 2019].flatMap((year) => [`${year}-01-10`, `${year}-07-10`])
    const context = dated(dates, [1, 5, 2, 5, 3, 5, 10, 5], 'degC')
    const result = await runTool(seriesAnomaliesTool, { table: 't', threshold: 1.4 }, context)
    expect(await column(context, 'anomaly')).toEqual([-3, 0, -2, 0, -1, 0, 6, 0])
    expect(number(result, 'highest_z')).toBeCloseTo(6 / Math.sqrt(50 / 3), 12)
    expect(await column(context, 'z')).toContain(null)
    expect(result.labels).toEqual([{ name: 'anomalous_date', value: '2019-01-10' }])
    expect(result.text).toContain('the mean of the same month')
    expect(result.numbers?.find(({ name }) => name === 'last_anomaly')?.unit).toBe('K')
  })

  it('compares with the whole where months have few values', async () => {
    const result = await runTool(seriesAnomaliesTool, { table: 't' }, dated(months(24), monthly))
    expect(result.text).toContain('the mean of the whole series')
    await expect(
      runTool(seriesAnomaliesTool, { table: 't', against: 'month' }, dated(months(24), monthly)),
    ).rejects.toThrow(/fewer than 3/)
  })
})

describe('spi', () => {
  it.each([
    [1, 'calendar', 'calendar1'],
    [3, 'calendar', 'calendar3'],
    [6, 'pooled', 'pooled6'],
  ] as const)('over %i months, %s, is what scipy says', async (scale, fit, name) => {
    const context = dated(months(360, 1990), rain, 'mm')
    await runTool(spiTool, { table: 't', scale, fit }, context)
    const found = (await numbers(context, 'spi')).slice(scale - 1)
    expect(farthest(every(found, 5), oracle.spi[name])).toBeLessThan(1e-5)
  })

  it('takes no month for a missing one, and counts dry ones', async () => {
    const context = dated(months(360, 1990), rain.map((value, at) => (at === 100 ? null : value)), 'mm') // prettier-ignore
    const result = await runTool(spiTool, { table: 't', scale: 2 }, context)
    const found = await column(context, 'spi')
    expect(found.flatMap((value, at) => (value === null ? [at] : []))).toEqual([0, 100, 101])
    expect(number(result, 'drought_months')).toBe(
      found.filter((value) => value !== null && Number(value) <= -1).length,
    )
    expect(number(result, 'lowest_spi')).toBe(
      Math.min(...found.flatMap((value) => (value === null ? [] : [Number(value)]))),
    )
  })

  it('needs ten years, monthly steps and no negative sums', async () => {
    await expect(runTool(spiTool, { table: 't' }, dated(months(60), rain))).rejects.toThrow(
      /fitted to 10 sums at least/,
    )
    await expect(
      runTool(spiTool, { values: [-1, ...rain.slice(0, 20)] }, new MemoryContext()),
    ).rejects.toThrow(/below 0/)
    const years = Array.from({ length: 12 }, (_, at) => `${2000 + at}-01-01`)
    await expect(runTool(spiTool, { table: 't' }, dated(years, rain))).rejects.toThrow(/needs monthly sums/)
  })
})

describe('smooth_series', () => {
  it('is what scipy and numpy say', async () => {
    const context = new MemoryContext()
    await runTool(smoothSeriesTool, { values: drift, window: 7 }, context)
    await runTool(smoothSeriesTool, { values: drift, method: 'whittaker', strength: 10 }, context)
    expect(farthest(await numbers(context, 'smoothed'), oracle.smooth.savgol)).toBeLessThan(1e-8)
    expect(farthest(await numbers(context, 'smoothed', 'result-2'), oracle.smooth.whittaker)).toBeLessThan(
      1e-7,
    )
  })

  it('by a moving mean is shorter at the ends, and says what was taken away', async () => {
    const context = new MemoryContext()
    const result = await runTool(
      smoothSeriesTool,
      { values: [0, 3, 6, 0], method: 'moving_mean', window: 3 },
      context,
    )
    expect(await column(context, 'smoothed')).toEqual([1.5, 3, 3, 3])
    // Differences 1.5, 0, −3, 3.
    expect(number(result, 'removed_rms')).toBeCloseTo(Math.sqrt((2.25 + 9 + 9) / 4), 12)
  })

  it('refuses even and long windows', async () => {
    const run = (window: number) =>
      runTool(smoothSeriesTool, { values: [1, 2, 3, 4], window }, new MemoryContext())
    await expect(run(4)).rejects.toThrow(/odd/)
    await expect(run(7)).rejects.toThrow(/shorter window/)
  })
})

describe('fit_harmonics', () => {
  it('finds amplitude and peak day of a wave that was made, on uneven dates', async () => {
    const dates = [
      '2018-03-01',
      '2018-03-20',
      '2018-07-02',
      '2018-09-09',
      '2019-01-04',
      '2019-05-05',
      '2019-11-30',
      '2020-02-02',
    ]
    const years = dates.map((date) => (Date.parse(date) - Date.UTC(2018, 0, 1)) / 86_400_000 / 365.25)
    // Highest 0.5 years after 1 January: day 183.625.
    const values = years.map((year) => 0.4 + 0.2 * Math.cos(2 * Math.PI * (year - 0.5)))
    const result = await runTool(fitHarmonicsTool, { table: 't', waves: 1 }, dated(dates, values))
    expect(number(result, 'mean')).toBeCloseTo(0.4, 10)
    expect(number(result, 'annual_amplitude')).toBeCloseTo(0.2, 10)
    expect(number(result, 'peak_day')).toBeCloseTo(183.625, 7)
    expect(result.text).toContain('2 July')
    expect(number(result, 'r_squared')).toBeCloseTo(1, 10)
  })

  it('is what numpy says of a list, with a trend', async () => {
    const result = await runTool(
      fitHarmonicsTool,
      { values: monthly, period: 12, trend: true },
      new MemoryContext(),
    )
    const truth = oracle.harmonics[0]!
    expect(number(result, 'first_amplitude')).toBeCloseTo(truth.amplitudes[0]!, 10)
    expect(number(result, 'second_amplitude')).toBeCloseTo(truth.amplitudes[1]!, 10)
    expect(number(result, 'peak_day')).toBeCloseTo(truth.crests[0]! * 12 + 1, 8)
    expect(number(result, 'slope')).toBeCloseTo(truth.slope / 12, 10)
    expect(number(result, 'rmse')).toBeCloseTo(truth.rmse, 10)
  })
})

describe('growing_season', () => {
  /** Every 10 days over two years a triangle: 0.2 at the turn of the year, 0.8 at the middle of it, 182 days on. */
  const dates = Array.from({ length: 74 }, (_, at) =>
    new Date(Date.UTC(2018, 0, 1 + 10 * at)).toISOString().slice(0, 10),
  )
  const values = dates.map((date) => {
    const day = (Date.parse(date) - Date.UTC(Number(date.slice(0, 4)), 0, 1)) / 86_400_000
    return 0.8 - (0.6 * Math.abs(day - 182)) / 183
  })

  it.each([
    [50, 183 / 2],
    [20, 183 * 0.8],
  ])('at %i %% of a triangle starts and ends where the line crosses', async (share, half) => {
    const result = await runTool(growingSeasonTool, { table: 't', share }, dated(dates, values))
    expect(number(result, 'seasons')).toBe(2)
    // Day 183 is the top; the series is read every ten days, so that its extremes may be missed by a few.
    expect(Math.abs(number(result, 'peak_day', '2018') - 183)).toBeLessThanOrEqual(5)
    expect(Math.abs(number(result, 'start_day', '2018') - (183 - half))).toBeLessThan(5)
    expect(Math.abs(number(result, 'end_day', '2018') - (183 + half))).toBeLessThan(5)
    expect(Math.abs(number(result, 'mean_season_length') - 2 * half)).toBeLessThan(10)
    expect(number(result, 'amplitude', '2018')).toBeCloseTo(0.59, 1)
  })

  it('refuses a series without a whole season or without dates', async () => {
    await expect(
      runTool(growingSeasonTool, { table: 't' }, dated(dates.slice(0, 20), values)),
    ).rejects.toThrow(/no whole season/)
    await expect(runTool(growingSeasonTool, { values }, new MemoryContext())).rejects.toThrow(/has no dates/)
  })
})
