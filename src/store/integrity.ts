import { throwIfAborted } from '../lib/abort.ts'
import { changeBetween, effectOf, EMPTY_SNAPSHOT, MEMORY_TABLES, Tables } from '../memory/journal/index.ts'
import type { JournalRow, MemorySnapshot, RowChange } from '../memory/types.ts'
import { ChainCheck, erasedRows, rowFault, type JournalBreak } from '../trace/journal-hash.ts'
import type { Database } from './database.ts'
import { lastHead, rowsBetween, rowsOf } from './journal-records.ts'
import { countRows, readState } from './memory-state.ts'
import { readSalt } from './salt.ts'

/** What a quick check found: sentences for people, none where all is well. */
export interface StoreCheck {
  readonly whole: boolean
  readonly findings: readonly string[]
}

export interface IntegrityReport {
  /** Rows of the journal. */
  readonly rows: number
  /** The first row that breaks the chain: what stands from there on is readable, but nothing vouches for it. */
  readonly broken: JournalBreak | null
  /** From what is stored to what a whole journal tells; empty where it is broken. */
  readonly differing: readonly RowChange[]
}

export interface VerifyOptions {
  readonly signal?: AbortSignal
  /** Hears 0–1. */
  readonly progress?: (fraction: number) => void
}

/** Rows between two pauses, so that a question that is asked meanwhile need not wait. */
const SLICE = 200

/** Looks at the journal's last row and at counts. */
export async function checkQuickly(database: Database): Promise<StoreCheck> {
  const { journal, payloads, settings, workflows, edges, experiences, skills } = database
  const tables = [journal, payloads, settings, workflows, edges, experiences, skills]
  const seen = await database.transaction('r', tables, async () => {
    const last = await lastHead(database)
    return {
      last: last && (await rowsBetween(database, last.seq))[0],
      state: await readState(database),
      rows: await journal.count(),
      contents: await payloads.count(),
      counts: await countRows(database),
    }
  })
  const { last, state, rows, contents, counts } = seen
  const findings: string[] = []
  if (last?.hash !== state?.hash)
    findings.push('The journal does not end with the last change that was stored.')
  if (rows !== (state?.seq ?? 0))
    findings.push(`The journal has ${rows} rows; ${state?.seq ?? 0} were written.`)
  const expected = (state?.seq ?? 0) - (state?.erased ?? 0)
  if (contents !== expected)
    findings.push(`The journal holds the content of ${contents} changes in place of ${expected}.`)
  for (const table of MEMORY_TABLES) {
    const wanted = state?.counts[table] ?? 0
    if (counts[table] !== wanted)
      findings.push(`${counts[table]} ${table} are stored; the last change left ${wanted}.`)
  }
  // The last row may have been erased or retold, but by no other than the last erase row, which is that row itself.
  const salt = await readSalt(database)
  if (last && (await rowFault(salt.value, last, erasedRows([])))) {
    findings.push(`The last change of the journal (${last.seq}) is damaged.`)
  }
  return { whole: findings.length === 0, findings }
}

/**
 * Checks every row of the journal in slices, replays it, and holds the tables against what it tells. Commits may go on
 * meanwhile. Throws AbortError.
 */
export async function verifyStore(database: Database, options: VerifyOptions): Promise<IntegrityReport> {
  for (;;) {
    const report = await verifyOnce(database, options)
    // An erase in between has told rows anew that were checked as they were before.
    if (report) return report
  }
}

async function verifyOnce(
  database: Database,
  { signal, progress }: VerifyOptions,
): Promise<IntegrityReport | null> {
  const salt = await readSalt(database)
  const erasing = await rowsOf(database, 'erase')
  const check = new ChainCheck(salt.value, erasedRows(erasing))
  const told = new Tables(EMPTY_SNAPSHOT)
  const chain: { broken: JournalBreak | null } = { broken: null }
  let seen = 0
  const take = async (rows: readonly JournalRow[]) => {
    for (const row of rows) {
      chain.broken ??= await check.next(row)
      for (const change of effectOf(row)) told.put(change)
      seen = row.seq
    }
  }
  const total = (await lastHead(database))?.seq ?? 0
  while (seen < total) {
    const { journal, payloads } = database
    const rows = await database.transaction('r', [journal, payloads], () =>
      rowsBetween(database, seen + 1, seen + SLICE),
    )
    await take(rows)
    // Rows that are missing are a break already; go on behind the gap.
    seen = Math.max(seen, rows.length > 0 ? rows.at(-1)!.seq : seen + SLICE)
    progress?.((0.8 * Math.min(seen, total)) / Math.max(1, total))
    await pause(signal)
  }
  const end = await readAll(database, seen)
  if (end.erasing !== erasing.length) return null
  await take(end.rows)
  const rows = seen
  const { broken } = chain
  if (broken) return { rows, broken, differing: [] }
  return { rows, broken, differing: await compare(new Tables(end.snapshot), told, { signal, progress }) }
}

/** The rows after `seen` and all tables, at one moment. */
function readAll(database: Database, seen: number) {
  const { journal, payloads, workflows, edges, experiences, skills } = database
  const tables = [journal, payloads, workflows, edges, experiences, skills]
  return database.transaction('r', tables, async () => ({
    rows: await rowsBetween(database, seen + 1),
    erasing: await journal.where('cause').equals('erase').count(),
    snapshot: {
      workflows: await workflows.toArray(),
      edges: await edges.toArray(),
      experiences: await experiences.toArray(),
      skills: await skills.toArray(),
    } satisfies MemorySnapshot,
  }))
}

async function compare(
  stored: Tables,
  told: Tables,
  {
    signal,
    progress,
  }: { readonly signal: AbortSignal | undefined; readonly progress: VerifyOptions['progress'] },
): Promise<readonly RowChange[]> {
  const entries = MEMORY_TABLES.flatMap((table) =>
    [...new Set([...stored.ids(table), ...told.ids(table)])].map((id) => ({ table, id })),
  )
  const differing: RowChange[] = []
  for (let at = 0; at < entries.length; at += SLICE) {
    for (const { table, id } of entries.slice(at, at + SLICE)) {
      differing.push(...changeBetween({ table, id }, stored.get(table, id), told.get(table, id)))
    }
    progress?.(0.8 + (0.2 * at) / entries.length)
    await pause(signal)
  }
  progress?.(1)
  return differing
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  if (signal) throwIfAborted(signal)
}
