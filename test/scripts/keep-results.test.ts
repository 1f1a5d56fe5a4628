import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepResults } from '../../scripts/lib/keep-results.ts'
import { readReportData } from '../../scripts/lib/report-data.ts'
import { sampleRuns } from '../../scripts/lib/sample-runs.ts'

const run = (id: number, memory: string, right: boolean, type: string) => ({
  suite: 'field',
  id: String(id),
  variant: { memory },
  question: 'q'.repeat(20),
  expected: [],
  actual: [],
  figures: {},
  type,
  right,
})

describe('sampleRuns', () => {
  const runs = Array.from({ length: 120 }, (_, at) =>
    run(100 + at, at % 2 === 0 ? 'on' : 'off', at % 20 > 1, at < 60 ? 'fire' : 'water'),
  )
  const size = JSON.stringify(runs[1]).length + 2

  it('keeps all where there is room, in their order', () => {
    expect(sampleRuns(runs, 1e6)).toEqual(runs)
  })

  it('keeps to the room, with each variant, verdict and type', () => {
    const sample = sampleRuns(runs, 10 * size)
    expect(sample.map((each) => JSON.stringify(each) + '\n').join('').length).toBeLessThanOrEqual(10 * size)
    const kinds = new Set(sample.map(({ variant, right, type }) => `${variant['memory']} ${right} ${type}`))
    expect(kinds.size).toBe(8)
    expect(sample.map(({ id }) => id)).toEqual([...sample.map(({ id }) => id)].sort())
  })

  it('takes a plan that differs from the expected one for a wrong run', () => {
    const plans = Array.from({ length: 9 }, (_, at) => ({
      ...{ suite: 'plans', id: String(at), variant: {}, question: '', figures: {} },
      expected: ['a'],
      actual: [at === 8 ? 'b' : 'a'],
    }))
    const room = 2 * (JSON.stringify(plans[0]).length + 1)
    expect(sampleRuns(plans, room).map(({ id }) => id)).toEqual(['0', '8'])
  })
})

describe('keepResults', () => {
  it('writes what reads back the same where all has room', () => {
    const into = mkdtempSync(join(tmpdir(), 'geoforge-keep-'))
    try {
      const fixture = resolve(import.meta.dirname, '..', 'fixtures', 'report')
      keepResults(fixture, into)
      expect(readReportData(into)).toEqual(readReportData(fixture))
    } finally {
      rmSync(into, { recursive: true })
    }
  })
})
