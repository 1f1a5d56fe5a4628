import { isAppError } from '../src/lib/errors.ts'
import { broadcastAnnouncer, openDatabase, WriterGate } from '../src/store/index.ts'
import type { Announcer, Database, DatabaseOptions } from '../src/store/index.ts'

export interface StoreParts {
  readonly database: Database
  readonly gate: WriterGate
  readonly announcer: Announcer
}

/** Opens the database for one worker. `onProblem` also hears why it could not be opened, and the promise rejects. */
export async function openStoreParts(
  gate: WriterGate,
  onProblem: (message: string) => void,
  options: DatabaseOptions = {},
): Promise<StoreParts> {
  try {
    const database = await openDatabase({ ...options, onProblem })
    return { database, gate, announcer: broadcastAnnouncer() }
  } catch (error) {
    onProblem(isAppError(error) ? error.message : String(error))
    throw error
  }
}
