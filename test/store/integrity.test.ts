import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { erasureOf, rollbackCommit } from '../../src/memory/journal/index.ts'
import { undoCommit } from '../../src/memory/undo.ts'
import { live, runIdOf, sorted, wordOf } from '../memory/journal/random-memory.ts'
import { openStore } from './open-store.ts'

async function livedStore(seed = 3, runs = 8) {
  const opened = await openStore()
  await live(opened.memory, runs, seededRandom(seed))
  return opened
}

describe('checkStore', () => {
  it('finds a store whole, also an empty one, and after an erase', async () => {
    const empty = await openStore()
    expect(await empty.memory.checkStore()).toEqual({ whole: true, findings: [] })
    const { memory } = await livedStore()
    expect(await memory.checkStore()).toEqual({ whole: true, findings: [] })
    await memory.erase(
      erasureOf(runIdOf(2), await memory.snapshot(), await memory.journal(), await memory.runs()),
    )
    expect(await memory.checkStore()).toEqual({ whole: true, findings: [] })
  })

  it('tells which table lost rows, that the journal lost one, or its content, or that its end is damaged', async () => {
    const { memory, database } = await livedStore()
    const edge = (await memory.snapshot()).edges[0]!
    await database.edges.delete(edge.id)
    expect((await memory.checkStore()).findings).toEqual([expect.stringMatching(/edges are stored/)])
    await database.edges.put(edge)
    const payload = (await database.payloads.get(2))!
    await database.payloads.delete(2)
    expect((await memory.checkStore()).findings).toEqual([expect.stringMatching(/content of/)])
    await database.payloads.put(payload)
    const last = (await database.journal.orderBy('seq').last())!
    await database.journal.put({ ...last, summary: 'forged' })
    expect((await memory.checkStore()).findings).toEqual([expect.stringMatching(/damaged/)])
    await database.journal.delete(last.seq)
    expect((await memory.checkStore()).whole).toBe(false)
  })
})

describe('verify and repair', () => {
  it('puts right a row that was changed, one that was taken out and one that nobody wrote', async () => {
    const { memory, database } = await livedStore()
    const before = sorted(await memory.snapshot())
    const [edge] = before.edges
    const [workflow] = before.workflows
    await database.edges.put({ ...edge!, successes: 99 })
    await database.workflows.delete(workflow!.id)
    await database.edges.put({ id: 'x>y', from: 'x', to: 'y', successes: 1, failures: 0 })
    const seen: number[] = []
    const report = await memory.repair({ progress: (fraction) => seen.push(fraction) })
    expect(report).toMatchObject({ broken: null, repaired: { cause: 'repair' } })
    expect(report.differing.map(({ id }) => id).sort()).toEqual([edge!.id, 'x>y', workflow!.id].sort())
    expect(seen.at(-1)).toBe(1)
    expect(sorted(await memory.snapshot())).toEqual(before)
    expect(await database.edges.get(edge!.id)).toEqual(edge)
    expect(await memory.verify()).toMatchObject({ broken: null, differing: [] })
    expect(await memory.checkStore()).toMatchObject({ whole: true })
    // What was damaged does not come back by a way back.
    expect(() => undoCommit(report.repaired!, before)).toThrow(/damage/)
    const back = rollbackCommit(await memory.journal(), report.repaired!.seq - 2, await memory.snapshot())
    expect(JSON.stringify(back)).not.toContain('99')
  })

  it('says from which row on a journal is broken, changes nothing then, and keeps all readable', async () => {
    const { memory, database } = await livedStore()
    const snapshot = sorted(await memory.snapshot())
    await database.payloads.update(4, { changes: [] })
    await database.edges.put({ ...snapshot.edges[0]!, successes: 99 })
    const report = await memory.repair()
    expect(report).toMatchObject({ broken: { seq: 4, what: 'payload' }, differing: [], repaired: null })
    expect(await memory.journal()).toHaveLength(report.rows)
    expect(sorted(await memory.snapshot()).workflows).toEqual(snapshot.workflows)
  })

  it('finds a row whose content is missing without an erase row that names it', async () => {
    const { memory, database } = await livedStore()
    await database.payloads.delete(3)
    expect(await memory.verify()).toMatchObject({ broken: { seq: 3, what: 'payload-missing' } })
    // A mark of erasure alone does not do either.
    await database.journal.update(3, { gone: 'erased', runId: null, summary: 'Erased' })
    expect(await memory.verify()).toMatchObject({ broken: { seq: 3, what: 'head' } })
  })

  it('finds content that came back after an erase, and a row told otherwise than the erase left it', async () => {
    const { memory, database } = await livedStore()
    const [row, lost] = [await database.journal.get(1), await database.payloads.get(1)]
    const erasure = erasureOf(
      row!.runId!,
      await memory.snapshot(),
      await memory.journal(),
      await memory.runs(),
    )
    await memory.erase(erasure)
    expect(await memory.verify()).toMatchObject({ broken: null, differing: [] })
    await database.journal.put(row!)
    await database.payloads.put(lost!)
    expect(await memory.verify()).toMatchObject({ broken: { seq: 1, what: 'not-erased' } })
  })
})

