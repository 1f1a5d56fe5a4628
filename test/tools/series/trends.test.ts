import { describe, expect, it } from 'vitest'
import { changePointsTool } from '../../../src/tools/series/change-points.ts'
import { linearTrendTool } from '../../../src/tools/series/linear-trend.ts'
import { mannKendallTool } from '../../../src/tools/series/mann-kendall.ts'
import { pettittTestTool } from '../../../src/tools/series/pettitt-test.ts'
import { rateBetweenDatesTool } from '../../../src/tools/series/rate-between-dates.ts'
import { sensSlopeTool } from '../../../src/tools/series/sens-slope.ts'
import { oracle } from '../../raster/kernels/series/oracle.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { dated, months } from './series-tables.ts'

const { monthly, ties, steps, drift } = oracle.series
const empty = () => new MemoryContext()
const YEARS = ['2017-01-01', '2018-01-01', '2019-01-01', '2020-01-01', '2021-01-01']
/** 0, 365, 730, 1095 and 1461 days as years of 365.25. */
const TIMES = [0, 365, 730, 1095, 1461].map((days) => days / 365.25)

describe('linear_trend', () => {
  it('of a list is a step’s, as scipy.stats.linregress says', async () => {
    const result = await runTool(linearTrendTool, { values: monthly }, empty())
    const expected = oracle.line.monthly
    expect(number(result, 'slope')).toBeCloseTo(expected.slope, 12)
    expect(number(result, 'intercept')).toBeCloseTo(expected.intercept, 12)
    expect(number(result, 'r_squared')).toBeCloseTo(expected.rSquared, 12)
    expect(number(result, 'standard_error')).toBeCloseTo(expected.standardError, 12)
    expect(number(result, 'p_value')).toBeCloseTo(expected.pValue, 12)
    expect(number(result, 'rmse')).toBeCloseTo(expected.rmse, 12)
    expect(result.text).toContain('a step')
  })

  it('of dates is a year’s of 365.25 days, with a gap kept open', async () => {
    const values = TIMES.map((time) => 300 + 0.5 * time)
    const context = dated(YEARS, [...values.slice(0, 2), null, ...values.slice(3)], 'degC')
    const result = await runTool(linearTrendTool, { table: 't' }, context)
    expect(number(result, 'slope')).toBeCloseTo(0.5, 10)
    expect(number(result, 'intercept')).toBeCloseTo(300, 9)
    expect(result.numbers?.find(({ name }) => name === 'slope')?.unit).toBe('K/year')
    expect(number(result, 'values_left_out')).toBe(1)
  })

  it('says areas in hectares a year and refuses what has no unit', async () => {
    const km2 = await runTool(linearTrendTool, { table: 't' }, dated(YEARS, TIMES.map((time) => 2e4 * time), 'm2')) // prettier-ignore
    expect(number(km2, 'slope')).toBeCloseTo(2, 9)
    expect(km2.text).toContain('ha a year')
    await expect(runTool(linearTrendTool, { table: 't' }, dated(YEARS, TIMES, 'deg'))).rejects.toThrow(
      /no unit here/,
    )
    await expect(runTool(linearTrendTool, { values: [1, 2] }, empty())).rejects.toThrow(/at least 3/)
  })

  it('has no R² where all is equal', async () => {
    const result = await runTool(linearTrendTool, { values: [2, 2, 2, 2] }, empty())
    expect(number(result, 'slope')).toBe(0)
    expect(number(result, 'p_value')).toBe(1)
    expect(result.text).toContain('no R²')
  })
})

describe('mann_kendall', () => {
  const expected = oracle.kendall
  it.each([
    ['plain', ties, expected.ties, 'increasing'],
    ['plain', drift, expected.drift, undefined],
    ['hamed_rao', drift, expected.hamedRao, undefined],
    ['seasonal', monthly, expected.seasonal, 'increasing'],
  ] as const)('%s is what pymannkendall says', async (variant, values, truth, trend) => {
    const result = await runTool(mannKendallTool, { values, variant }, empty())
    expect(number(result, 's')).toBe(truth.s)
    expect(number(result, 'variance') / truth.variance).toBeCloseTo(1, 9)
    expect(number(result, 'z')).toBeCloseTo(truth.z, 8)
    expect(number(result, 'p_value')).toBeCloseTo(truth.pValue, 8)
    expect(number(result, 'tau')).toBeCloseTo(truth.tau, 12)
    if (trend) expect(result.labels).toContainEqual({ name: 'trend', value: trend })
  })

  it('takes the months of the dates for seasons', async () => {
    const result = await runTool(
      mannKendallTool,
      { table: 't', variant: 'seasonal' },
      dated(months(120), monthly),
    )
    expect(number(result, 's')).toBe(oracle.kendall.seasonal.s)
  })

  it('tells a fall by an S below zero, which is no count of things', async () => {
    // All six pairs fall.
    const { numbers } = await runTool(mannKendallTool, { values: [4, 3, 2, 1] }, empty())
    expect(numbers).toContainEqual(expect.objectContaining({ name: 's', value: -6, dimension: 'value' }))
    expect(numbers).toContainEqual(expect.objectContaining({ name: 'tau', value: -1 }))
  })

  it('refuses equal and few values', async () => {
    await expect(runTool(mannKendallTool, { values: [1, 1, 1, 1] }, empty())).rejects.toThrow(
      /no two unlike values/,
    )
    await expect(runTool(mannKendallTool, { values: [1, 2, 3] }, empty())).rejects.toThrow(/at least 4/)
  })
})

