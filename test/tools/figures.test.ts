import { isAppError } from '../../src/lib/errors.ts'
import { describe, expect, it } from 'vitest'
import { compareValuesTool } from '../../src/tools/arithmetic/compare-values.ts'
import { matchOptionTool } from '../../src/tools/arithmetic/match-option.ts'
import { convertUnit } from '../../src/trace/units.ts'
import { MemoryContext, number, runTool } from './memory-context.ts'

const match = (args: Record<string, unknown>) => runTool(matchOptionTool, args, new MemoryContext())

describe('compareValuesTool', () => {
  it('gives the change from the first to the second', async () => {
    const result = await runTool(compareValuesTool, { first: 200, second: 250 }, new MemoryContext())
    expect(['difference', 'ratio', 'percent_change'].map((name) => number(result, name))).toEqual([
      50, 1.25, 25,
    ])
  })

  it('keeps the sign of a change from a negative value', async () => {
    const result = await runTool(compareValuesTool, { first: -2, second: -1 }, new MemoryContext())
    expect(number(result, 'percent_change')).toBe(50)
  })

  it('gives no ratio to zero and says why', async () => {
    const result = await runTool(compareValuesTool, { first: 0, second: 3 }, new MemoryContext())
    expect(result.numbers?.map(({ name }) => name)).toEqual(['difference'])
    expect(result.text).toContain('first value is 0')
  })
})

describe('matchOptionTool', () => {
  it('finds the nearest value across units', async () => {
    const options = [
      { label: 'A', text: '8,000 ha', value: 8000, unit: 'ha' },
      { label: 'B', text: '81 km²', value: 81, unit: 'km2' },
    ]
    const result = await match({ value: 8026.11, unit: 'ha', options })
    expect(result.labels).toEqual([{ name: 'option', value: 'A' }])
    expect(number(result, 'distance')).toBeCloseTo(26.11, 6)
    expect((await match({ value: 80.9, unit: 'km2', options })).labels![0]!.value).toBe('B')
  })

  it('compares angles round the circle', async () => {
    const options = [350, 90].map((value, index) => ({
      label: 'AB'[index],
      text: `${value}°`,
      value,
      unit: 'deg',
    }))
    const result = await match({ value: 5, unit: 'deg', options })
    expect(result.labels![0]!.value).toBe('A')
    expect(number(result, 'distance')).toBe(15)
  })

  it('finds a sector by its word, not by a part of another', async () => {
    const options = ['North', 'towards the north-east', 'Southeast'].map((text, index) => ({
      label: 'ABC'[index],
      text,
    }))
    expect((await match({ label: 'NE', options })).labels![0]!.value).toBe('B')
    expect((await match({ label: 'N', options })).labels![0]!.value).toBe('A')
    expect((await match({ label: 'SE', options })).labels![0]!.value).toBe('C')
  })

  it('finds a class name written with underscores', async () => {
    const options = [
      { label: 'A', text: 'Moderate low severity' },
      { label: 'B', text: 'High severity' },
    ]
    expect((await match({ label: 'moderate_low', options })).labels![0]!.value).toBe('A')
  })

  it('refuses where nothing agrees, two agree, or units differ', async () => {
    const options = [
      { label: 'A', text: 'burned', value: 1, unit: 'ha' },
      { label: 'B', text: 'burned a lot', value: 3, unit: 'ha' },
    ]
    for (const args of [{ label: 'water' }, { value: 2, unit: 'ha' }, { value: 2, unit: 'deg' }, {}]) {
      await expect(match({ ...args, options })).rejects.toHaveProperty('code', 'invalid_input')
    }
    const alike = options.map((option) => ({ ...option, text: 'a burned area' }))
    await expect(match({ label: 'burned', options: alike })).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('matchOptionTool, where nothing is near', () => {
  const of = (...values: readonly (readonly [number, string])[]) =>
    values.map(([value, unit], at) => ({ label: 'ABC'[at], text: `${value} ${unit}`, value, unit }))
  const refusal = (args: Record<string, unknown>) =>
    match(args).then(
      () => null,
      (error: unknown) => (isAppError(error) ? `${error.code}: ${error.message}` : String(error)),
    )

  it('refuses an option that is off by more than half of what was measured, in one unit', async () => {
    const far = of([3000, 'ha'], [200, 'km2'])
    expect(await refusal({ value: 8026.11, unit: 'ha', options: far })).toBe(
      'invalid_input: no option is near 8,026.1 ha',
    )
    // 4013.055 ha is half of it: 4014 ha is near enough, 4013 is not.
    expect(await refusal({ value: 8026.11, unit: 'ha', options: of([4013, 'ha'], [1, 'ha']) })).toContain(
      'no option is near',
    )
    expect(await refusal({ value: 8026.11, unit: 'ha', options: of([40.14, 'km2'], [1, 'ha']) })).toBeNull()
  })

  it('takes angles within 45° and temperatures by kelvin', async () => {
    const angles = of([300, 'deg'], [90, 'deg'])
    expect(await refusal({ value: 5, unit: 'deg', options: angles })).toContain('no option is near 5°')
    expect(await refusal({ value: 340, unit: 'deg', options: angles })).toBeNull()
    expect(await refusal({ value: 1, unit: 'degC', options: of([3, 'degC'], [90, 'degC']) })).toBeNull()
  })

  it('says the word that no option holds as a person would', async () => {
    const options = [
      { label: 'A', text: 'to the south' },
      { label: 'B', text: 'low' },
    ]
    expect(await refusal({ label: 'NE', options })).toContain('no option says “north-east”')
    expect(await refusal({ label: 'moderate_low', options })).toContain('no option says “moderate low”')
  })
})

describe('convertUnit', () => {
  it('converts within a family only', () => {
    expect(convertUnit(250, 'ha', 'km2')).toBe(2.5)
    expect(convertUnit(0, 'degC', 'K')).toBe(273.15)
    expect(convertUnit(300, 'K', 'degC')).toBeCloseTo(26.85, 9)
    expect(convertUnit(50, '%', '1')).toBe(0.5)
    expect(convertUnit(1, 'ha', 'm')).toBeNull()
  })
})
