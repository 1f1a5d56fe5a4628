/**
 * Holds a Web Lock for as long as this worker lives, and resolves once it does. The browser gives the lock back however
 * the worker ends, which is how the page learns of it. Where the browser refuses locks, as it does to a page that it lets
 * store nothing, the worker lives without one.
 */
export function holdLifeLock(
  name: string,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<void> {
  return new Promise((resolve) => {
    locks
      .request(name, () => {
        resolve()
        return new Promise<never>(() => undefined)
      })
      .catch(() => resolve())
  })
}
