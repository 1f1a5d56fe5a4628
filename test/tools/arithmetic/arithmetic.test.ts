import { describe, expect, it } from 'vitest'
import { areaPerShareTool } from '../../../src/tools/arithmetic/area-per-share.ts'
import { calculateTool } from '../../../src/tools/arithmetic/calculate.ts'
import { compareValuesTool } from '../../../src/tools/arithmetic/compare-values.ts'
import { convertUnitsTool } from '../../../src/tools/arithmetic/convert-units.ts'
import { dateDifferenceTool } from '../../../src/tools/arithmetic/date-difference.ts'
import { dayOfYearTool } from '../../../src/tools/arithmetic/day-of-year.ts'
import { matchOptionTool } from '../../../src/tools/arithmetic/match-option.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const calculate = (args: Record<string, unknown>) => runTool(calculateTool, args, new MemoryContext())
/** Value and unit of the result. */
const result = async (args: Record<string, unknown>) => {
  const [found] = (await calculate(args)).numbers!
  return [found!.value, found!.unit]
}

describe('calculate', () => {
  it('keeps the order of a and b, and writes it out', async () => {
    expect(await result({ operation: 'add', a: 2, b: 3 })).toEqual([5, '1'])
    expect(await result({ operation: 'subtract', a: 2, b: 3 })).toEqual([-1, '1'])
    expect(await result({ operation: 'divide', a: 3, b: 2 })).toEqual([1.5, '1'])
    expect(await result({ operation: 'ratio', a: 3, b: 2 })).toEqual([1.5, '1'])
    expect(await result({ operation: 'percent_change', a: 200, b: 250 })).toEqual([25, '%'])
    expect(await result({ operation: 'percent_change', a: -4, b: -2 })).toEqual([50, '%'])
    expect(await result({ operation: 'absolute_difference', a: 2, b: 3 })).toEqual([1, '1'])
    expect(await result({ operation: 'power', a: 2, b: 10 })).toEqual([1024, '1'])
    expect((await calculate({ operation: 'divide', a: 3, b: 2 })).text).toBe('3 / 2 is 1.5.')
  })

  it('rounds halves away from 0, up and down by value', async () => {
    const rounded = (operation: string, a: number, decimals = 0) => result({ operation, a, decimals })
    expect(await rounded('round', 2.5)).toEqual([3, '1'])
    expect(await rounded('round', -2.5)).toEqual([-3, '1'])
    expect(await rounded('round', 1.005, 2)).toEqual([1.01, '1'])
    expect(await rounded('round', 1e-9, 2)).toEqual([0, '1'])
    expect(await rounded('ceil', 1.2)).toEqual([2, '1'])
    expect(await rounded('ceil', -1.2)).toEqual([-1, '1'])
    expect(await rounded('floor', -1.2)).toEqual([-2, '1'])
    expect(await rounded('floor', 1.29, 1)).toEqual([1.2, '1'])
  })

  it('carries units', async () => {
    expect(await result({ operation: 'add', a: 1, unit: 'km2', b: 50, unit_b: 'ha' })).toEqual([1.5, 'km2'])
    expect(await result({ operation: 'subtract', a: 30, unit: 'degC', b: 10 })).toEqual([20, 'K'])
    expect(await result({ operation: 'multiply', a: 20, unit: '%', b: 50, unit_b: 'ha' })).toEqual([10, 'ha'])
    expect(await result({ operation: 'multiply', a: 30, unit: 'm', b: 2, unit_b: 'km' })).toEqual([
      60_000,
      'm2',
    ])
    expect(await result({ operation: 'divide', a: 1, unit: 'km2', b: 20, unit_b: 'ha' })).toEqual([5, '1'])
    expect(await result({ operation: 'divide', a: 12, unit: 'ha', b: 4 })).toEqual([3, 'ha'])
    expect(await result({ operation: 'power', a: 30, unit: 'm', b: 2 })).toEqual([900, 'm2'])
  })

  it.each([
    [{ operation: 'divide', a: 1, b: 0 }, /nothing can be divided by it/],
    [{ operation: 'ratio', a: 1, b: 0 }, /nothing can be divided by it/],
    [{ operation: 'percent_change', a: 0, b: 1 }, /nothing can be divided by it/],
    [{ operation: 'add', a: 1, unit: 'ha', b: 1, unit_b: 'K' }, /measure different things/],
    [{ operation: 'multiply', a: 1, unit: 'ha', b: 1, unit_b: 'K' }, /has no unit here/],
    [{ operation: 'percent_change', a: 10, unit: 'degC', b: 12 }, /says nothing/],
    [{ operation: 'power', a: -2, b: 0.5 }, /no real number/],
    [{ operation: 'add', a: 1 }, /give b/],
    [{ operation: 'round', a: 1, b: 2 }, /leave b out/],
    [{ operation: 'multiply', a: 1e200, b: 1e200 }, /too large/],
  ])('refuses %o', async (args, message) => {
    await expect(calculate(args)).rejects.toThrow(message)
  })
})

