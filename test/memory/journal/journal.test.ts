import { describe, expect, it } from 'vitest'
import {
  baseOf,
  dependantsOf,
  erasureOf,
  replay,
  rollbackCommit,
  snapshotAt,
  undoWithDependants,
} from '../../../src/memory/journal/index.ts'
import { parseMemory } from '../../../src/memory/memory-file.ts'
import { memoryStore } from '../../../src/memory/store-in-memory.ts'
import type { MemorySnapshot } from '../../../src/memory/types.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { undoCommit } from '../../../src/memory/undo.ts'
import { live, runIdOf, sorted, wordOf } from './random-memory.ts'

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1)
const RUNS = 12

async function lived(seed: number) {
  const store = memoryStore()
  const states: MemorySnapshot[] = [await store.snapshot()]
  const commit = store.commit.bind(store)
  store.commit = async (...args) => {
    const row = await commit(...args)
    states.push(await store.snapshot())
    return row
  }
  const random = seededRandom(seed)
  await live(store, RUNS, random)
  return { store, states, random, journal: await store.journal(), snapshot: await store.snapshot() }
}

describe('a journal, lived at random', () => {
  it.each(SEEDS)('replays to the tables at every moment (%i)', async (seed) => {
    const { store, states, journal, snapshot } = await lived(seed)
    for (const [seq, state] of states.entries()) {
      expect(sorted(snapshotAt(journal, seq, store.base))).toEqual(sorted(state))
    }
    expect(sorted(replay(journal, store.base))).toEqual(sorted(snapshot))
    expect(sorted(baseOf(snapshot, journal))).toEqual(sorted(store.base))
  })

  it.each(SEEDS)('rolls back to what snapshotAt shows, and undoes that (%i)', async (seed) => {
    const { store, journal, snapshot, random } = await lived(seed)
    const seq = Math.floor(random() * journal.length)
    const wanted = snapshotAt(journal, seq, store.base)
    const row = await store.commit(rollbackCommit(journal, seq, snapshot))
    expect(sorted(await store.snapshot())).toEqual(sorted(wanted))
    await store.commit(undoCommit(row, await store.snapshot()))
    expect(sorted(await store.snapshot())).toEqual(sorted(snapshot))
    expect(await store.verifyJournal()).toBeNull()
  })

  it.each(SEEDS)('undo of the last change is the state before it (%i)', async (seed) => {
    const { store, states, journal, snapshot } = await lived(seed)
    const earlier = states.at(-2)!
    await store.commit(undoCommit(journal.at(-1)!, snapshot))
    expect(sorted(await store.snapshot())).toEqual(sorted(earlier))
  })

  it.each(SEEDS)(
    'undo with dependants leaves entries as before the first of them, others alone (%i)',
    async (seed) => {
      const { store, journal, snapshot, random } = await lived(seed)
      const row = journal[Math.floor(random() * journal.length)]!
      const rows = [row, ...dependantsOf(row, journal)]
      const touched = new Set(rows.flatMap(({ changes }) => changes.map(({ table, id }) => `${table}/${id}`)))
      let commit
      try {
        commit = undoWithDependants(row, journal, snapshot)
      } catch {
        // Taken back before: then its entries are as they were before it.
      }
      if (commit) await store.commit(commit)
      const earlier = new Map(
        rows
          .toReversed()
          .flatMap(({ changes }) => changes.map((change) => [`${change.table}/${change.id}`, change.before])),
      )
      const after = await store.snapshot()
      for (const table of ['workflows', 'edges', 'experiences'] as const) {
        for (const id of new Set([...after[table], ...snapshot[table]].map((each) => each.id))) {
          const find = (rows: readonly { id: string }[]) => rows.find((each) => each.id === id) ?? null
          const key = `${table}/${id}`
          expect(find(after[table])).toEqual(touched.has(key) ? earlier.get(key) : find(snapshot[table]))
        }
      }
    },
  )

  it.each(SEEDS)(
    'leaves no trace of an erased run, and the chain and the replay whole (%i)',
    async (seed) => {
      const { store, random } = await lived(seed)
      const erased = [1 + Math.floor(random() * RUNS), 1 + Math.floor(random() * RUNS)]
      for (const number of new Set(erased)) {
        const runId = runIdOf(number)
        const erasure = erasureOf(runId, await store.snapshot(), await store.journal(), await store.runs())
        await store.erase(erasure)
        const dump = store.dump()
        for (const word of [runId, wordOf(number), `print-${number}"`]) expect(dump).not.toContain(word)
        expect(await store.verifyJournal()).toBeNull()
        const journal = await store.journal()
        expect(sorted(replay(journal, store.base))).toEqual(sorted(await store.snapshot()))
        const again = memoryStore(parseMemory(dump))
        expect(await again.verifyJournal()).toBeNull()
        for (const row of journal)
          expect(JSON.stringify(snapshotAt(journal, row.seq, store.base))).not.toContain(wordOf(number))
        // No way back leads to it.
        for (const row of journal.filter(({ seq }) => seq % 5 === 1)) {
          const snapshot = await store.snapshot()
          for (const make of [
            () => rollbackCommit(journal, row.seq - 1, snapshot),
            () => undoWithDependants(row, journal, snapshot),
          ]) {
            try {
              expect(JSON.stringify(make())).not.toContain(wordOf(number))
            } catch (error) {
              expect(error).toMatchObject({ code: 'invalid_input' })
            }
          }
        }
      }
    },
  )

  it('keeps what the other runs taught as if the run had never been, counts and all', async () => {
    let compared = 0
    for (const seed of SEEDS) {
      const [whole, without] = [memoryStore(), memoryStore()]
      // The same lives, but one lacks the last run.
      await live(whole, RUNS, seededRandom(seed))
      await live(without, RUNS - 1, seededRandom(seed))
      const runId = runIdOf(RUNS)
      await whole.erase(erasureOf(runId, await whole.snapshot(), await whole.journal(), await whole.runs()))
      const last = (await whole.journal()).filter(({ cause }) => cause !== 'erase').at(-1)!
      if (last.cause === 'run' || last.gone === 'erased') {
        expect(sorted(await whole.snapshot())).toEqual(sorted(await without.snapshot()))
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(2)
  })
})
