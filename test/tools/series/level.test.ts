import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../../src/tools/index.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const run = (name: string, args: Record<string, unknown>) =>
  runTool(
    TOOLS.find((tool) => tool.name === name)!,
    args,
    new MemoryContext(),
  )

describe('values that do not vary', () => {
  // Ten times 0.1 is not 1 in binary: a plain mean leaves a spread of 1e-17 that looks like one.
  const level = Array.from({ length: 10 }, () => 0.1)
  const rising = Array.from(level.keys())

  it('have no skewness, correlation, anomaly or R²', async () => {
    const described = await run('describe_values', { values: level })
    expect(number(described, 'std')).toBe(0)
    expect(number(described, 'skewness')).toBeNaN()
    await expect(run('autocorrelation', { values: level })).rejects.toThrow(/equal/)
    await expect(run('series_anomalies', { values: level })).rejects.toThrow(/do not vary/)
    await expect(run('compare_series', { values: level, other_values: rising })).rejects.toThrow(
      /does not vary/,
    )
    expect(number(await run('linear_trend', { values: level }), 'r_squared')).toBeNaN()
    const waves = await run('fit_harmonics', { values: [...level, ...level], waves: 1, period: 5 })
    expect(number(waves, 'r_squared')).toBeNaN()
  })

  it('have neither trend nor season', async () => {
    const parts = await run('stl_decompose', { values: [...level, ...level], period: 4 })
    expect(number(parts, 'trend_strength')).toBe(0)
    expect(number(parts, 'seasonal_strength')).toBe(0)
  })
})

describe('a large level', () => {
  it('leaves a robust decomposition as it is', async () => {
    const small = Array.from({ length: 40 }, (_, at) => [4, 2, 1, 0, 3, 7, 0][(at * at) % 7]! + (at % 5))
    const [near, far] = await Promise.all(
      [0, 1e6].map((offset) =>
        run('stl_decompose', { values: small.map((each) => each + offset), period: 12, robust: true }),
      ),
    )
    for (const name of ['trend_change', 'seasonal_range', 'remainder_std']) {
      expect(number(far!, name)).toBeCloseTo(number(near!, name), 9)
    }
  })
})

describe('numbers beyond all measure', () => {
  it('are refused where their powers would overflow', async () => {
    for (const name of ['describe_values', 'linear_trend', 'cumulative_sum', 'pettitt_test']) {
      await expect(run(name, { values: [1e308, 1e308, -1e308, 1, 2, 3] })).rejects.toThrow(/beyond ±1e70/)
    }
  })
})

describe('values of one date', () => {
  // scipy.stats.kendalltau(days, values, method='asymptotic') gives the tau and, by its p, the variance of S.
  const days = [1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 7, 7]
  const values = [3, 1, 2, 2, 5, 4, 4, 6, 5, 7, 7, 9]
  const test = (order: readonly number[]) => {
    const context = new MemoryContext()
    context.addTable('t', {
      columns: [
        { name: 'date', unit: 'date' },
        { name: 'value', unit: '1' },
      ],
      rows: order.map((at) => [`2020-01-0${days[at]!}`, values[at]!]),
    })
    return runTool(
      TOOLS.find(({ name }) => name === 'mann_kendall')!,
      { table: 't' },
      context,
    )
  }

  it('count for neither side in a Mann–Kendall test, in whatever order they stand', async () => {
    const forwards = await test([...days.keys()])
    expect(number(forwards, 's')).toBe(47)
    expect(number(forwards, 'tau_b')).toBeCloseTo(0.7705953570461447, 12)
    expect(number(forwards, 'variance')).toBeCloseTo(202.36363636363635, 8)
    expect((await test([...days.keys()].reverse())).numbers).toEqual(forwards.numbers)
  })
})
