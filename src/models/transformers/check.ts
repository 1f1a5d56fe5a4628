import { throwIfAborted } from '../../lib/abort.ts'
import { breathe } from '../../lib/breathe.ts'

/** Called before each run of the model; throws AbortError to stop. */
export type Check = () => Promise<void>

/** Lets messages in, one of which may abort the signal, and looks at the flag that another thread may set to 1. */
export function checkOf(signal: AbortSignal | undefined, stopFlag: Int32Array | undefined): Check {
  return async () => {
    await breathe()
    if (stopFlag && Atomics.load(stopFlag, 0) === 1) throw new DOMException('Stopped', 'AbortError')
    throwIfAborted(signal)
  }
}
