import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkAims } from '../../bench/harness/aims.ts'
import { parseArguments } from '../../bench/harness/arguments.ts'
import { listBenches } from '../../bench/harness/list.ts'
import { runHarness } from '../../bench/harness/main.ts'
import { codeHash } from '../../bench/harness/part-cache.ts'
import { table } from '../../bench/harness/table.ts'

const benches = join(import.meta.dirname, 'fixtures', 'benches')
const bench = join(import.meta.dirname, '..', '..', 'bench')
let work: string
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'geoforge-bench-'))
})
afterEach(() => rmSync(work, { recursive: true }))

async function run(...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runHarness(
    argv,
    { benches, code: [benches], shared: '/shared', work, version: '1.2.3' },
    { out: (text) => out.push(text), err: (text) => err.push(text) },
  )
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('listBenches', () => {
  it('lists a folder by the names that its files give', async () => {
    expect([...(await listBenches(benches)).keys()]).toEqual(['plain', 'steps'])
  })

  it('finds the retrieval suite of the project', async () => {
    expect([...(await listBenches(join(bench, 'suites'))).keys()]).toContain('retrieval')
  })

  it('is empty where there is no folder', async () => {
    expect((await listBenches(join(work, 'none'))).size).toBe(0)
  })
})

describe('parseArguments', () => {
  it('reads a name, options with values, and switches', () => {
    expect(parseArguments(['reading', '--json', 'a.json', '--limit=5', '--set', 'x', '--strict', '--words'])).toEqual(
      { name: 'reading', json: 'a.json', strict: true, options: { limit: '5', set: 'x', words: 'true' } },
    ) // prettier-ignore
  })

  it('does not take the name for the value of --strict', () => {
    expect(parseArguments(['--strict', 'reading'])).toMatchObject({ name: 'reading', strict: true })
  })

  it('refuses two names and a --json without a file', () => {
    expect(() => parseArguments(['one', 'two'])).toThrow(/one, two/)
    expect(() => parseArguments(['one', '--json'])).toThrow(/--json/)
  })
})

describe('table', () => {
  it('aligns columns, rounds to four digits and marks absent figures', () => {
    expect(table([{ name: 'a', seconds: 1.23456 }, { name: 'longer', peak_mb: 7 }])).toBe(
      'name    seconds  peak_mb\na         1.235        –\nlonger        –        7',
    ) // prettier-ignore
  })
})

describe('checkAims', () => {
  const aim = { row: 'a', figure: 'value', atLeast: 1, atMost: 2 }

  it('holds bounds on every row that is meant', () => {
    expect(checkAims([aim], [{ name: 'a', value: 1 }, { name: 'a', value: 2 }], false).missed).toBe(0) // prettier-ignore
    expect(checkAims([aim], [{ name: 'a', value: 0.9 }, { name: 'a', value: 2.1 }], false).missed).toBe(2) // prettier-ignore
  })

  it('takes a figure that is not there, or no number, as missed', () => {
    expect(checkAims([aim], [{ name: 'a', other: 1 }], false).missed).toBe(1)
    expect(checkAims([aim], [{ name: 'a', value: NaN }], false).missed).toBe(1)
  })

  it('takes an absent row as missed unless the run was narrowed', () => {
    expect([checkAims([aim], [], false).missed, checkAims([aim], [], true).missed]).toEqual([1, 0])
  })
})

describe('runHarness', () => {
  it('prints the list, with options, without a name', async () => {
    const { code, out } = await run()
    expect(code).toBe(0)
    expect(out).toContain('plain: One row')
    expect(out).toContain('--log  file to note')
  })

  it('writes one object with suite, version, machine, options and rows', async () => {
    const file = join(work, 'new', 'out.json')
    expect((await run('plain', '--value', '0.5', '--json', file)).code).toBe(0)
    const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    expect(Object.keys(report)).toEqual(['suite', 'version', 'machine', 'options', 'rows'])
    expect(report).toMatchObject({
      suite: 'plain',
      version: '1.2.3',
      options: { value: '0.5' },
      rows: [{ name: 'only', value: 0.5 }],
    })
  })

  it('writes down the code, the commit and the seeds that the figures come from', async () => {
    const file = join(work, 'out.json')
    await run('plain', '--json', file)
    const { machine } = JSON.parse(readFileSync(file, 'utf8')) as { machine: Record<string, unknown> }
    expect(machine).toMatchObject({ code: codeHash([benches]), seeds: { draw: 3 }, node: process.version })
    expect(machine).toHaveProperty('commit')
  })

  it('writes no folder of single runs down, nor takes it for a narrowing', async () => {
    const file = join(work, 'out.json')
    const { out } = await run('plain', '--runs', work, '--json', file)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ options: {} })
    expect(out).toContain('aim only value at most 1: held')
  })

  it('prints progress apart from the table', async () => {
    const { out, err } = await run('steps', '--log', join(work, 'log'))
    expect(err).toContain('steps: step 4 of 4')
    expect(out).toContain('step 4  even      16')
    expect(out).not.toContain('of 4')
  })

  it('exits 1 where an aim is missed, with --strict alone', async () => {
    expect((await run('plain', '--value', '2')).code).toBe(0)
    expect((await run('plain', '--value', '2', '--strict')).code).toBe(1)
    expect((await run('plain', '--value', '1', '--strict')).code).toBe(0)
  })

  it('exits 2 and names what there is for an unknown name or option', async () => {
    const wrongName = await run('nothing')
    expect([wrongName.code, wrongName.err]).toEqual([2, expect.stringContaining('plain: One row')])
    const wrongOption = await run('steps', '--spped', '3')
    expect([wrongOption.code, wrongOption.err]).toEqual([2, expect.stringContaining('--log')])
  })

  it('goes on where a killed run stopped, and starts anew after a finished one', () => {
    const log = join(work, 'log')
    const command = (killAfter: string) =>
      spawnSync(
        process.execPath,
        [
          '--import',
          'tsx',
          join(import.meta.dirname, 'fixtures', 'run-steps.ts'),
          work,
          'steps',
          '--log',
          log,
        ],
        { env: { ...process.env, STEPS_KILL_AFTER: killAfter }, encoding: 'utf8' },
      )
    const computed = () => readFileSync(log, 'utf8').replaceAll('\n', '')
    expect(command('2').signal).toBe('SIGKILL')
    expect(computed()).toBe('12')
    const second = command('')
    expect([second.status, second.stdout]).toEqual([0, expect.stringContaining('step 1  odd        1')])
    expect(computed()).toBe('1234')
    expect(command('').status).toBe(0)
    expect(computed()).toBe('12341234')
  }, 60_000)
})
