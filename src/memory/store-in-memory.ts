import { AppError } from '../lib/errors.ts'
import { stableJson } from '../lib/hash.ts'
import { makeId } from '../lib/ids.ts'
import { firstBrokenRow, GENESIS, sealRow } from '../trace/journal-hash.ts'
import type { RunRecord } from '../trace/events.ts'
import { MEMORY_VERSION, type MemoryState } from './memory-file.ts'
import { seedSkills } from './seeds/index.ts'
import type { JournalRow, MemoryCommit, MemorySnapshot, MemoryStore, MemoryTable } from './types.ts'

/** A store that lives in memory. `dump()` gives all of it as JSON text, which `parseMemory` reads back. */
export interface InMemoryStore extends MemoryStore {
  dump(): string
}

/** A store with the seed skills, or with what a dump held. */
export function memoryStore(initial?: MemoryState): InMemoryStore {
  return new StoreInMemory(initial ?? emptyState())
}

function emptyState(): MemoryState {
  const snapshot = { workflows: [], edges: [], experiences: [], skills: seedSkills() }
  return { version: MEMORY_VERSION, salt: makeId('salt'), snapshot, journal: [], runs: [] }
}

class StoreInMemory implements InMemoryStore {
  #state: MemoryState
  /** Commits wait for each other: a row's seal needs the one before it. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(state: MemoryState) {
    this.#state = state
  }

  snapshot(): Promise<MemorySnapshot> {
    return Promise.resolve(this.#state.snapshot)
  }

  commit(commit: MemoryCommit, run?: RunRecord): Promise<JournalRow> {
    const done = this.#last.then(() => this.#commit(commit, run))
    this.#last = done.catch(() => undefined)
    return done
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

  async #commit(commit: MemoryCommit, run: RunRecord | undefined): Promise<JournalRow> {
    const snapshot = applyChanges(this.#state.snapshot, commit)
    const { salt, journal } = this.#state
    const { cause, runId, summary, changes } = commit
    const head = { seq: journal.length + 1, at: Date.now(), cause, runId, summary }
    const previous = journal.at(-1)?.hash ?? GENESIS
    const row: JournalRow = {
      ...head,
      cause,
      changes,
      ...(await sealRow({ salt, previous, head, changes })),
    }
    const runs = run ? withRun(this.#state.runs, run) : this.#state.runs
    this.#state = { ...this.#state, snapshot, journal: [...journal, row], runs }
    return row
  }
}

/** The rows after a commit. Throws store_failed where a change was made from a row that is no longer so. */
export function applyChanges(snapshot: MemorySnapshot, { changes }: MemoryCommit): MemorySnapshot {
  const tables = {
    workflows: new Map(snapshot.workflows.map((row) => [row.id, row])),
    edges: new Map(snapshot.edges.map((row) => [row.id, row])),
    experiences: new Map(snapshot.experiences.map((row) => [row.id, row])),
    skills: new Map(snapshot.skills.map((row) => [row.id, row])),
  } satisfies Record<MemoryTable, Map<string, unknown>>
  for (const { table, id, before, after } of changes) {
    const rows = tables[table] as Map<string, unknown>
    if (stableJson(rows.get(id) ?? null) !== stableJson(before)) {
      throw new AppError(
        'store_failed',
        `The entry ${id} of ${table} is no longer as it was read, so nothing was written; read the memory again and repeat.`,
        { table, id },
      )
    }
    if (after === null) rows.delete(id)
    else rows.set(id, after)
  }
  return {
    workflows: [...tables.workflows.values()],
    edges: [...tables.edges.values()],
    experiences: [...tables.experiences.values()],
    skills: [...tables.skills.values()],
  }
}

function withRun(runs: readonly RunRecord[], run: RunRecord): readonly RunRecord[] {
  const known = runs.some(({ id }) => id === run.id)
  return known ? runs.map((old) => (old.id === run.id ? run : old)) : [...runs, run]
}
