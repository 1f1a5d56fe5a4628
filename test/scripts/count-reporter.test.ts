import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Count } from '../../scripts/lib/test-count.ts'

const root = resolve(import.meta.dirname, '..', '..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-count-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** What the reporter counts in a run of its own over these files. */
function countOf(files: Readonly<Record<string, string>>): Count {
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code)
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { globals: true } }')
  const count = join(folder, 'count.json')
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporter = join(root, 'scripts', 'lib', 'count-reporter.ts')
  const { VITEST: _, ...env } = process.env
  spawnSync(process.execPath, [program, 'run', '--root', folder, `--reporter=${reporter}`], {
    env: { ...env, GEOFORGE_COUNT_FILE: count },
  })
  return JSON.parse(readFileSync(count, 'utf8')) as Count
}

describe('CountReporter', () => {
  it('counts each test once, and names failures, skips with their reason, and files that break', () => {
    const count = countOf({
      'good.test.mjs': `
        it('holds', () => {})
        it.skip('waits', () => {})
        it('looks first', (context) => context.skip('no browser here'))`,
      'bad.test.mjs': `
        describe('sum', () => { it('adds', () => { expect(1).toBe(2) }) })`,
      'broken.test.mjs': `throw new Error('no such file')`,
      'hook.test.mjs': `
        describe('server', () => {
          beforeAll(() => { throw new Error('no port') })
          it('answers', () => {})
        })`,
    })
    expect(count.passed).toBe(1)
    expect([...count.failures].sort()).toEqual([
      'bad.test.mjs › sum > adds',
      'broken.test.mjs did not load: no such file',
      'hook.test.mjs › server (a hook failed)',
    ])
    expect(count.failed).toBe(3)
    expect([...count.skips].sort()).toEqual([
      'good.test.mjs › looks first: no browser here',
      'good.test.mjs › waits',
      'hook.test.mjs › server > answers',
    ])
  }, 30_000)

  it('counts an error outside of any test', () => {
    const count = countOf({
      'stray.test.mjs': `
        it('passes', async () => {
          setTimeout(() => { throw new Error('stray') })
          await new Promise((done) => setTimeout(done, 50))
        })`,
    })
    expect(count).toMatchObject({ passed: 1, failed: 1, failures: ['error outside of any test: stray'] })
  }, 30_000)
})
