import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  condition,
  kendallTau,
  lastScore,
  medianSlope,
  rSquared,
  seasonOf,
  slopeProbability,
  yearsSince,
} from '../../bench/fieldbench/data/course-truth.ts'
import { steepnessOf } from '../../bench/fieldbench/data/relief.ts'
import { deforestation } from '../../bench/fieldbench/types/deforestation.ts'
import { drought } from '../../bench/fieldbench/types/drought.ts'
import { landslide } from '../../bench/fieldbench/types/landslide.ts'
import { phenology } from '../../bench/fieldbench/types/phenology.ts'
import { vegetationChange } from '../../bench/fieldbench/types/vegetation-change.ts'
import { vegetationTrend } from '../../bench/fieldbench/types/vegetation-trend.ts'

describe('course truths', () => {
  it('count years of 365.25 days', () => {
    expect(yearsSince(['2020-01-01', '2020-12-31'])[1]).toBeCloseTo(365 / 365.25, 12)
  })

  it('take the median of all slopes', () => {
    // Slopes 1, 2, 7 / 3, 3, 3, 3 of (0,0) (1,1) (2,4) (3,7): the middle two are 7 / 3 and 3.
    expect(medianSlope([0, 1, 2, 3], [0, 1, 4, 7])).toBeCloseTo((7 / 3 + 3) / 2, 12)
  })

  it('count rising and falling pairs', () => {
    // 1 3 2: two pairs rise, one falls.
    expect(kendallTau([1, 3, 2])).toBeCloseTo(1 / 3, 12)
  })

  it('agree with scipy.stats.linregress', () => {
    // linregress([0, 1, 2, 3, 4], [1, 3, 2, 5, 4]): r² 0.64, p 0.1040880386618…
    expect(rSquared([0, 1, 2, 3, 4], [1, 3, 2, 5, 4])).toBeCloseTo(0.64, 12)
    expect(slopeProbability([0, 1, 2, 3, 4], [1, 3, 2, 5, 4])).toBeCloseTo(0.10408803866, 8)
  })

  it('score the last value by the deviation of a sample', () => {
    // Mean 2, deviation 1.
    expect(lastScore([1, 2, 3])).toBeCloseTo(1, 12)
  })

  it('find where a season crosses a share of its rise and fall', () => {
    // Up from 0 to 10 between days 10 and 20, down to 2 between 30 and 40: 20 % is 2 on the way up, 3.6 on the way down.
    const season = seasonOf([0, 10, 20, 30, 40], [0, 0, 10, 10, 2], 0.2)
    expect(season).toMatchObject({ start: 12, peak: 20, amplitude: 9 })
    expect(season.end).toBeCloseTo(38, 12)
  })

  it('place the last layer between the extremes of each pixel', () => {
    const layers = [[0, 5, 1], [10, 5, 3], [4, 5, 1]] // prettier-ignore
    expect([...condition(layers, 'highest')]).toEqual([40, NaN, 0])
    expect([...condition(layers, 'lowest')]).toEqual([60, NaN, 100])
  })
})

describe('steepnessOf', () => {
  it('is 45° on a plane that rises by a cell a cell, and nothing at the edge', () => {
    const plane = Float32Array.from({ length: 9 }, (_, at) => 30 * (at % 3))
    const slopes = steepnessOf(plane, 3, 30)
    expect(slopes[4]).toBeCloseTo(45, 10)
    expect(slopes[0]).toBeNaN()
  })
})

describe.each([vegetationTrend, vegetationChange, phenology, drought, deforestation, landslide])(
  'tasks of $type',
  (type) => {
    const tasks: typeof type.tasks = (split, shared) => type.tasks(split, shared)
    it('are six or more of each split, a third of them of the test split alone, in all styles', () => {
      const [train, dev, test] = (['train', 'dev', 'test'] as const).map((split) => tasks(split, null))
      expect(Math.min(train!.length, dev!.length)).toBeGreaterThanOrEqual(8)
      expect(test!.length).toBeGreaterThanOrEqual(12)
      expect(new Set(test!.map(({ style }) => style)).size).toBe(6)
      const held = test!.filter(({ wording }) => !train!.some((other) => other.wording === wording))
      expect(held.length).toBeGreaterThanOrEqual(4)
      for (const list of [train!, held]) {
        expect(list.some(({ style }) => style === 'unanswerable')).toBe(true)
      }
    })

    it('are the same bytes, question and truth each time', async () => {
      const task = tasks('train', null)[0]!
      const [first, second] = await Promise.all([drawn(task), drawn(task)])
      expect(first).toEqual(second)
    }, 60_000)
  },
)

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function drawn(task: ReturnType<typeof vegetationTrend.tasks>[number]) {
  const { files, ...asked } = await task.draw()
  const read = files.map(async ({ name, bytes }) => [name, digest(await bytes.read(0, bytes.size))] as const)
  return { asked, files: await Promise.all(read) }
}