describe('convert_units', () => {
  const converted = async (value: number, from: string, to: string) =>
    number(await runTool(convertUnitsTool, { value, from, to }, new MemoryContext()), 'converted')

  it.each([
    [300, 'K', 'degC', 26.85],
    [26.85, 'degC', 'K', 300],
    [212, 'degF', 'K', 373.15],
    [1, 'km2', 'ha', 100],
    [1, 'acre', 'm2', 4046.8564224],
    [5280, 'ft', 'km', 1.609344],
    [36, 'km/h', 'm/s', 10],
    [1, 'km/day', 'm/day', 1000],
    [0.25, '1', '%', 25],
    [0.01, 'linear', 'dB', -20],
    [3, 'dB', 'linear', 10 ** 0.3],
    [180, 'deg', 'rad', Math.PI],
    [Math.PI / 2, 'rad', 'deg', 90],
    [25, 'mm', 'cm', 2.5],
    [2, 'rad', 'rad', 2],
  ] as const)('%d %s in %s', async (value, from, to, expected) => {
    expect(await converted(value, from, to)).toBeCloseTo(expected, 9)
  })

  it('refuses unlike units and what cannot be', async () => {
    await expect(converted(1, 'ha', 'm')).rejects.toThrow(/ha converts to m2, km2/)
    await expect(converted(0, 'linear', 'dB')).rejects.toThrow(/above 0/)
    await expect(converted(-300, 'degC', 'K')).rejects.toThrow(/absolute zero/)
    await expect(converted(1, 'NTU', 'K')).rejects.toThrow(/no other unit/)
  })
})

describe('date_difference', () => {
  const days = async (from: string, to: string) =>
    number(await runTool(dateDifferenceTool, { from, to }, new MemoryContext()), 'days')

  it('counts leap days, and backwards', async () => {
    expect(await days('2020-02-28', '2020-03-01')).toBe(2)
    expect(await days('2021-02-28', '2021-03-01')).toBe(1)
    expect(await days('2020-01-01', '2019-01-01')).toBe(-365)
    expect(await days('2000-01-01', '2000-01-01')).toBe(0)
  })

  it('refuses a day that is in no calendar', async () => {
    await expect(days('2021-02-29', '2021-03-01')).rejects.toThrow(/no date of the calendar/)
  })
})

describe('day_of_year', () => {
  const run = (args: object) => runTool(dayOfYearTool, { ...args }, new MemoryContext())

  it('goes there and back', async () => {
    expect(number(await run({ date: '2019-08-09' }), 'day_of_year')).toBe(221)
    expect(number(await run({ date: '2020-12-31' }), 'day_of_year')).toBe(366)
    expect((await run({ year: 2020, day: 60 })).labels).toEqual([{ name: 'date', value: '2020-02-29' }])
    expect((await run({ year: 2019, day: 60 })).labels).toEqual([{ name: 'date', value: '2019-03-01' }])
  })

  it('refuses day 366 of a year of 365, and too much or too little', async () => {
    await expect(run({ year: 2019, day: 366 })).rejects.toThrow(/has 365 days/)
    await expect(run({ year: 2019 })).rejects.toThrow(/neither/)
    await expect(run({ date: '2019-01-01', day: 3 })).rejects.toThrow(/both/)
  })
})

describe('area_per_share', () => {
  it('is part of the whole in its unit', async () => {
    const found = await runTool(areaPerShareTool, { area: 250, share: 20, unit: 'km2' }, new MemoryContext())
    expect([number(found, 'area'), number(found, 'rest'), number(found, 'share')]).toEqual([50, 200, 20])
    expect(found.numbers?.[0]?.unit).toBe('km2')
  })
})

describe('compare_values', () => {
  it('takes the first from the second', async () => {
    const found = await runTool(compareValuesTool, { first: 8, second: 6 }, new MemoryContext())
    expect([number(found, 'difference'), number(found, 'ratio'), number(found, 'percent_change')]).toEqual([
      -2, 0.75, -25,
    ])
  })
})

describe('match_option', () => {
  it('compares in the unit of the option', async () => {
    const options = [
      { label: 'A', text: '80.3 km²', value: 80.3, unit: 'km2' },
      { label: 'B', text: '8,100 ha', value: 8100, unit: 'ha' },
    ]
    const found = await runTool(matchOptionTool, { value: 8026.11, unit: 'ha', options }, new MemoryContext())
    expect(found.labels).toEqual([{ name: 'option', value: 'A' }])
  })
})
