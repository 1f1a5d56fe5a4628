import { sha256Hex, stableJson } from '../lib/hash.ts'

/** What stands before the first row of a journal. */
export const GENESIS = '0'.repeat(64)

/** The head of a journal row: all of it but the changes, which are hashed apart. */
export interface JournalHead {
  readonly seq: number
  readonly at: number
  readonly cause: string
  readonly runId: string | null
  readonly summary: string
}

export interface JournalSeal {
  readonly previous: string
  /** Salted hash of the row's changes: the chain stays whole where an erase takes the changes themselves. */
  readonly payloadHash: string
  readonly hash: string
}

type Sealed = JournalHead & JournalSeal & { readonly changes: unknown }

/**
 * The seal of one row. `salt` is drawn once for a journal and kept beside it. Await this before a database
 * transaction begins: waiting for Web Crypto inside one lets IndexedDB close it.
 */
export async function sealRow(options: {
  readonly salt: string
  readonly previous: string
  readonly head: JournalHead
  readonly changes: unknown
}): Promise<JournalSeal> {
  const { salt, previous, head, changes } = options
  const payloadHash = await sha256Hex(salt + stableJson(changes))
  return { previous, payloadHash, hash: await headHash(salt, previous, head, payloadHash) }
}

/** The `seq` of the first row that breaks the chain (changed, missing or out of order), else null. Rows in order. */
export async function firstBrokenRow(salt: string, rows: readonly Sealed[]): Promise<number | null> {
  let previous = GENESIS
  let expected = 1
  for (const row of rows) {
    const { payloadHash, hash } = await sealRow({ salt, previous, head: row, changes: row.changes })
    const whole =
      row.seq === expected &&
      row.previous === previous &&
      row.payloadHash === payloadHash &&
      row.hash === hash
    if (!whole) return row.seq
    previous = row.hash
    expected += 1
  }
  return null
}

function headHash(salt: string, previous: string, head: JournalHead, payloadHash: string): Promise<string> {
  const { seq, at, cause, runId, summary } = head
  return sha256Hex(salt + stableJson([previous, seq, at, cause, runId, summary, payloadHash]))
}
