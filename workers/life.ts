/**
 * Holds a Web Lock for as long as this worker lives, and resolves once it does. The browser gives the lock back however
 * the worker ends, which is how the page learns of it.
 */
export function holdLifeLock(
  name: string,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<void> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, () => {
        resolve()
        return new Promise<never>(() => undefined)
      })
      .catch(reject)
  })
}
