import { isAppError } from '../src/lib/errors.ts'
import { broadcastAnnouncer, openDatabase, WriterGate } from '../src/store/index.ts'
import type { Announcer, Database, DatabaseOptions } from '../src/store/index.ts'

export interface StoreParts {
  readonly database: Database
  readonly gate: WriterGate
  readonly announcer: Announcer
}

/**
 * Opens the database for one worker. `onProblem` also hears why it could not be opened, and the promise rejects. Where
 * another tab had to be closed first, the page learns from an announcement that it can read now.
 */
export async function openStoreParts(
  gate: WriterGate,
  onProblem: (message: string) => void,
  options: DatabaseOptions = {},
): Promise<StoreParts> {
  let waits = 0
  try {
    const database = await openDatabase({
      ...options,
      onProblem: (message) => {
        waits += 1
        onProblem(message)
      },
    })
    const announcer = broadcastAnnouncer()
    if (waits > 0) announcer.tell('memory')
    return { database, gate, announcer }
  } catch (error) {
    onProblem(isAppError(error) ? error.message : String(error))
    throw error
  }
}
