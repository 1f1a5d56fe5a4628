import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeRuns } from '../../bench/evaluation/runs.ts'

const run = (id: string) => ({
  suite: 'plans',
  id,
  variant: { memory: 'on' },
  question: 'Where?\nThere?',
  expected: ['a'],
  actual: ['a'],
  figures: { exact: 1 },
})
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-runs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('writeRuns', () => {
  it('writes one run a line, in order, in place of what an earlier run of the suite left', () => {
    const into = join(folder, 'new')
    writeRuns(into, 'plans', [run('1'), run('2'), run('3')])
    writeRuns(into, 'plans', [run('2'), run('1')])
    const lines = readFileSync(join(into, 'plans.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['2', '1'])
  })

  it('writes nothing where no folder is named', () => {
    writeRuns(undefined, 'plans', [run('1')])
    expect(existsSync(join(folder, 'plans.jsonl'))).toBe(false)
  })
})
