import { spawn, type ChildProcess } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSample } from '../../scripts/make-sample.ts'
import { lockFile } from '../../scripts/lib/memory-lock.ts'
import { parseMemory } from '../../src/memory/index.ts'

const root = resolve(import.meta.dirname, '../..')
const place = mkdtempSync(join(tmpdir(), 'geoforge-ask-'))
const at = (...parts: readonly string[]) => join(place, ...parts)
const QUESTION = 'How many hectares burned between the first and the last date?'

beforeAll(async () => {
  await makeSample({ seed: 7, out: at('sample') })
  mkdirSync(at('temporary'))
  mkdirSync(at('used'))
  writeFileSync(at('used', 'layer-1.tif'), '')
}, 60_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'scripts/ask.ts', ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: at('temporary') },
  })
}

function ended(child: ChildProcess): Promise<{ code: number | null; said: string; answered: string }> {
  let [said, answered] = ['', '']
  child.stderr!.on('data', (data: Buffer) => (said += data.toString()))
  child.stdout!.on('data', (data: Buffer) => (answered += data.toString()))
  return new Promise((done) => child.once('close', (code) => done({ code, said, answered })))
}

/** Temporary folders of ours: tsx keeps one of its own there too. */
const leftovers = () => readdirSync(at('temporary')).filter((name) => name.startsWith('geoforge-'))

describe('ask', () => {
  it.each([
    ['a folder that is not there', ['--data', 'nowhere', 'x'], '--data: nowhere is not there'],
    ['a file as folder', ['--data', 'package.json', 'x'], '--data: package.json is no folder'],
    ['an unknown option', ['--date', 'x'], "Unknown option '--date'"],
    ['no question', ['--data', 'src'], 'no question was asked'],
    ['a folder as memory', ['--data', 'src', '--memory', 'src', 'x'], '--memory: src is a folder'],
    ['a memory in no folder', ['--data', 'src', '--memory', 'no/m.json', 'x'], 'make the folder first'],
    [
      'a memory that is off and read',
      ['--data', 'src', '--memory', 'off', '--memory', 'm.json', 'x'],
      'reads no file',
    ],
    [
      'two memories',
      ['--data', 'src', '--memory', 'a.json', '--memory', 'b.json', 'x'],
      'one file and one mode',
    ],
    ['nothing to read', ['--data', 'src', '--memory', 'read-only', 'x'], 'nothing to read'],
    [
      'a memory to read that is not there',
      ['--data', 'src', '--memory', 'read-only', '--memory', 'm.json', 'x'],
      'm.json is not there, and read-only makes none',
    ],
    ['a used folder', ['--data', 'src', '--out', at('used'), 'x'], 'holds layers of another run already'],
  ])('says in a line what is wrong with %s', async (_what, args, message) => {
    const { code, said, answered } = await ended(start(...args))
    expect([code, answered]).toEqual([1, ''])
    expect(said).toContain(message)
    expect(said).not.toMatch(/^\s+at .*:\d+:\d+/m)
  })

  it('keeps both runs of two processes with one memory file', async () => {
    const memory = at('memory.json')
    const args = ['--json', '--data', at('sample', '7'), '--memory', memory, QUESTION]
    const both = await Promise.all([ended(start(...args)), ended(start(...args))])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(parseMemory(readFileSync(memory, 'utf8')).runs).toHaveLength(2)
    expect(readdirSync(place)).not.toContain('memory.json.lock')
    expect(leftovers()).toEqual([])
  }, 60_000)

  it('leaves a memory that is read-only as it is, and a memory that is off out', async () => {
    const memory = at('memory.json')
    const before = readFileSync(memory, 'utf8')
    const args = ['--json', '--data', at('sample', '7'), QUESTION]
    const read = await ended(start('--memory', memory, '--memory', 'read-only', ...args))
    const off = await ended(start('--memory', 'off', ...args))
    expect([read.code, off.code]).toEqual([0, 0])
    const told = [read, off].map(
      ({ answered }) =>
        JSON.parse(answered) as { memory: string; recalled: { kind: string }[]; memoryChange: unknown },
    )
    expect(told.map((each) => each.memory)).toEqual(['read-only', 'off'])
    expect(told.map(({ recalled }) => recalled.some(({ kind }) => kind === 'workflow'))).toEqual([
      true,
      false,
    ])
    expect(told.map(({ memoryChange }) => memoryChange)).toEqual([null, null])
    expect(readFileSync(memory, 'utf8')).toBe(before)
  }, 60_000)

  it('follows links to files, and passes over one that leads nowhere', async () => {
    mkdirSync(at('links'))
    for (const name of readdirSync(at('sample', '7'))) {
      symlinkSync(at('sample', '7', name), at('links', name))
    }
    symlinkSync(at('nowhere.tif'), at('links', 'broken.tif'))
    const { code, said, answered } = await ended(start('--data', at('links'), QUESTION))
    expect(code).toBe(0)
    expect(said).not.toContain('broken')
    expect(answered).toContain('Ended: answered.')
  }, 60_000)

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no folder and no lock behind after %s',
    async (signal) => {
      const memory = at(`${signal}.json`)
      const child = start('--data', at('sample', '7'), '--memory', memory, QUESTION)
      child.stdout!.once('data', () => child.kill(signal))
      expect((await ended(child)).code).toBe(130)
      expect(leftovers()).toEqual([])
      expect(readdirSync(place)).not.toContain(`${signal}.json.lock`)
    },
    60_000,
  )
})

describe('lockFile', () => {
  it('waits for the holder, and says who it is where the wait is too long', async () => {
    const path = at('held.json')
    const release = await lockFile(path)
    const told: string[] = []
    const late = lockFile(path, { waitMs: 150, onWait: (message) => told.push(message) })
    await expect(late).rejects.toThrow(`process ${process.pid} since`)
    expect(told).toHaveLength(1)
    const next = lockFile(path)
    await release()
    await (
      await next
    )()
    await expect(lockFile(path, { signal: AbortSignal.abort() })).resolves.toBeTypeOf('function')
    await expect(lockFile(path, { signal: AbortSignal.abort() })).rejects.toHaveProperty('name', 'AbortError')
  })

  it('says at once that the holder has ended', async () => {
    const path = at('left.json')
    const child = start('--help')
    await ended(child)
    writeFileSync(path + '.lock', JSON.stringify({ pid: child.pid, host: hostname(), since: '2020-01-01' }))
    await expect(lockFile(path)).rejects.toThrow(/which has ended: remove .*left.json.lock/)
  })
})
