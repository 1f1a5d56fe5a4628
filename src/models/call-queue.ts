/**
 * Calls of an engine one after another. A call whose signal aborts is let go at once, though the next one waits until
 * what the engine was doing has come to its end.
 */
export class CallQueue {
  private last: Promise<unknown> = Promise.resolve()
  private readonly ending = new AbortController()

  /** Rejects with what `end` was given, with AbortError after an abort, else with what `work` throws. */
  run<Result>(work: (signal: AbortSignal) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const stop = signal ? AbortSignal.any([signal, this.ending.signal]) : this.ending.signal
    const result = this.last.then(() => {
      if (stop.aborted) throw this.reason()
      return work(stop)
    })
    this.last = result.catch(() => undefined)
    return new Promise<Result>((resolve, reject) => {
      const letGo = () => reject(this.reason())
      if (stop.aborted) letGo()
      stop.addEventListener('abort', letGo)
      result.then(resolve, reject).finally(() => stop.removeEventListener('abort', letGo))
    })
  }

  /** Rejects all calls, under way and to come. */
  end(reason: Error = stopped()): void {
    this.ending.abort(reason)
  }

  /** Resolves once nothing is under way. */
  idle(): Promise<unknown> {
    return this.last
  }

  /** A signal may be aborted with any reason; what is told of it is always an AbortError. */
  private reason(): Error {
    return this.ending.signal.aborted ? (this.ending.signal.reason as Error) : stopped()
  }
}

const stopped = (): Error => new DOMException('Stopped', 'AbortError')
