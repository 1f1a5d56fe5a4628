import { isAppError } from '../lib/errors.ts'
import { makeId } from '../lib/ids.ts'
import type { MemoryCommit, MemoryStore } from '../memory/types.ts'
import type { RunEvent, RunRecord, RunStatus } from '../trace/events.ts'

/** Steps that took less than this since what was last stored are not worth a write of their own. */
const UNSTORED_MS = 1000

/** The record of one run: its events as they are told, and what of them is stored when. */
export class RunLog {
  readonly id = makeId('run')
  readonly startedAt = Date.now()
  taskType: string | null = null
  readonly #events: RunEvent[] = []
  #storedAt = this.startedAt
  #storing: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly run: { readonly question: string; readonly store: MemoryStore },
    private readonly send: (event: RunEvent) => void,
  ) {}

  async begin(): Promise<void> {
    const { question, store } = this.run
    this.emit({ type: 'run-start', runId: this.id, at: this.startedAt, question })
    await store.saveRun(this.#record('running'))
  }

  emit(event: RunEvent): void {
    // Progress is for the eye: the record keeps what happened, not how far it was at times.
    if (event.type !== 'step-progress') this.#events.push(event)
    this.send(event)
    if (event.type === 'step-end' && event.at - this.#storedAt >= UNSTORED_MS) this.#storeSoFar(event.at)
  }

  fail(error: unknown): void {
    const code = isAppError(error) ? error.code : 'internal'
    this.emit({
      type: 'error',
      at: Date.now(),
      code,
      message: error instanceof Error ? error.message : String(error),
    })
  }

  /** Stores the whole record with what was learned. Never throws: what could not be remembered is told in the record. */
  async end(status: RunStatus, commit: MemoryCommit | null): Promise<RunRecord> {
    const { store } = this.run
    this.emit({ type: 'run-end', at: Date.now(), status })
    const record = this.#record(status)
    // What was stored on the way must not come after the end.
    await this.#storing
    try {
      if (commit && commit.changes.length > 0) await store.commit(commit, record)
      else await store.saveRun(record)
      return record
    } catch (error) {
      // The result stands even where the memory could not be written; the person has to know.
      const message = `The result stands, but it could not be remembered: ${error instanceof Error ? error.message : String(error)}`
      this.emit({
        type: 'error',
        at: Date.now(),
        code: isAppError(error) ? error.code : 'store_failed',
        message,
      })
      const kept = this.#record(status)
      await store.saveRun(kept).catch(() => undefined)
      return kept
    }
  }

  #record(status: RunRecord['status']): RunRecord {
    const { id, startedAt, taskType } = this
    return { id, question: this.run.question, startedAt, status, taskType, events: [...this.#events] }
  }

  /** A tab that is discarded or a worker that dies leaves what was measured until then, from which the run can go on. */
  #storeSoFar(at: number): void {
    this.#storedAt = at
    const record = this.#record('running')
    this.#storing = this.#storing.then(() => this.run.store.saveRun(record)).catch(() => undefined)
  }
}
