import type { JournalRow } from '../memory/types.ts'
import type { Database, StoredHead, StoredPayload } from './database.ts'

type Tables = Pick<Database, 'journal' | 'payloads'>

export function splitRow(row: JournalRow): { readonly head: StoredHead; readonly payload: StoredPayload } {
  const { changes, sealed, erasure, gone: _, ...head } = row
  const payload = {
    seq: row.seq,
    changes,
    ...(sealed === undefined ? {} : { sealed }),
    ...(erasure ? { erasure } : {}),
  }
  return { head, payload }
}

/** The rows from one `seq` to another, both among them, in order. Call inside a transaction where others may write. */
export async function rowsBetween(
  { journal, payloads }: Tables,
  from: number,
  to = Infinity,
): Promise<readonly JournalRow[]> {
  const heads = await journal.where('seq').between(from, to, true, true).toArray()
  const contents = await payloads.where('seq').between(from, to, true, true).toArray()
  return joined(heads, contents)
}

export async function rowsOf(
  { journal, payloads }: Tables,
  cause: JournalRow['cause'],
): Promise<readonly JournalRow[]> {
  return withContents(await journal.where('cause').equals(cause).sortBy('seq'), payloads)
}

export async function rowsOfRun(
  { journal, payloads }: Tables,
  runId: string,
): Promise<readonly JournalRow[]> {
  const heads = await journal
    .orderBy('seq')
    .filter((head) => head.runId === runId)
    .toArray()
  return withContents(heads, payloads)
}

async function withContents(
  heads: readonly StoredHead[],
  payloads: Tables['payloads'],
): Promise<readonly JournalRow[]> {
  const contents = await payloads.bulkGet(heads.map(({ seq }) => seq))
  return joined(
    heads,
    contents.filter((content) => content !== undefined),
  )
}

export const lastHead = ({ journal }: Pick<Tables, 'journal'>): Promise<StoredHead | undefined> =>
  journal.orderBy('seq').last()

function joined(heads: readonly StoredHead[], contents: readonly StoredPayload[]): readonly JournalRow[] {
  const bySeq = new Map(contents.map((content) => [content.seq, content]))
  return heads.map((head): JournalRow => {
    const content = bySeq.get(head.seq)
    if (!content) return { ...head, changes: [], gone: head.gone ?? 'missing' }
    return { ...head, ...content }
  })
}
