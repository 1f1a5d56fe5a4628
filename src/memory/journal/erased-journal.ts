import { AppError } from '../../lib/errors.ts'
import { erasedHead, GENESIS, hashPayload, payloadOf, sealRow } from '../../trace/journal-hash.ts'
import type { Erasure, JournalRow } from '../types.ts'

/**
 * The erase row that names what an erasure takes out of a journal, sealed over the journal's last row. Throws
 * store_failed where that is no longer the one that the erasure was made for.
 */
export async function eraseRow(
  erasure: Erasure,
  last: Pick<JournalRow, 'seq' | 'hash'> | null,
  { salt, at }: { readonly salt: string; readonly at: number },
): Promise<JournalRow> {
  if ((last?.hash ?? null) !== erasure.head) {
    throw new AppError('store_failed', 'The memory was changed meanwhile, so nothing was erased; try again.')
  }
  const { summary, removed } = erasure
  const rewritten = await Promise.all(
    erasure.rewritten.map(async ({ seq, changes }) => ({
      seq,
      payloadHash: await hashPayload(salt, changes),
    })),
  )
  const head = { seq: (last?.seq ?? 0) + 1, at, cause: 'erase' as const, runId: null, summary }
  const content = { changes: [], erasure: { removed, rewritten } }
  const seal = await sealRow({ salt, previous: last?.hash ?? GENESIS, head, changes: payloadOf(content) })
  return { ...head, ...content, ...seal }
}

/** The rows of a journal after an erasure; the erase row itself comes after them. */
export function erasedJournal(
  journal: readonly JournalRow[],
  { removed, rewritten }: Erasure,
): readonly JournalRow[] {
  const gone = new Set(removed)
  const told = new Map(rewritten.map(({ seq, changes }) => [seq, changes]))
  return journal.map((row) => {
    if (gone.has(row.seq)) return { ...erasedHead(row), changes: [], gone: 'erased' as const }
    const changes = told.get(row.seq)
    if (!changes) return row
    const { sealed: _, ...rest } = row
    return { ...rest, changes }
  })
}
