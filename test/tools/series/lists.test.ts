import { describe, expect, it } from 'vitest'
import { aggregateSeriesTool } from '../../../src/tools/series/aggregate-series.ts'
import { compareSeriesTool } from '../../../src/tools/series/compare-series.ts'
import { countSpikesTool } from '../../../src/tools/series/count-spikes.ts'
import { cumulativeSumTool } from '../../../src/tools/series/cumulative-sum.ts'
import { describeValuesTool } from '../../../src/tools/series/describe-values.ts'
import { extremeOfValuesTool } from '../../../src/tools/series/extreme-of-values.ts'
import { percentileOfValuesTool } from '../../../src/tools/series/percentile-of-values.ts'
import { pickValuesTool } from '../../../src/tools/series/pick-values.ts'
import { shareOfValuesTool } from '../../../src/tools/series/share-of-values.ts'
import { oracle } from '../../raster/kernels/series/oracle.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { column, dated, months } from './series-tables.ts'

const empty = () => new MemoryContext()
const { drift, ties, steps } = oracle.series

describe('describe_values', () => {
  it.each([['drift', drift], ['ties', ties]] as const)('of %s is what numpy and scipy say', async (name, values) => {
    const truth = oracle.describe[name]
    const result = await runTool(describeValuesTool, { values }, empty())
    for (const key of ['mean', 'median', 'sum', 'std', 'skewness', 'kurtosis'])
      expect(number(result, key)).toBeCloseTo(truth[key]!, 10)
    expect(number(result, 'coefficient_of_variation')).toBeCloseTo(truth['cv']!, 10)
    ;[5, 25, 75, 95].forEach((each, at) =>
      expect(number(result, 'percentile', String(each))).toBeCloseTo(truth.percentiles[at]!, 10),
    )
    const other = await runTool(describeValuesTool, { values, ddof: 0, estimate: 'unbiased' }, empty())
    expect(number(other, 'std')).toBeCloseTo(truth['stdPopulation']!, 10)
    expect(number(other, 'skewness')).toBeCloseTo(truth['skewnessUnbiased']!, 10)
    expect(number(other, 'kurtosis')).toBeCloseTo(truth['kurtosisUnbiased']!, 10)
  }) // prettier-ignore

  it('leaves out what one value or equal ones do not have', async () => {
    const one = await runTool(describeValuesTool, { values: [4] }, empty())
    expect(one.numbers?.map(({ name }) => name)).not.toContain('std')
    const equal = await runTool(describeValuesTool, { values: [4, 4, 4] }, empty())
    expect(number(equal, 'std')).toBe(0)
    expect(equal.numbers?.map(({ name }) => name)).not.toContain('skewness')
  })

  it('has no coefficient of variation in degrees Celsius, whose spread is in kelvin', async () => {
    const result = await runTool(describeValuesTool, { values: [10, 20], unit: 'degC' }, empty())
    expect(result.numbers?.map(({ name }) => name)).not.toContain('coefficient_of_variation')
    expect(result.numbers?.find(({ name }) => name === 'std')?.unit).toBe('K')
    expect(result.numbers?.find(({ name }) => name === 'mean')?.unit).toBe('degC')
  })
})

describe('extreme_of_values', () => {
  it('gives the first of equal extremes and their dates', async () => {
    const result = await runTool(
      extremeOfValuesTool,
      { table: 't' },
      dated(months(5), [2, 9, null, 9, 1], 'K'),
    )
    expect(number(result, 'max')).toBe(9)
    expect(result.labels).toEqual([
      { name: 'max_date', value: '2010-02-15' },
      { name: 'min_date', value: '2010-05-15' },
    ])
    expect(result.text).toContain('and 1 more')
  })

  it('counts positions from 1, missing ones too', async () => {
    const result = await runTool(extremeOfValuesTool, { values: [3, null, 8, 1] }, empty())
    expect(number(result, 'max_position')).toBe(3)
    expect(number(result, 'min_position')).toBe(4)
  })
})

describe('pick_values', () => {
  it('counts from 1 or from the end', async () => {
    const result = await runTool(pickValuesTool, { values: [5, null, 7, 8], positions: [1, -1, 3] }, empty())
    expect(result.numbers?.slice(0, 3).map(({ value, group }) => [value, group])).toEqual([[5, '1'], [8, '4'], [7, '3']]) // prettier-ignore
  })

  it('takes dates', async () => {
    const result = await runTool(
      pickValuesTool,
      { table: 't', dates: ['2010-02-15'] },
      dated(months(3), [1, 2, 3]),
    )
    expect(number(result, 'value', '2')).toBe(2)
  })

  it('says which places there are', async () => {
    const pick = (more: object) => runTool(pickValuesTool, { values: [5, null], ...more }, empty())
    await expect(pick({ positions: [3] })).rejects.toThrow(/no position 3/)
    await expect(pick({ positions: [0] })).rejects.toThrow(/no position 0/)
    await expect(pick({ positions: [2] })).rejects.toThrow(/is missing/)
    await expect(pick({})).rejects.toThrow(/either positions or dates/)
  })
})

describe('percentile_of_values', () => {
  it('is linear between ranks, as numpy has it', async () => {
    const at = async (percentile: number) =>
      number(
        await runTool(percentileOfValuesTool, { values: [4, 1, 3, 2], percentile }, empty()),
        'percentile',
      )
    expect(await at(0)).toBe(1)
    // numpy.percentile([1, 2, 3, 4], 25) = 1.75
    expect(await at(25)).toBe(1.75)
    expect(await at(50)).toBe(2.5)
    expect(await at(100)).toBe(4)
  })
})

