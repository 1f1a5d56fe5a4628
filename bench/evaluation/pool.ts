import { fork, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import { throwIfAborted } from '../../src/lib/abort.ts'
import { stableJson } from '../../src/lib/hash.ts'
import type { PartCache } from '../harness/bench.ts'
import type { Assignment, Report } from './worker.ts'

/** What became of a job: its result, or why there is none. */
export type Outcome<Result> =
  { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: string }

export interface PoolOptions {
  /** Child processes at most; by default as many as there are cores. */
  readonly processes?: number
  /** Results are kept here by job, and taken from here where they lie already. */
  readonly cache?: PartCache
  /** Called after each job, whatever became of it; jobs out of the cache count at once. */
  readonly progress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Characters of a child's last words that go into the error of its job. */
const LAST_WORDS = 600

/**
 * Does every job in child processes. `module` is the path of a module that exports `work(job)`, which returns the result or a promise of it;
 * jobs and results are JSON. Outcomes come in the order of the jobs. A job that throws, and one whose process dies, fails alone: the others
 * go on, and a new process takes the place of a dead one. Throws AbortError, with every child killed.
 */
export async function runPool<Result>(
  module: string,
  jobs: readonly unknown[],
  options: PoolOptions = {},
): Promise<readonly Outcome<Result>[]> {
  const { cache, progress, signal } = options
  throwIfAborted(signal)
  const outcomes: Outcome<Result>[] = []
  const keys = jobs.map((job) => `${basename(module)} ${stableJson(job)}`)
  const waiting: number[] = []
  keys.forEach((key, index) => {
    const kept = cache?.get(key) as Result | undefined
    if (kept === undefined) waiting.push(index)
    else outcomes[index] = { ok: true, result: kept }
  })
  let done = jobs.length - waiting.length
  if (done > 0) progress?.(done, jobs.length)

  const settle = (index: number, outcome: Outcome<Result>) => {
    outcomes[index] = outcome
    if (outcome.ok) cache?.set(keys[index]!, outcome.result)
    progress?.(++done, jobs.length)
  }
  /** One place in the pool: a process and, where it dies, the next, until no job waits. */
  const place = async () => {
    let child: WorkerProcess | null = null
    try {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        if (!child?.isAlive) child = new WorkerProcess(module, signal)
        const outcome = (await child.do(jobs[index])) as Outcome<Result>
        throwIfAborted(signal)
        settle(index, outcome)
      }
    } finally {
      child?.kill()
    }
  }
  const places = Math.min(Math.max(1, options.processes ?? availableParallelism()), waiting.length)
  await Promise.all(Array.from({ length: places }, place))
  return outcomes
}

/** The results alone. Throws read_failed with what went wrong where a job failed. */
export function resultsOf<Result>(outcomes: readonly Outcome<Result>[]): readonly Result[] {
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.ok ? [] : [`job ${index + 1}: ${outcome.error}`],
  )
  if (failed.length > 0) {
    throw new AppError(
      'read_failed',
      `${failed.length} of ${outcomes.length} jobs failed. ${failed.slice(0, 3).join('\n')}`,
    )
  }
  return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []))
}

/** A child process that does one job at a time. */
class WorkerProcess {
  readonly #child: ChildProcess
  #words = ''

  constructor(module: string, signal: AbortSignal | undefined) {
    this.#child = fork(join(import.meta.dirname, 'worker.ts'), [module], {
      execArgv: ['--import', 'tsx'],
      // What a job prints is no part of the table on stdout.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-LAST_WORDS)
    })
    // Without a listener the error of an abort would be thrown.
    this.#child.on('error', () => undefined)
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null
  }

  do(job: unknown): Promise<Outcome<unknown>> {
    return new Promise((resolve) => {
      const finish = (outcome: Outcome<unknown>) => {
        this.#child.off('message', onMessage).off('close', onClose).off('error', onError)
        resolve(outcome)
      }
      const onMessage = (message: Report) => finish(message)
      // 'close' rather than 'exit': all of its last words have come by then.
      const onClose = (code: number | null, signal: string | null) =>
        finish({
          ok: false,
          error: `its process ended with ${signal ?? `code ${code}`}. ${this.#words.trim()}`,
        })
      const onError = (error: Error) => finish({ ok: false, error: error.message })
      this.#child.on('message', onMessage).on('close', onClose).on('error', onError)
      // What keeps the job from being sent also ends the process, which is told above.
      this.#child.send({ job } satisfies Assignment, () => undefined)
    })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}
