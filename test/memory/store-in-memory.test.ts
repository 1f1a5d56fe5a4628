import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryStore, parseMemory } from '../../src/memory/index.ts'
import { replay } from '../../src/memory/journal/index.ts'
import { MEMORY_VERSION } from '../../src/memory/memory-file.ts'
import type { Edge, MemoryCommit } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'

const edge = (successes: number): Edge => ({ id: 'a>b', from: 'a', to: 'b', successes, failures: 0 })
const change = (before: Edge | null, after: Edge | null): MemoryCommit => ({
  cause: 'run',
  runId: 'run-1',
  summary: 'one transition',
  changes: [{ table: 'edges', id: 'a>b', before, after }],
})
const run = { id: 'run-1', question: 'q', startedAt: 1, status: 'answered', taskType: null, events: [] } as const satisfies RunRecord // prettier-ignore

describe('memoryStore', () => {
  it('commits rows, run and journal together and keeps the chain whole', async () => {
    const store = memoryStore()
    await store.commit(change(null, edge(1)), run)
    await store.commit(change(edge(1), edge(2)))
    expect((await store.snapshot()).edges).toEqual([edge(2)])
    expect(await store.run('run-1')).toEqual(run)
    expect((await store.journal()).map(({ seq }) => seq)).toEqual([1, 2])
    expect(await store.verifyJournal()).toBeNull()
  })

  it('refuses a change made from a row that is no longer so, and writes nothing of it', async () => {
    const store = memoryStore()
    await store.commit(change(null, edge(1)))
    const stale = change(null, edge(9))
    const other = { table: 'edges' as const, id: 'c>d', before: null, after: { ...edge(1), id: 'c>d' } }
    await expect(store.commit({ ...stale, changes: [other, ...stale.changes] }, run)).rejects.toMatchObject({ code: 'store_failed' }) // prettier-ignore
    expect((await store.snapshot()).edges).toEqual([edge(1)])
    expect(await store.journal()).toHaveLength(1)
    expect(await store.run('run-1')).toBeNull()
  })

  it('lets commits that come at once wait for each other', async () => {
    const store = memoryStore()
    const done = await Promise.allSettled([1, 2, 3].map((count) => store.commit(change(null, edge(count)))))
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await store.verifyJournal()).toBeNull()
  })
})

describe('parseMemory', () => {
  it('reads back what dump wrote, with the chain whole', async () => {
    const store = memoryStore()
    await store.commit(change(null, edge(1)), run)
    const again = memoryStore(parseMemory(store.dump()))
    expect(await again.snapshot()).toEqual(await store.snapshot())
    expect(await again.journal()).toEqual(await store.journal())
    expect(await again.runs()).toEqual([run])
    expect(await again.verifyJournal()).toBeNull()
  })

  it('reads version 1: entries tell what made them active, the journal keeps what its hashes were made of', async () => {
    const file = join(import.meta.dirname, '..', 'fixtures', 'memories', 'version-1.json')
    const text = readFileSync(file, 'utf8')
    const past = JSON.parse(text) as { journal: { changes: unknown[] }[] }
    const store = memoryStore(parseMemory(text))
    expect(await store.verifyJournal()).toBeNull()
    const [snapshot, journal] = [await store.snapshot(), await store.journal()]
    const byId = (rows: readonly { id: string }[]) => Object.fromEntries(rows.map((row) => [row.id, row]))
    for (const table of ['workflows', 'edges', 'experiences', 'skills'] as const) {
      expect(byId(replay(journal, store.base)[table])).toEqual(byId(snapshot[table]))
    }
    const verdict = journal.find(({ cause }) => cause === 'verdict')!
    expect(snapshot.workflows[0]).toMatchObject({
      origin: 'learned',
      state: 'active',
      activation: { by: 'thumb-up', at: verdict.at, runs: ['run-first'] },
      signature: { modalities: [], dates: 'none' },
    })
    expect(snapshot.experiences.map(({ kind, pinned }) => [kind, pinned]).sort()).toEqual([
      ['argument', false],
      ['check', false],
    ])
    expect(
      snapshot.skills.filter(({ origin }) => origin === 'seed').map(({ activation }) => activation?.by),
    ).toEqual(['seed', 'seed'])
    expect(journal.map(({ sealed, changes }) => sealed ?? changes)).toEqual(
      past.journal.map(({ changes }) => changes),
    )
    // What the old page knew can be read again and goes on.
    const again = memoryStore(parseMemory(store.dump()))
    await again.commit(change(null, edge(1)))
    expect(await again.verifyJournal()).toBeNull()
  })

  it('lets a changed row be found by the journal', async () => {
    const store = memoryStore()
    await store.commit(change(null, edge(1)))
    const forged = store.dump().replace('one transition', 'no transition!')
    expect(await memoryStore(parseMemory(forged)).verifyJournal()).toBe(1)
  })

  it('refuses a broken, foreign or newer file with what is wrong', () => {
    const text = memoryStore().dump()
    expect(() => parseMemory(text.slice(0, 200))).toThrow(/not JSON/)
    expect(() => parseMemory('{"hello":1}')).toThrow(/version is not as expected/)
    expect(() =>
      parseMemory(text.replace(`"version":${MEMORY_VERSION}`, `"version":${MEMORY_VERSION + 1}`)),
    ).toThrow(/newer version/)
    expect(() => parseMemory(text.replace('"active"', '"divine"'))).toThrow(/base\.skills\.0\.state/)
  })
})
