import { describe, expect, it, vi } from 'vitest'
import type { Edge, MemoryCommit, RowChange } from '../../src/memory/types.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import { undoCommit } from '../../src/memory/undo.ts'
import { makeSkill, openStore } from './open-store.ts'

const edge = (successes: number): Edge => ({ id: 'a>b', from: 'a', to: 'b', successes, failures: 0 })

const commitOf = (changes: readonly RowChange[], cause: MemoryCommit['cause'] = 'run'): MemoryCommit => ({
  cause,
  runId: 'run-1',
  summary: 'learned',
  changes,
})

const edgeChange = (before: Edge | null, after: Edge | null): RowChange => ({
  table: 'edges',
  id: 'a>b',
  before,
  after,
})

const runRecord = (id: string, startedAt: number): RunRecord => ({
  id,
  question: 'how much?',
  startedAt,
  status: 'answered',
  taskType: 'burned-area',
  events: [],
})

describe('DexieMemoryStore', () => {
  it('keeps a commit, its journal row and its run in one go', async () => {
    const { memory, told } = await openStore()
    const row = await memory.commit(commitOf([edgeChange(null, edge(1))]), runRecord('run-1', 5))
    expect(row).toMatchObject({ seq: 1, cause: 'run', runId: 'run-1', previous: '0'.repeat(64) })
    expect((await memory.snapshot()).edges).toEqual([edge(1)])
    expect(await memory.run('run-1')).toEqual(runRecord('run-1', 5))
    expect(await memory.journal()).toEqual([row])
    expect(told).toEqual(['memory', 'runs'])
  })

  it('reads a part of the journal, and the rows of one run', async () => {
    const { memory } = await openStore()
    expect(await memory.lastChange()).toBe(0)
    const ids = ['run-1', 'run-2', 'run-1', 'run-2']
    const rows = []
    for (const [at, runId] of ids.entries()) {
      const before = at === 0 ? null : edge(at)
      rows.push(await memory.commit({ ...commitOf([edgeChange(before, edge(at + 1))]), runId }))
    }
    expect(await memory.lastChange()).toBe(4)
    expect(await memory.journalBetween(2, 3)).toEqual(rows.slice(1, 3))
    expect(await memory.journalBetween(3)).toEqual(rows.slice(2))
    expect(await memory.journalBetween(5)).toEqual([])
    expect(await memory.journalOfRun('run-2')).toEqual([rows[1], rows[3]])
    expect(await memory.journalOfRun('run-3')).toEqual([])
  })

  it('refuses a commit made for what is no longer stored, and writes nothing of it', async () => {
    const { memory } = await openStore()
    await memory.commit(commitOf([edgeChange(null, edge(1))]))
    const skill = makeSkill('new')
    const stale = commitOf([
      { table: 'skills', id: 'new', before: null, after: skill },
      edgeChange(edge(7), edge(8)),
    ])
    await expect(memory.commit(stale, runRecord('run-2', 6))).rejects.toMatchObject({ code: 'store_failed' })
    expect(await memory.snapshot()).toMatchObject({ edges: [edge(1)], skills: [] })
    expect(await memory.run('run-2')).toBeNull()
    expect(await memory.journal()).toHaveLength(1)
    expect(await memory.verifyJournal()).toBeNull()
  })

  it('leaves nothing of a transaction that is cut off in the middle', async () => {
    const { memory, database } = await openStore()
    database.runs.hook('creating', () => {
      throw new Error('the power went')
    })
    const cut = memory.commit(commitOf([edgeChange(null, edge(1))]), runRecord('run-1', 5))
    await expect(cut).rejects.toMatchObject({ code: 'store_failed' })
    expect((await memory.snapshot()).edges).toEqual([])
    expect(await memory.journal()).toEqual([])
  })

  it('says storage_full where the quota is reached, keeps what was there, and goes on when there is room', async () => {
    const { memory, database } = await openStore()
    await memory.commit(commitOf([edgeChange(null, edge(1))]))
    const full = vi.spyOn(database.journal, 'add').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    const second = commitOf([edgeChange(edge(1), edge(2))])
    await expect(memory.commit(second)).rejects.toMatchObject({ name: 'AppError', code: 'storage_full' })
    expect((await memory.snapshot()).edges).toEqual([edge(1)])
    full.mockRestore()
    await memory.commit(second)
    expect((await memory.snapshot()).edges).toEqual([edge(2)])
  })

  it('seals commits that are asked for at the same time one after the other', async () => {
    const { memory } = await openStore()
    const skills = ['a', 'b', 'c', 'd'].map((id) => makeSkill(id))
    const rows = await Promise.all(
      skills.map((after) =>
        memory.commit(commitOf([{ table: 'skills', id: after.id, before: null, after }])),
      ),
    )
    expect(rows.map((row) => row.seq)).toEqual([1, 2, 3, 4])
    expect(await memory.verifyJournal()).toBeNull()
  })

  it('finds the first journal row that was tampered with', async () => {
    const { memory, database } = await openStore()
    for (const count of [1, 2, 3]) {
      await memory.commit(commitOf([edgeChange(count === 1 ? null : edge(count - 1), edge(count))]))
    }
    await database.journal.update(2, { summary: 'something else' })
    expect(await memory.verifyJournal()).toBe(2)
    await database.journal.delete(2)
    expect(await memory.verifyJournal()).toBe(3)
  })

  it('takes a change back, and takes that back too', async () => {
    const { memory } = await openStore()
    const learned = await memory.commit(commitOf([edgeChange(null, edge(1))]))
    const undone = await memory.commit(undoCommit(learned, await memory.snapshot()))
    expect((await memory.snapshot()).edges).toEqual([])
    await memory.commit(undoCommit(undone, await memory.snapshot()))
    expect((await memory.snapshot()).edges).toEqual([edge(1)])
    expect((await memory.journal()).map((row) => row.cause)).toEqual(['run', 'undo', 'undo'])
    expect(await memory.verifyJournal()).toBeNull()
  })

  it('gives the same snapshot while nothing changes, and new objects for what did alone', async () => {
    const { memory } = await openStore()
    const [a, b] = [makeSkill('a'), makeSkill('b')]
    await memory.commit(
      commitOf([{ table: 'skills', id: 'b', before: null, after: b }, edgeChange(null, edge(1))]),
    )
    const first = await memory.snapshot()
    expect(await memory.snapshot()).toBe(first)
    await memory.commit(commitOf([{ table: 'skills', id: 'a', before: null, after: a }]))
    const second = await memory.snapshot()
    expect(second).not.toBe(first)
    expect(second.edges).toBe(first.edges)
    expect(second.skills.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(second.skills[1]).toBe(first.skills[0])
    expect(first.skills).toHaveLength(1)
  })

  it('drops the vector of an entry that leaves its table', async () => {
    const { memory } = await openStore()
    const after = makeSkill('a')
    await memory.commit(commitOf([{ table: 'skills', id: 'a', before: null, after }]))
    const vector = { modelId: 'm', textHash: 'h', vector: Float32Array.of(0.5, 0.25) }
    await memory.vectors.putMany(['skills/a', 'skills/b'].map((id) => ({ id, ...vector })))
    expect([...(await memory.vectors.getMany(['skills/a', 'none'])).values()]).toEqual([
      { id: 'skills/a', ...vector },
    ])
    await memory.commit(commitOf([{ table: 'skills', id: 'a', before: after, after: null }]))
    expect((await memory.vectors.all()).map(({ id }) => id)).toEqual(['skills/b'])
    await memory.vectors.drop(['skills/b'])
    expect(await memory.vectors.all()).toEqual([])
  })

  it('gives runs in order of their start', async () => {
    const { memory } = await openStore()
    await memory.saveRun(runRecord('late', 20))
    await memory.saveRun(runRecord('early', 10))
    expect((await memory.runs()).map((run) => run.id)).toEqual(['early', 'late'])
  })

  it('is the same after it was closed and opened again', async () => {
    const first = await openStore()
    await first.memory.commit(commitOf([edgeChange(null, edge(1))]), runRecord('run-1', 5))
    first.database.close()
    const second = await openStore({ indexedDB: first.indexedDB })
    expect((await second.memory.snapshot()).edges).toEqual([edge(1)])
    expect(await second.memory.verifyJournal()).toBeNull()
    const next = await second.memory.commit(commitOf([edgeChange(edge(1), null)]))
    expect(next.seq).toBe(2)
    expect(await second.memory.verifyJournal()).toBeNull()
  })
})

describe('two stores on one database', () => {
  it('lets the second read and not write until it becomes the writer', async () => {
    const first = await openStore()
    const second = await openStore({ indexedDB: first.indexedDB, writable: false })
    await first.memory.commit(commitOf([edgeChange(null, edge(1))]))
    expect((await second.memory.snapshot()).edges).toEqual([edge(1)])
    const change = commitOf([edgeChange(edge(1), edge(2))])
    await expect(second.memory.commit(change)).rejects.toMatchObject({ code: 'read_only' })
    await expect(second.memory.saveRun(runRecord('run-9', 1))).rejects.toMatchObject({ code: 'read_only' })
    first.database.close()
    second.gate.set(true)
    await second.memory.commit(change)
    expect((await second.memory.snapshot()).edges).toEqual([edge(2)])
    expect(await second.memory.verifyJournal()).toBeNull()
  })

  it('shows the reader what the writer wrote at once, and the rest as the objects they were', async () => {
    const first = await openStore()
    const second = await openStore({ indexedDB: first.indexedDB, writable: false })
    const skill = makeSkill('a')
    await first.memory.commit(commitOf([{ table: 'skills', id: 'a', before: null, after: skill }]))
    const before = await second.memory.snapshot()
    await first.memory.commit(commitOf([edgeChange(null, edge(1))]))
    await first.memory.commit(commitOf([edgeChange(edge(1), edge(2))]))
    const after = await second.memory.snapshot()
    expect(after.edges).toEqual([edge(2)])
    expect(after.skills).toBe(before.skills)
  })

  it('makes writes wait until it is known which one may write', async () => {
    const { memory, gate } = await openStore()
    const fresh = new (gate.constructor as new () => typeof gate)()
    let settled = false
    const waiting = fresh.assertWritable().finally(() => (settled = true))
    await memory.snapshot()
    expect(settled).toBe(false)
    fresh.set(false)
    await expect(waiting).rejects.toMatchObject({ code: 'read_only' })
  })

  it('refuses the loser where both take themselves for the writer', async () => {
    const first = await openStore()
    const second = await openStore({ indexedDB: first.indexedDB })
    const results = await Promise.allSettled([
      first.memory.commit(commitOf([edgeChange(null, edge(1))])),
      second.memory.commit(commitOf([edgeChange(null, edge(5))])),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await first.memory.journal()).toHaveLength(1)
    expect(await first.memory.verifyJournal()).toBeNull()
  })
})
