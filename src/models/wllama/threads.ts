import { isAbort } from '../../lib/abort.ts'

/** More threads bring nothing with the small models that run on a processor. */
const MOST_THREADS = 8

/** A count that takes so many times as long as the quickest is not waited for. */
const PATIENCE = 3

/**
 * Counts of threads worth trying, one first. Threads need a cross-origin isolated page. Never all cores: with another
 * program at work two threads on two cores were thirty times slower than one.
 */
export function threadCandidates(cores: number, isolated: boolean): readonly number[] {
  if (!isolated || cores <= 2) return [1]
  return [1, Math.min(MOST_THREADS, Math.max(2, Math.floor(cores / 2)))]
}

export interface Timed {
  /** Milliseconds of a short question. Rejects with AbortError after an abort. */
  time(signal: AbortSignal): Promise<number>
  close(): Promise<void>
}

/**
 * Loads with each count in turn, one at a time in memory, and gives back the quickest, loaded. Ties go to fewer threads.
 * Errors of `open` and `time` are passed on with nothing left open.
 */
export async function quickest<T extends Timed>(
  candidates: readonly number[],
  open: (threads: number) => Promise<T>,
): Promise<T> {
  let best = { threads: 0, ms: Infinity }
  let loaded: { readonly threads: number; readonly session: T } | null = null
  const close = async () => {
    await loaded?.session.close()
    loaded = null
  }
  try {
    for (const threads of candidates) {
      await close()
      loaded = { threads, session: await open(threads) }
      if (candidates.length === 1) return loaded.session
      const ms = await timeWithin(loaded.session, best.ms * PATIENCE)
      if (ms < best.ms) best = { threads, ms }
    }
    if (loaded?.threads === best.threads) return loaded.session
    await close()
    return await open(best.threads)
  } catch (error) {
    await close()
    throw error
  }
}

async function timeWithin(session: Timed, limitMs: number): Promise<number> {
  const stop = new AbortController()
  const timer = Number.isFinite(limitMs) ? setTimeout(() => stop.abort(), limitMs) : undefined
  try {
    return await session.time(stop.signal)
  } catch (error) {
    if (isAbort(error) && stop.signal.aborted) return Infinity
    throw error
  } finally {
    clearTimeout(timer)
  }
}
