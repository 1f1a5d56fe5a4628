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
  readonly of?: readonly number[]
}

export interface JournalSeal {
  readonly previous: string
  /** Salted hash of the row's payload: the chain stays whole where an erase takes the payload itself. */
  readonly payloadHash: string
  readonly hash: string
}

/** A row as far as it is sealed. `sealed`, `gone` and `erasure` are those of JournalRow. */
export interface SealedRow extends JournalHead, JournalSeal {
  readonly changes: unknown
  readonly sealed?: unknown
  readonly gone?: 'erased' | 'missing'
  readonly erasure?: {
    readonly removed: readonly number[]
    readonly rewritten: readonly { readonly seq: number; readonly payloadHash: string }[]
  }
}

/** What is hashed of a row apart from its head. */
export const payloadOf = ({
  changes,
  sealed,
  erasure,
}: Pick<SealedRow, 'changes' | 'sealed' | 'erasure'>): unknown =>
  erasure ? { changes, erasure } : (sealed ?? changes)

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
  const payloadHash = await hashPayload(salt, changes)
  return { previous, payloadHash, hash: await headHash(salt, previous, head, payloadHash) }
}

export const hashPayload = (salt: string, payload: unknown): Promise<string> =>
  sha256Hex(salt + stableJson(payload))

/** What is left of the head of a row whose run was erased; its `hash` stays, for the row after it names it. */
export function erasedHead<Head extends JournalHead & JournalSeal>({ seq, at, cause, previous, hash }: Head) {
  return {
    seq,
    at,
    cause: cause as Head['cause'],
    runId: null,
    summary: ERASED,
    payloadHash: GENESIS,
    previous,
    hash,
  }
}

const ERASED = 'Erased'

/** Where a chain breaks and how. */
export interface JournalBreak {
  readonly seq: number
  readonly what: 'order' | 'head' | 'payload' | 'payload-missing' | 'not-erased'
}

/** What the erase rows of a journal say of the rows before them. */
export interface ErasedRows {
  readonly removed: ReadonlySet<number>
  /** Hash of the payload that took the place of the sealed one, by seq. */
  readonly rewritten: ReadonlyMap<number, string>
}

type MarkRow = Pick<SealedRow, 'seq' | 'erasure'>

/** Rows in order; those without `erasure` may be left out. */
export function erasedRows(rows: readonly MarkRow[]): ErasedRows {
  const removed = new Set<number>()
  const rewritten = new Map<number, string>()
  for (const { seq, erasure } of rows) {
    for (const gone of erasure?.removed ?? []) if (gone < seq) removed.add(gone)
    for (const row of erasure?.rewritten ?? []) if (row.seq < seq) rewritten.set(row.seq, row.payloadHash)
  }
  return { removed, rewritten }
}

/** Checks a chain row after row, so that it can be done in slices. */
export class ChainCheck {
  #previous = GENESIS
  #seq = 0

  constructor(
    private readonly salt: string,
    private readonly erased: ErasedRows,
  ) {}

  /** Null where the next row continues the chain. Nothing after a break is worth asking about. */
  async next(row: SealedRow): Promise<JournalBreak | null> {
    const { seq, previous, hash } = row
    const fault = (what: JournalBreak['what']) => ({ seq, what })
    this.#seq += 1
    if (seq !== this.#seq || previous !== this.#previous) return fault('order')
    this.#previous = hash
    const what = await rowFault(this.salt, row, this.erased)
    return what && fault(what)
  }
}

/** What is wrong with a row by itself, whatever stands before it. */
export async function rowFault(
  salt: string,
  row: SealedRow,
  { removed, rewritten }: ErasedRows,
): Promise<Exclude<JournalBreak['what'], 'order'> | null> {
  if (removed.has(row.seq)) return row.gone === 'erased' ? null : 'not-erased'
  if ((await headHash(salt, row.previous, row, row.payloadHash)) !== row.hash) return 'head'
  if (row.gone !== undefined) return 'payload-missing'
  const expected = rewritten.get(row.seq) ?? row.payloadHash
  return (await hashPayload(salt, payloadOf(row))) === expected ? null : 'payload'
}

/** The first row that breaks the chain, null where it is whole. Rows in order. */
async function findBreak(salt: string, rows: readonly SealedRow[]): Promise<JournalBreak | null> {
  const check = new ChainCheck(salt, erasedRows(rows))
  for (const row of rows) {
    const fault = await check.next(row)
    if (fault) return fault
  }
  return null
}

/** The `seq` of the first row that breaks the chain (changed, missing or out of order), else null. Rows in order. */
export async function firstBrokenRow(salt: string, rows: readonly SealedRow[]): Promise<number | null> {
  return (await findBreak(salt, rows))?.seq ?? null
}

function headHash(salt: string, previous: string, head: JournalHead, payloadHash: string): Promise<string> {
  const { seq, at, cause, runId, summary, of } = head
  const parts: unknown[] = [previous, seq, at, cause, runId, summary, payloadHash]
  return sha256Hex(salt + stableJson(of === undefined ? parts : [...parts, of]))
}