describe('share_of_values', () => {
  it.each([
    ['above', 1],
    ['at_or_above', 3],
    ['below', 1],
    ['at_or_below', 3],
  ])('counts what is %s', async (side, expected) => {
    const result = await runTool(
      shareOfValuesTool,
      { values: [1, 5, 5, null, 9], threshold: 5, side },
      empty(),
    )
    expect(number(result, 'count')).toBe(expected)
    expect(number(result, 'share')).toBe((100 * expected) / 4)
  })
})

describe('count_spikes', () => {
  it('counts rises of more than the threshold, across gaps', async () => {
    // Rises 0.2, −0.1, (gap) 0.15, 0.05: two are above 0.1.
    const result = await runTool(countSpikesTool, { values: [0, 0.2, 0.1, null, 0.25, 0.3] }, empty())
    expect(number(result, 'spikes')).toBe(2)
    expect(number(result, 'spike_position', '5')).toBe(5)
    expect(number(result, 'largest_rise')).toBeCloseTo(0.2, 12)
  })

  it('does not count a rise that is just the threshold', async () => {
    expect(
      number(await runTool(countSpikesTool, { values: [0, 1, 2], threshold: 1 }, empty()), 'spikes'),
    ).toBe(0)
  })
})

describe('cumulative_sum', () => {
  it('adds up and skips what is missing', async () => {
    const context = empty()
    const result = await runTool(cumulativeSumTool, { values: [1, null, 2, 4], unit: 'mm' }, context)
    expect(number(result, 'total')).toBe(7)
    expect(await column(context, 'cumulative')).toEqual([1, 3, 7])
    expect(await column(context, 'position')).toEqual([1, 3, 4])
  })
})

describe('aggregate_series', () => {
  const dates = ['2019-12-31', '2020-01-01', '2020-01-20', '2021-01-05', '2020-02-01']
  const run = async (by: string, statistic: string) => {
    const context = dated(dates, [1, 2, 4, 10, 6], 'mm')
    const result = await runTool(aggregateSeriesTool, { table: 't', by, statistic }, context)
    return { result, rows: (await context.table('result-1')).rows }
  }

  it('groups by year, month and month of the year: by hand', async () => {
    expect((await run('year', 'sum')).rows).toEqual([
      ['2019-01-01', 1, 1],
      ['2020-01-01', 12, 3],
      ['2021-01-01', 10, 1],
    ])
    expect((await run('month', 'mean')).rows.map((row) => row[1])).toEqual([1, 3, 6, 10])
    expect((await run('month_of_year', 'median')).rows).toEqual([
      [1, 4, 3],
      [2, 6, 1],
      [12, 1, 1],
    ])
    expect((await run('year', 'max')).rows.map((row) => row[1])).toEqual([1, 6, 10])
    expect((await run('year', 'min')).rows.map((row) => row[1])).toEqual([1, 2, 10])
    expect((await run('year', 'count')).rows.map((row) => row[1])).toEqual([1, 3, 1])
  })

  it('warns where sums are of unlike many values', async () => {
    const { result } = await run('year', 'sum')
    expect(result.warnings?.join()).toContain('1 to 3 values')
    expect(number(result, 'highest')).toBe(12)
    expect(number(result, 'aggregate', '2020')).toBe(12)
  })
})

describe('compare_series', () => {
  it('is what scipy says', async () => {
    const result = await runTool(
      compareSeriesTool,
      { values: drift, other_values: steps.slice(0, 50) },
      empty(),
    )
    const truth = oracle.pairs
    expect(number(result, 'correlation')).toBeCloseTo(truth['correlation']!, 12)
    expect(number(result, 'p_value')).toBeCloseTo(truth['pValue']!, 12)
    expect(number(result, 'rank_correlation')).toBeCloseTo(truth['spearman']!, 12)
    expect(number(result, 'rmse')).toBeCloseTo(truth['rmse']!, 12)
    expect(number(result, 'bias')).toBeCloseTo(truth['bias']!, 12)
    expect(number(result, 'mean_absolute_difference')).toBeCloseTo(truth['meanAbsolute']!, 12)
  })

  it('pairs what both have: entries of lists, dates of two tables', async () => {
    const lists = await runTool(
      compareSeriesTool,
      { values: [1, null, 3, 4], other_values: [2, 9, 4, 5] },
      empty(),
    )
    expect([number(lists, 'pairs'), number(lists, 'bias'), number(lists, 'correlation')]).toEqual([3, 1, 1])
    const context = dated(months(4), [1, 2, 3, 5])
    context.addTable('u', {
      columns: [{ name: 'date', unit: 'date' }, { name: 'rain', unit: 'mm' }],
      rows: months(5).slice(1).map((date, at) => [date, 10 * at]),
    }) // prettier-ignore
    const tables = await runTool(compareSeriesTool, { table: 't', other_table: 'u' }, context)
    expect(number(tables, 'pairs')).toBe(3)
    expect(tables.text).toContain('their units differ')
    expect(tables.numbers?.map(({ name }) => name)).not.toContain('rmse')
  })

  it('refuses lists of unlike length and series that do not vary', async () => {
    await expect(
      runTool(compareSeriesTool, { values: [1, 2, 3], other_values: [1, 2] }, empty()),
    ).rejects.toThrow(/3 and 2 entries/)
    await expect(
      runTool(compareSeriesTool, { values: [1, 2, 3], other_values: [1, 1, 1] }, empty()),
    ).rejects.toThrow(/does not vary/)
  })
})
