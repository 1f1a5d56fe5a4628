/** Signals of calls under way, so that a cancel message can stop them. */
export class Stops {
  private readonly controllers = new Map<string, AbortController>()

  /** Runs `work` with a signal that `stop(callId)` aborts. */
  async during<Result>(
    callId: string | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController()
    if (callId !== undefined) this.controllers.set(callId, controller)
    try {
      return await work(controller.signal)
    } finally {
      if (callId !== undefined) this.controllers.delete(callId)
    }
  }

  stop(callId: string): void {
    this.controllers.get(callId)?.abort()
  }
}
