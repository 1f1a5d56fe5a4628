import { open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../src/lib/errors.ts'

const POLL_MS = 100

export interface LockOptions {
  readonly signal?: AbortSignal
  readonly waitMs?: number
  /** Hears once that another process holds the file, in words. */
  readonly onWait?: (message: string) => void
}

/**
 * Holds a file for this process alone by `FILE.lock`, so that two runs do not write over one another's memory. Waits
 * for another holder. Gives the function that lets go. Throws store_failed naming the holder, at once where the holder
 * has ended without letting go; AbortError.
 */
export async function lockFile(
  path: string,
  { signal, waitMs = 60_000, onWait }: LockOptions = {},
): Promise<() => Promise<void>> {
  const lock = path + '.lock'
  const started = performance.now()
  for (let told = false; ; told = true) {
    if (await create(lock)) return () => rm(lock, { force: true })
    const holder = await holderOf(lock)
    if (holder?.hasEnded) {
      throw new AppError(
        'store_failed',
        `${path} is still held by ${holder.words}, which has ended: remove ${lock} and ask again`,
      )
    }
    const words = holder?.words ?? 'another process'
    if (performance.now() - started >= waitMs) {
      throw new AppError(
        'store_failed',
        `${path} has been held by ${words} for ${Math.round(waitMs / 1000)} s: wait for it to end, or use another file`,
      )
    }
    if (!told) onWait?.(`waiting for ${path}, which is held by ${words}`)
    await wait(POLL_MS, undefined, { ...(signal && { signal }) })
  }
}

async function create(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx')
    await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname(), since: new Date() }))
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Null where the lock has gone meanwhile or is being written. */
async function holderOf(
  lock: string,
): Promise<{ readonly words: string; readonly hasEnded: boolean } | null> {
  try {
    const { pid, host, since } = JSON.parse(await readFile(lock, 'utf8')) as Record<string, unknown>
    if (typeof pid !== 'number') return null
    return { words: `process ${pid} since ${String(since)}`, hasEnded: host === hostname() && !isAlive(pid) }
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
