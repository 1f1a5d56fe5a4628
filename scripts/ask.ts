import { isAbort } from '../src/lib/abort.ts'
import { isAppError } from '../src/lib/errors.ts'
import { askOptions, checkPlaces } from './lib/ask-options.ts'
import { lockFile } from './lib/memory-lock.ts'

const STOPPED = 130

async function main(): Promise<number> {
  const options = askOptions(process.argv.slice(2))
  await checkPlaces(options)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const onWait = (message: string) => console.error(message)
  const release = options.memory
    ? await lockFile(options.memory, { signal: stop.signal, onWait })
    : () => Promise.resolve()
  try {
    // The tools take a second to load: a mistake in the command line is told before.
    const { answer } = await import('./lib/ask-run.ts')
    return await answer(options, stop.signal)
  } finally {
    await release()
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    if (isAbort(error)) {
      console.error('stopped')
      process.exitCode = STOPPED
      return
    }
    console.error(isAppError(error) || isSystemError(error) ? error.message : error)
    process.exitCode = 1
  },
)

/** What the disk said needs no stack to be understood. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
