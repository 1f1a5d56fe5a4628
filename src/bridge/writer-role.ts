export const WRITER_LOCK = 'geoforge-writer'

/**
 * The right to write, held by one tab of this origin at a time through a Web Lock. The page asks, not its workers, so
 * that a worker that is started anew does not lose the right. A tab that has to wait gets it when the holder closes.
 * A browser that refuses locks stores nothing either: there each tab has a memory of its own, and may write it.
 */
export class WriterRole {
  private state: boolean | null = null
  private readonly first: Promise<void>
  private release: () => void = () => undefined
  private readonly stopWaiting = new AbortController()

  constructor(locks: Pick<LockManager, 'request'>, onChange: (writable: boolean) => void) {
    const hold = () =>
      new Promise<void>((release) => {
        this.release = release
        this.state = true
        onChange(true)
      })
    this.first = new Promise((known) => {
      // The answer to `ifAvailable` tells a waiting tab at once that it is a reader.
      const asked = locks.request(WRITER_LOCK, { ifAvailable: true }, (lock) => {
        if (lock) {
          const held = hold()
          known()
          return held
        }
        this.state = false
        onChange(false)
        known()
        locks
          .request(WRITER_LOCK, { signal: this.stopWaiting.signal }, hold)
          .catch(() => undefined /* closed while waiting */)
        return undefined
      })
      asked.catch(() => {
        this.state = true
        onChange(true)
        known()
      })
    })
  }

  async writable(): Promise<boolean> {
    await this.first
    return this.state === true
  }

  close(): void {
    this.stopWaiting.abort()
    this.release()
    this.state = false
  }
}
