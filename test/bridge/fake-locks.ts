interface Waiting {
  readonly run: () => void
}

/** Exclusive Web Locks as the standard describes them, for Node, which has none. */
export class FakeLocks {
  private readonly held = new Set<string>()
  private readonly queues = new Map<string, Waiting[]>()

  readonly request: LockManager['request'] = (name: string, ...rest: unknown[]): Promise<never> => {
    const callback = rest.at(-1) as (lock: Lock | null) => unknown
    const { ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
    return new Promise<unknown>((resolve, reject) => {
      const run = () => {
        this.held.add(name)
        void Promise.resolve()
          .then(() => callback({ name, mode: 'exclusive' }))
          .then(resolve, reject)
          .finally(() => this.release(name))
      }
      if (!this.held.has(name)) run()
      else if (ifAvailable) void Promise.resolve(callback(null)).then(resolve, reject)
      else {
        const queue = this.queues.get(name) ?? []
        const waiting = { run }
        this.queues.set(name, [...queue, waiting])
        signal?.addEventListener('abort', () => {
          this.queues.set(
            name,
            (this.queues.get(name) ?? []).filter((each) => each !== waiting),
          )
          reject(signal.reason as Error)
        })
      }
    }) as Promise<never>
  }

  private release(name: string): void {
    this.held.delete(name)
    const [next, ...others] = this.queues.get(name) ?? []
    this.queues.set(name, others)
    next?.run()
  }
}
