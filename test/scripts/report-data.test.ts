import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeRuns } from '../../bench/evaluation/runs.ts'
import { readReportData } from '../../scripts/lib/report-data.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('readReportData', () => {
  it('has nothing where there is no folder', () => {
    expect(readReportData(join(folder, 'none'))).toEqual({ reports: [], runs: [] })
  })

  it('reads every suite and every run, as writeRuns writes them', () => {
    const run = {
      suite: 'plans',
      id: '1',
      variant: { memory: 'on' },
      question: 'Where?\nThere?',
      expected: ['a'],
      actual: [],
      figures: { exact: 0 },
    }
    writeRuns(join(folder, 'runs'), 'plans', [run, { ...run, id: '2' }])
    const report = { suite: 'plans', version: '1', machine: { cores: 2 }, options: {}, rows: [{ name: 'a', share: 1 }] } // prettier-ignore
    writeFileSync(join(folder, 'plans.json'), JSON.stringify(report))
    expect(readReportData(folder)).toEqual({ reports: [report], runs: [run, { ...run, id: '2' }] })
  })

  it('reads the results that are kept in the project', () => {
    expect(() => readReportData(resolve('bench', 'results'))).not.toThrow()
  })

  it('names the file and the line that has not the shape', () => {
    mkdirSync(join(folder, 'runs'))
    writeFileSync(join(folder, 'runs', 'field.jsonl'), '\n{"suite":"field"}\n')
    expect(() => readReportData(folder)).toThrow(/field\.jsonl:2 .*\n.*id/s)
    writeFileSync(join(folder, 'runs', 'field.jsonl'), '')
    writeFileSync(join(folder, 'field.json'), '{"suite":')
    expect(() => readReportData(folder)).toThrow(/field\.json is not as npm run eval writes it/)
  })
})
