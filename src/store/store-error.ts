import { AppError, isAppError } from '../lib/errors.ts'

/**
 * Runs a database or file operation and turns its failure into storage_full or store_failed. Needed everywhere:
 * a transaction that IndexedDB aborts (for want of room, say) is an error named AbortError, which is no stop by a person.
 */
export async function guarded<Result>(
  what: string,
  database: { readonly problem: string | null },
  operation: () => PromiseLike<Result>,
): Promise<Result> {
  if (database.problem !== null) throw new AppError('store_failed', database.problem)
  try {
    return await operation()
  } catch (error) {
    throw storeError(what, error)
  }
}

/** `what` begins the sentence "… failed": 'storing the layer'. */
export function storeError(what: string, error: unknown): AppError {
  if (isAppError(error)) return error
  if (causes(error).some((cause) => cause.name === 'QuotaExceededError')) {
    return new AppError(
      'storage_full',
      `${what} failed: the browser's storage is full. Nothing was lost; remove layers you no longer need, then try again`,
      {},
      { cause: error },
    )
  }
  if (causes(error).some(({ name }) => name === 'InvalidStateError' || name === 'SecurityError')) {
    return new AppError(
      'store_failed',
      `${what} failed: the browser lets this page store nothing, as in private browsing or with storage blocked; nothing was changed: open the page in an ordinary window, or allow it storage, then reload`,
      {},
      { cause: error },
    )
  }
  const found = causes(error).at(-1)
  return new AppError(
    'store_failed',
    `${what} failed (${found ? found.name : 'unknown cause'}); nothing was changed: reload and try again`,
    {},
    { cause: error },
  )
}

/** The error and what lies under it: Dexie keeps the cause in `inner`. */
function causes(error: unknown): Error[] {
  const found: Error[] = []
  let current: unknown = error
  while ((current instanceof Error || current instanceof DOMException) && found.length < 5) {
    found.push(current)
    current = (current as { inner?: unknown }).inner ?? current.cause
  }
  return found
}
