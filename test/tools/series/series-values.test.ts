import { describe, expect, it } from 'vitest'
import { regularSeries } from '../../../src/tools/support/regular-series.ts'
import { valuesOf } from '../../../src/tools/support/series-values.ts'
import { MemoryContext } from '../memory-context.ts'
import { dated, months } from './series-tables.ts'

const failing = (input: object, context = dated(months(3), [1, 2, 3])) =>
  expect(valuesOf(context, input)).rejects

describe('valuesOf', () => {
  it('sorts rows by date, drops missing values and keeps the times of the others', async () => {
    const context = dated(['2021-01-01', '2019-01-01', '2020-01-01', '2020-07-01'], [3, 1, null, 2.5], 'K')
    const found = await valuesOf(context, { table: 't' })
    expect([...found.values]).toEqual([1, 2.5, 3])
    expect(found.dates).toEqual(['2019-01-01', '2020-07-01', '2021-01-01'])
    // 547 and 731 days.
    expect([...found.times]).toEqual([0, 547 / 365.25, 731 / 365.25])
    expect([found.missing, found.unit, found.words]).toEqual([1, 'K', 'value of t'])
  })

  it('takes a list with its gaps', async () => {
    const found = await valuesOf(new MemoryContext(), { values: [5, null, 7], unit: 'ha' })
    expect([...found.values]).toEqual([5, 7])
    expect([...found.times]).toEqual([0, 2])
    expect([found.dates, found.missing, found.unit]).toEqual([null, 1, 'ha'])
  })

  it('says what is wrong with what it is given', async () => {
    await failing({}).toThrow(/neither a table nor values/)
    await failing({ table: 't', values: [1] }).toThrow(/both a table and values/)
    await failing({ values: [1], column: 'value' }).toThrow(/without a table/)
    await failing({ table: 't', column: 'rain' }).toThrow(
      /no column of numbers of that name; there are value/,
    )
    await failing({ table: 't', unit: 'K' }).toThrow(/is in 1, not in K/)
    const short = valuesOf(dated(months(3), [1, null, 3]), { table: 't' }, { atLeast: 3, use: 'a trend' })
    await expect(short).rejects.toThrow(/has 2 values \(1 are missing\), and a trend needs at least 3/)
  })

  it('warns of repeated dates', async () => {
    const found = await valuesOf(dated(['2020-01-01', '2020-01-01'], [1, 2]), { table: 't' })
    expect(found.warnings[0]).toContain('1 of the values of t share their date')
  })
})

const regular = async (dates: readonly string[], values = dates.map((_, at) => at)) =>
  regularSeries(await valuesOf(dated(dates, values), { table: 't' }))

describe('regularSeries', () => {
  it('finds months, whatever their day, and fills a missing one', async () => {
    const found = await regular(['2020-01-10', '2020-02-20', '2020-04-02', '2020-05-05'], [1, 2, 4, 5])
    expect([...found.values]).toEqual([1, 2, 3, 4, 5])
    expect([found.perYear, found.filled, found.slot]).toEqual([12, 1, 'a month'])
    expect(found.dates).toHaveLength(5)
  })

  it('finds years and composites of 16 days that start anew each January', async () => {
    expect((await regular(['2018-06-01', '2019-06-02', '2020-05-30'])).perYear).toBe(1)
    const composites = [2020, 2021].flatMap((year) =>
      Array.from({ length: 23 }, (_, at) =>
        new Date(Date.UTC(year, 0, 1 + 16 * at)).toISOString().slice(0, 10),
      ),
    )
    const found = await regular(composites)
    expect([found.perYear, found.filled, found.values.length]).toEqual([23, 0, 46])
  })

  it('finds steps of equal days', async () => {
    const weeks = Array.from({ length: 120 }, (_, at) =>
      new Date(Date.UTC(2020, 2, 3 + 7 * at)).toISOString().slice(0, 10),
    )
    const found = await regular(weeks.filter((_, at) => at % 9 !== 4))
    expect([found.values.length, found.slot]).toEqual([120, '7 days'])
    expect([...found.values].every((value, at, all) => at === 0 || value >= all[at - 1]!)).toBe(true)
  })

  it('refuses several values a month and too many gaps', async () => {
    await expect(regular(['2020-01-01', '2020-01-30', '2020-02-28', '2020-04-01'])).rejects.toThrow(
      /not evenly spaced/,
    )
    await expect(regular(['2020-01-01', '2020-02-01', '2020-12-01'])).rejects.toThrow(/more than a quarter/)
  })
})
