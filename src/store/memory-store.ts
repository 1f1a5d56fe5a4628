import { AppError } from '../lib/errors.ts'
import { stableJson } from '../lib/hash.ts'
import { firstBrokenRow, GENESIS, sealRow } from '../trace/journal-hash.ts'
import type { JournalRow, MemoryCommit, MemorySnapshot, MemoryStore, RowChange } from '../memory/types.ts'
import type { RunRecord } from '../trace/events.ts'
import type { Announcer } from './announce.ts'
import type { Database, StoredJournalRow } from './database.ts'
import { guarded } from './store-error.ts'
import type { WriterGate } from './writer-gate.ts'

const SALT_KEY = 'journal-salt'

interface Parts {
  readonly database: Database
  readonly gate: WriterGate
  readonly announcer: Pick<Announcer, 'tell'>
}

/**
 * The memories in IndexedDB. A commit, its journal row and its run record are one strictly durable transaction.
 * Writes throw read_only in a reading tab, storage_full or store_failed otherwise; nothing of them is left then.
 */
export class DexieMemoryStore implements MemoryStore {
  /** Commits of this tab stand in line: each is sealed over the one before it. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: Parts) {}

  snapshot(): Promise<MemorySnapshot> {
    const { workflows, edges, experiences, skills } = this.parts.database
    return this.read(() =>
      this.parts.database.transaction('r', [workflows, edges, experiences, skills], async () => ({
        workflows: await workflows.toArray(),
        edges: await edges.toArray(),
        experiences: await experiences.toArray(),
        skills: await skills.toArray(),
      })),
    )
  }

  commit(commit: MemoryCommit, run?: RunRecord): Promise<JournalRow> {
    const turn = this.last.then(() => this.write(commit, run))
    this.last = turn.catch(() => undefined)
    return turn
  }

  journal(): Promise<readonly StoredJournalRow[]> {
    return this.read(() => this.parts.database.journal.orderBy('seq').toArray())
  }

  async verifyJournal(): Promise<number | null> {
    return firstBrokenRow((await this.salt()) ?? '', await this.journal())
  }

  runs(): Promise<readonly RunRecord[]> {
    return this.read(() => this.parts.database.runs.orderBy('startedAt').toArray())
  }

  async run(id: string): Promise<RunRecord | null> {
    return (await this.read(() => this.parts.database.runs.get(id))) ?? null
  }

  async saveRun(run: RunRecord): Promise<void> {
    await this.parts.gate.assertWritable()
    await guarded('storing the run', this.parts.database, () => this.parts.database.runs.put(run))
    this.parts.announcer.tell('runs')
  }

  private async write(commit: MemoryCommit, run: RunRecord | undefined): Promise<JournalRow> {
    const { database, gate, announcer } = this.parts
    await gate.assertWritable()
    const row = await guarded('storing the memory', database, async () => {
      const storedSalt = await this.salt()
      const salt = storedSalt ?? newSalt()
      const head = await database.journal.orderBy('seq').last()
      const sealed = await seal(commit, head, salt)
      const { journal, runs, settings } = database
      const changed = [database.workflows, database.edges, database.experiences, database.skills]
      await database.transaction('rw', [...changed, journal, runs, settings], async () => {
        if ((await journal.orderBy('seq').last())?.hash !== head?.hash) {
          throw new AppError('store_failed', 'another tab has written to the memory meanwhile; try again')
        }
        for (const change of commit.changes) await this.apply(change)
        await journal.add(sealed)
        if (storedSalt === null) await settings.put({ key: SALT_KEY, value: salt })
        if (run) await runs.put(run)
      })
      return sealed
    })
    announcer.tell('memory')
    if (run) announcer.tell('runs')
    return row
  }

  private async apply({ table, id, before, after }: RowChange): Promise<void> {
    const rows = this.parts.database.table<unknown, string>(table)
    const stored = (await rows.get(id)) ?? null
    if (stableJson(stored) !== stableJson(before)) {
      throw new AppError(
        'store_failed',
        `${table} ${id} is no longer what this change was made for; nothing was written: try again`,
        { table, id },
      )
    }
    if (after === null) await rows.delete(id)
    else await rows.put(after)
  }

  private async salt(): Promise<string | null> {
    return (await this.read(() => this.parts.database.settings.get(SALT_KEY)))?.value ?? null
  }

  private read<Result>(operation: () => PromiseLike<Result>): Promise<Result> {
    return guarded('reading the storage', this.parts.database, operation)
  }
}

async function seal(
  commit: MemoryCommit,
  before: StoredJournalRow | undefined,
  salt: string,
): Promise<StoredJournalRow> {
  const { cause, runId, summary, changes } = commit
  const head = { seq: (before?.seq ?? 0) + 1, at: Date.now(), cause, runId, summary }
  return {
    ...head,
    changes,
    ...(await sealRow({ salt, previous: before?.hash ?? GENESIS, head, changes })),
  }
}

function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
