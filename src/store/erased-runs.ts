import { sha256Hex } from '../lib/hash.ts'
import type { Database, Setting } from './database.ts'

/** Which runs were erased, so that an old backup does not bring back what came of them. By hash: an id would still name one. */
const KEY = 'erased-runs'

/** Await this before a transaction begins: waiting for Web Crypto inside one lets IndexedDB close it. */
export const markOf = (runId: string): Promise<string> => sha256Hex(runId)

/** The setting with one more mark, to be stored in the transaction that erases. */
export async function withMark(database: Pick<Database, 'settings'>, mark: string): Promise<Setting> {
  const marks = new Set([...(await readMarks(database)), mark])
  return { key: KEY, value: JSON.stringify([...marks]) }
}

/** Those of the ids that were erased. */
export async function erasedAmong(
  database: Pick<Database, 'settings'>,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const marks = new Set(await readMarks(database))
  const found = new Set<string>()
  if (marks.size === 0) return found
  for (const id of ids) if (marks.has(await markOf(id))) found.add(id)
  return found
}

async function readMarks({ settings }: Pick<Database, 'settings'>): Promise<readonly string[]> {
  const row = await settings.get(KEY)
  return row ? (JSON.parse(row.value) as string[]) : []
}
