import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './child.ts'
import type { Verdict } from './target.ts'

const LIMIT_MS = 5000
const LIMIT_MB = 700
const WATCH_MS = 50
/** A fresh process after so many mutants, so that garbage of one is not laid to another. */
const PER_CHILD = 500

export interface Failure {
  readonly index: number
  readonly what: string
}

export interface Report {
  readonly counts: Readonly<Record<Verdict | 'failed', number>>
  readonly failures: readonly Failure[]
  readonly slowestMs: number
  /** Greatest memory of the process after a mutant; 0 where the system does not say. */
  readonly peakMb: number
}

/** Tries mutants one after the other in a process of their own: hangs, crashes and memory are caught, not suffered. */
export async function fuzz(of: {
  readonly target: string
  readonly seed: number
  readonly indices: readonly number[]
  readonly onFailure: (failure: Failure) => void
  readonly onProgress: (done: number) => void
}): Promise<Report> {
  const counts = { read: 0, 'read in part': 0, refused: 0, failed: 0 }
  const failures: Failure[] = []
  let [slowestMs, peakMb, used]: [number, number, number] = [0, 0, 0]
  let child: ChildProcess | null = null
  for (const [done, index] of of.indices.entries()) {
    if (used === PER_CHILD) {
      child?.kill('SIGKILL')
      child = null
    }
    if (!child) [child, used] = [await start(of.target, of.seed), 0]
    const begun = performance.now()
    const outcome = await attempt(child, index)
    used++
    slowestMs = Math.max(slowestMs, performance.now() - begun)
    peakMb = Math.max(peakMb, outcome.mb)
    counts[outcome.answer?.verdict ?? 'failed']++
    const what = outcome.answer?.verdict === 'failed' ? outcome.answer.trace : outcome.fault
    if (what !== undefined) {
      failures.push({ index, what })
      of.onFailure({ index, what })
    }
    if (!outcome.answer) {
      child.kill('SIGKILL')
      child = null
    }
    of.onProgress(done + 1)
  }
  child?.kill('SIGKILL')
  return { counts, failures, slowestMs, peakMb }
}

/** A process that is ready for its first mutant. */
function start(target: string, seed: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'child.ts'), [target, String(seed)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', () => {
      child.removeAllListeners('exit')
      resolve(child)
    })
    child.once('exit', (code) =>
      reject(new Error(`the process that tries files ended with ${code} before it began`)),
    )
  })
}

interface Outcome {
  readonly answer: Answer | null
  readonly fault?: string
  readonly mb: number
}

function attempt(child: ChildProcess, index: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let mb = 0
    let errors = ''
    const end = (answer: Answer | null, fault?: string) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.removeAllListeners('message').removeAllListeners('exit')
      child.stderr?.removeAllListeners('data')
      mb = Math.max(mb, memoryOf(child))
      resolve({ answer, mb, ...(fault === undefined ? {} : { fault }) })
    }
    const timer = setTimeout(() => end(null, `not done after ${LIMIT_MS} ms`), LIMIT_MS)
    const watch = setInterval(() => {
      mb = Math.max(mb, memoryOf(child))
      if (mb > LIMIT_MB) end(null, `${mb.toFixed(0)} MB of memory`)
    }, WATCH_MS)
    child.stderr?.on('data', (text: Buffer) => (errors += text.toString()))
    child.on('message', (answer: Answer) => end(answer))
    child.on('exit', (code, signal) =>
      end(null, `the process ended with ${code ?? signal}\n${errors.slice(-2000)}`),
    )
    child.send(index)
  })
}

/** Resident memory in MB where Linux tells it, else 0. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const kb = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1]
    return Number(kb ?? 0) / 1024
  } catch {
    return 0
  }
}
