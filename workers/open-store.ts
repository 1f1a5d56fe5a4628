import { isAppError } from '../src/lib/errors.ts'
import {
  broadcastAnnouncer,
  databaseIsOffered,
  openDatabase,
  opfsFolder,
  visitDatabase,
  VisitFolder,
} from '../src/store/index.ts'
import type { Announcer, Database, DatabaseOptions, WriterGate } from '../src/store/index.ts'
import type { Keeps } from '../src/trace/keeps.ts'
import { shareSettings } from './share-settings.ts'

export interface StoreParts {
  readonly database: Database
  readonly gate: WriterGate
  readonly announcer: Announcer
  readonly keeps: Keeps
  /** A folder of files, made where it is not there: on the disk, or for this visit where the browser keeps no files. */
  readonly folder: (name: string) => Promise<FileSystemDirectoryHandle>
  /** Of the databases beside the main one. */
  readonly dependencies: NonNullable<DatabaseOptions['dependencies']> | undefined
}

/**
 * Opens the database for one worker. `onProblem` also hears why it could not be opened, and the promise rejects. Where
 * another tab had to be closed first, the page learns from an announcement that it can read now. A browser that keeps
 * nothing for this page is no failure: records and files are then in memory, for this visit.
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
    const keepsFiles = await opfsFolder('results').then(
      () => true,
      () => false,
    )
    return {
      database,
      gate,
      announcer,
      keeps: keepsFiles ? 'everything' : 'records',
      folder: keepsFiles ? opfsFolder : visitFolders(),
      dependencies: options.dependencies,
    }
  } catch (error) {
    if (!(await databaseIsOffered())) return openForVisit(gate)
    onProblem(isAppError(error) ? error.message : String(error))
    throw error
  }
}

/** Files too: those on the disk without their records would pass for orphans, and be cleared up. */
async function openForVisit(gate: WriterGate): Promise<StoreParts> {
  const dependencies = await visitDatabase()
  const database = await openDatabase({ dependencies })
  shareSettings(database, self.name)
  return {
    database,
    gate,
    announcer: broadcastAnnouncer(),
    keeps: 'nothing',
    folder: visitFolders(),
    dependencies,
  }
}

function visitFolders(): StoreParts['folder'] {
  const top = new VisitFolder()
  return async (name) => (await top.getDirectoryHandle(name, { create: true })).handle
}