describe('sens_slope', () => {
  it('is what scipy.stats.theilslopes says, with its interval', async () => {
    const result = await runTool(sensSlopeTool, { values: ties, confidence: 90 }, empty())
    const { slope, low, high, intercept } = oracle.sen.ties
    expect(number(result, 'slope')).toBeCloseTo(slope, 12)
    expect(number(result, 'slope_low')).toBeCloseTo(low, 12)
    expect(number(result, 'slope_high')).toBeCloseTo(high, 12)
    expect(number(result, 'intercept')).toBeCloseTo(intercept, 12)
  })

  it('goes by time, not by place: an outlier and uneven dates leave a straight line as it is', async () => {
    const dates = ['2010-01-01', '2010-03-01', '2012-06-01', '2013-01-01', '2019-01-01', '2020-01-01']
    const years = dates.map((date) => (Date.parse(date) - Date.parse(dates[0]!)) / 86_400_000 / 365.25)
    const values = years.map((year, at) => (at === 3 ? 50 : 4 - 0.25 * year))
    const result = await runTool(sensSlopeTool, { table: 't' }, dated(dates, values, 'dB'))
    expect(number(result, 'slope')).toBeCloseTo(-0.25, 10)
    expect(result.text).toContain('dB a year')
  })
})

describe('change_points', () => {
  it('are those of ruptures for the same penalty', async () => {
    for (const { penalty, minSize, found } of oracle.pelt.slice(0, 3)) {
      const result = await runTool(changePointsTool, { values: steps, penalty, min_size: minSize }, empty())
      expect(number(result, 'change_points')).toBe(found.length)
      // A new level begins one after the number of values before it, counted from 1.
      found.forEach((place, at) => expect(number(result, 'change_position', String(at + 1))).toBe(place + 1))
    }
  })

  it('finds the three levels with its own penalty, says it, and gives means and dates', async () => {
    const result = await runTool(changePointsTool, { table: 't' }, dated(months(60), steps))
    expect(result.labels?.map(({ value }) => value)).toEqual(['2011-09-15', '2012-12-15'])
    const mean = (part: readonly number[]) => part.reduce((sum, value) => sum + value, 0) / part.length
    expect(number(result, 'segment_mean', '2')).toBeCloseTo(mean(steps.slice(20, 35)), 12)
    expect(result.text).toContain('2 σ² ln n')
  })

  it('refuses a penalty of nothing', async () => {
    await expect(runTool(changePointsTool, { values: [1, 1, 1, 1, 5, 5] }, empty())).rejects.toThrow(
      /penalty above 0/,
    )
  })
})

describe('pettitt_test', () => {
  it.each([['steps', steps], ['ties', ties]] as const)('of %s is what ranks say', async (name, values) => {
    const result = await runTool(pettittTestTool, { values }, empty())
    const truth = oracle.pettitt[name]
    expect(number(result, 'k')).toBe(truth.k)
    expect(number(result, 'p_value')).toBeCloseTo(truth.pValue, 12)
    expect(number(result, 'change_position')).toBe(truth.before + 1)
  }) // prettier-ignore
})

describe('rate_between_dates', () => {
  it('divides the change by years of 365.25 days', async () => {
    const context = dated(['2019-01-01', '2020-01-01', '2021-01-01'], [10, 14, 25], 'ha')
    const result = await runTool(rateBetweenDatesTool, { table: 't', from: '2020-01-01' }, context)
    // 11 ha in 366 days.
    expect(number(result, 'rate')).toBeCloseTo((11 / 366) * 365.25, 10)
    expect(number(result, 'change')).toBe(11)
    expect(number(result, 'days')).toBeCloseTo(366, 9)
    expect(number(result, 'percent_change')).toBeCloseTo(1100 / 14, 10)
    expect(result.numbers?.[0]?.unit).toBe('ha/year')
  })

  it('names the nearest date where there is none, and refuses dates out of order', async () => {
    const context = dated(['2019-01-01', '2020-01-01'], [1, 2])
    await expect(runTool(rateBetweenDatesTool, { table: 't', from: '2019-02-01' }, context)).rejects.toThrow(
      /nearest date is 2019-01-01/,
    )
    await expect(
      runTool(rateBetweenDatesTool, { table: 't', from: '2020-01-01', to: '2019-01-01' }, context),
    ).rejects.toThrow(/does not come after/)
  })
})
