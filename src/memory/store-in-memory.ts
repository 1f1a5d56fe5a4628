import { makeId } from '../lib/ids.ts'
import { firstBrokenRow, GENESIS, sealRow } from '../trace/journal-hash.ts'
import type { RunRecord } from '../trace/events.ts'
import { applyChanges } from './journal/apply.ts'
import { erasedJournal, eraseRow } from './journal/erased-journal.ts'
import { entryKey, runKey } from './journal/tables.ts'
import { MEMORY_VERSION, type MemoryState } from './memory-file.ts'
import { seedSkills } from './seeds/index.ts'
import type { Erasure, JournalRow, MemoryCommit, MemorySnapshot, OwnMemoryStore, RowChange } from './types.ts'
import { VectorsInMemory } from './vectors-in-memory.ts'

/** A store that lives in memory. `dump()` gives all of it but its vectors as JSON text, which `parseMemory` reads back. */
export interface InMemoryStore extends OwnMemoryStore {
  dump(): string
  /** What was there before the journal's first row. */
  readonly base: MemorySnapshot
}

/** A store with the seed skills, or with what a dump held. */
export function memoryStore(initial?: MemoryState): InMemoryStore {
  return new StoreInMemory(initial ?? emptyState())
}

function emptyState(): MemoryState {
  const base = { workflows: [], edges: [], experiences: [], skills: seedSkills() }
  return { version: MEMORY_VERSION, salt: makeId('salt'), base, snapshot: base, journal: [], runs: [] }
}

class StoreInMemory implements InMemoryStore {
  readonly vectors = new VectorsInMemory()
  #state: MemoryState
  /** Commits wait for each other: a row's seal needs the one before it. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(state: MemoryState) {
    this.#state = state
  }

  get base(): MemorySnapshot {
    return this.#state.base
  }

  snapshot(): Promise<MemorySnapshot> {
    return Promise.resolve(this.#state.snapshot)
  }

  commit(commit: MemoryCommit, run?: RunRecord): Promise<JournalRow> {
    return this.#inTurn(() => this.#commit(commit, run))
  }

  erase(erasure: Erasure): Promise<JournalRow> {
    return this.#inTurn(() => this.#erase(erasure))
  }

  journal(): Promise<readonly JournalRow[]> {
    return Promise.resolve(this.#state.journal)
  }

  verifyJournal(): Promise<number | null> {
    return firstBrokenRow(this.#state.salt, this.#state.journal)
  }

  runs(): Promise<readonly RunRecord[]> {
    return Promise.resolve(this.#state.runs)
  }

  runsWith(status: RunRecord['status']): Promise<readonly RunRecord[]> {
    return Promise.resolve(this.#state.runs.filter((run) => run.status === status))
  }

  run(id: string): Promise<RunRecord | null> {
    return Promise.resolve(this.#state.runs.find((run) => run.id === id) ?? null)
  }

  saveRun(run: RunRecord): Promise<void> {
    this.#state = { ...this.#state, runs: withRun(this.#state.runs, run) }
    return Promise.resolve()
  }

  dump(): string {
    return JSON.stringify(this.#state)
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #commit(commit: MemoryCommit, run: RunRecord | undefined): Promise<JournalRow> {
    const { salt, journal } = this.#state
    const { cause, runId, summary, changes, of } = commit
    const snapshot = applyChanges(this.#state.snapshot, changes)
    const head = {
      seq: journal.length + 1,
      at: Date.now(),
      cause,
      runId,
      summary,
      ...(of === undefined ? {} : { of }),
    }
    const previous = journal.at(-1)?.hash ?? GENESIS
    const row: JournalRow = { ...head, changes, ...(await sealRow({ salt, previous, head, changes })) }
    const runs = run ? withRun(this.#state.runs, run) : this.#state.runs
    this.#state = { ...this.#state, snapshot, journal: [...journal, row], runs }
    await this.vectors.drop(leaving(changes))
    return row
  }

  async #erase(erasure: Erasure): Promise<JournalRow> {
    const { salt, journal, snapshot } = this.#state
    const row = await eraseRow(erasure, journal.at(-1) ?? null, { salt, at: Date.now() })
    const told = new Map(erasure.runs.map((run) => [run.id, run]))
    this.#state = {
      ...this.#state,
      snapshot: applyChanges(snapshot, erasure.changes),
      journal: [...erasedJournal(journal, erasure), row],
      runs: this.#state.runs.filter(({ id }) => id !== erasure.runId).map((run) => told.get(run.id) ?? run),
    }
    await this.vectors.drop([runKey(erasure.runId), ...erasure.changes.map(entryKey)])
    return row
  }
}

const leaving = (changes: readonly RowChange[]) => changes.filter(({ after }) => after === null).map(entryKey)

function withRun(runs: readonly RunRecord[], run: RunRecord): readonly RunRecord[] {
  const known = runs.some(({ id }) => id === run.id)
  return known ? runs.map((old) => (old.id === run.id ? run : old)) : [...runs, run]
}