describe('erase', () => {
  it.each([1, 2, 3, 4])('leaves no trace of the run in the whole database (%i)', async (seed) => {
    const { memory, database, told, indexedDB } = await livedStore(seed)
    await memory.vectors.putMany(
      (await memory.snapshot()).workflows.map(({ id }) => ({
        id: `workflows/${id}`,
        modelId: 'm',
        textHash: 'h',
        vector: Float32Array.of(1, 2),
      })),
    )
    const number = 1 + seed
    const runId = runIdOf(number)
    expect(await dump(database)).toContain(wordOf(number))
    const before = await memory.snapshot()
    const erasure = erasureOf(runId, before, await memory.journal(), await memory.runs())
    told.length = 0
    await memory.erase(erasure)
    expect(told).toEqual(['memory', 'runs'])
    const text = await dump(database)
    for (const word of [runId, wordOf(number), `print-${number}"`]) expect(text).not.toContain(word)
    expect(await memory.run(runId)).toBeNull()
    expect(await memory.verify()).toMatchObject({ broken: null, differing: [] })
    // The same after a reload; rows that the run had nothing to do with stay the same objects.
    const { memory: again } = await openStore({ indexedDB })
    expect(await again.snapshot()).toEqual(await memory.snapshot())
    const kept = new Set((await memory.snapshot()).workflows)
    const changed = new Set(erasure.changes.map(({ id }) => id))
    for (const row of before.workflows) if (!changed.has(row.id)) expect(kept.has(row)).toBe(true)
    await expect(memory.erase(erasure)).rejects.toMatchObject({ code: 'store_failed' })
    expect(await again.erasedAmong([runId, runIdOf(number + 1)])).toEqual(new Set([runId]))
  })

  it('takes the vector of its question away, and takes none that comes later', async () => {
    const { memory } = await livedStore()
    const vectorOf = (number: number) => ({
      ...{ id: `runs/${runIdOf(number)}`, modelId: 'm', textHash: 'h' },
      vector: Float32Array.of(1, 2),
    })
    const both = [vectorOf(2), vectorOf(3)]
    await memory.vectors.putMany(both)
    expect(await memory.vectors.all()).toHaveLength(2)
    await memory.erase(
      erasureOf(runIdOf(2), await memory.snapshot(), await memory.journal(), await memory.runs()),
    )
    expect(await memory.vectors.all()).toEqual([vectorOf(3)])
    await memory.vectors.putMany(both)
    expect(await memory.vectors.all()).toEqual([vectorOf(3)])
  })

  it('marks no run as erased where the erase came too late', async () => {
    const { memory } = await livedStore()
    const [snapshot, journal, runs] = [await memory.snapshot(), await memory.journal(), await memory.runs()]
    const late = erasureOf(runIdOf(2), snapshot, journal, runs)
    await memory.erase(erasureOf(runIdOf(1), snapshot, journal, runs))
    await expect(memory.erase(late)).rejects.toMatchObject({ code: 'store_failed' })
    expect(await memory.erasedAmong([runIdOf(1), runIdOf(2)])).toEqual(new Set([runIdOf(1)]))
  })

  it('refuses a run that goes on and one that is not there', async () => {
    const { memory } = await livedStore()
    await memory.saveRun({ ...(await memory.run(runIdOf(1)))!, id: 'run-now', status: 'running' })
    const [snapshot, journal, runs] = [await memory.snapshot(), await memory.journal(), await memory.runs()]
    expect(() => erasureOf('run-now', snapshot, journal, runs)).toThrow(/stop it first/)
    expect(() => erasureOf('run-never', snapshot, journal, runs)).toThrow(/no run/)
  })
})

async function dump(database: Awaited<ReturnType<typeof openStore>>['database']): Promise<string> {
  const rows = await Promise.all(database.tables.map(async (table) => [table.name, await table.toArray()]))
  return JSON.stringify(rows)
}
