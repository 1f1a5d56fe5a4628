import { stableJson } from '../../lib/hash.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import { formFaults } from '../gate/form-faults.ts'
import { runsOf } from '../provenance.ts'
import type { MemoryCommit, MemorySnapshot, MemoryTable, RowChange } from '../types.ts'
import { TABLES, type Backup } from './format.ts'
import { mergeRows } from './merge.ts'
import { quarantined } from './quarantine.ts'

/** What became of the rows of a file. Ids and reasons are safe to show; names of entries are the file's. */
export interface ImportReport {
  readonly trust: Trust
  readonly added: number
  /** There already, as they are in the file. */
  readonly same: number
  /** Rows that differ here and in the file, and what was done. */
  readonly conflicts: readonly {
    readonly table: MemoryTable
    readonly id: string
    readonly kept: 'ours' | 'theirs' | 'both'
  }[]
  /** Rows that are gone now, because a restore makes the memory what the file says. */
  readonly removed: number
  /** Not taken, and why, in words of ours. */
  readonly refused: readonly { readonly table: MemoryTable; readonly at: number; readonly reason: string }[]
  /** Lines of hints that were dropped from strangers' rows. */
  readonly dropped: number
}

/** 'own': written by this profile; 'vouched': the person says that it is to be trusted; 'stranger': neither. */
export type Trust = 'own' | 'vouched' | 'stranger'

export interface ImportOptions {
  readonly trust: Trust
  /** A trusted file only: makes the memory what the file says, or adds to what is here. */
  readonly way: 'restore' | 'merge'
  readonly at: number
  /** The library: strangers' rows are read against it. */
  readonly specs: readonly ToolSpec[]
  /** Ids of the checks of plans, which cautions name. */
  readonly checks: readonly string[]
  /** Runs that were erased: what they made does not come back. */
  readonly erased: ReadonlySet<string>
}

export interface Import {
  readonly commit: MemoryCommit
  readonly report: ImportReport
}

/** What a file changes: one commit, so that it can be undone as one. */
export function importCommit(backup: Backup, snapshot: MemorySnapshot, options: ImportOptions): Import {
  return options.trust === 'stranger'
    ? fromStranger(backup, snapshot, options)
    : fromTrusted(backup, snapshot, options)
}

function fromTrusted(backup: Backup, snapshot: MemorySnapshot, options: ImportOptions): Import {
  const { trust, way, erased } = options
  const changes: Change[] = []
  const conflicts: ImportReport['conflicts'][number][] = []
  const refused: ImportReport['refused'][number][] = []
  let same = 0
  for (const table of TABLES) {
    const here = new Map<string, Row>(snapshot[table].map((row) => [row.id, row]))
    const named = new Set<string>()
    for (const [at, row] of backup.snapshot[table].entries()) {
      if (isErased(row, erased)) {
        refused.push({ table, at, reason: 'a run that was erased here has made it' })
        continue
      }
      const fault = trust === 'vouched' ? vouchedFault(table, row, options) : null
      if (fault !== null) {
        refused.push({ table, at, reason: fault })
        continue
      }
      named.add(row.id)
      const before = here.get(row.id) ?? null
      const theirs = backup.head.questions ? row : withQuestionsOf(row, before)
      const after = before === null || way === 'restore' ? theirs : mergeRows(table, before, theirs)
      if (stableJson(before) === stableJson(theirs)) same += 1
      else if (before !== null) {
        const kept = isEqual(after, before) ? 'ours' : isEqual(after, theirs) ? 'theirs' : 'both'
        conflicts.push({ table, id: row.id, kept })
      }
      if (!isEqual(before, after)) changes.push({ table, id: row.id, before, after })
    }
    if (way === 'merge') continue
    for (const [id, before] of here) {
      // What waits for an approval is no part of a backup, and stays.
      if (named.has(id) || ('state' in before && before.state === 'quarantined')) continue
      changes.push({ table, id, before, after: null })
    }
  }
  const report = { trust, same, conflicts, refused, dropped: 0, ...countsOf(changes) }
  const words = way === 'restore' ? 'The memory was restored from a backup' : 'A backup was merged in'
  const summary = `${words}: ${report.added} added, ${conflicts.length} changed, ${report.removed} removed.`
  return { commit: commitOf(way === 'restore' ? 'restore' : 'import', summary, changes), report }
}

/** Whoever is trusted may have been deceived: what no memory may hold in any case is refused from a vouched file too. */
function vouchedFault(table: MemoryTable, row: Row, { specs }: ImportOptions): string | null {
  if (table === 'edges' || 'from' in row) {
    const isKnown =
      'from' in row && [row.from, row.to].every((tool) => specs.some(({ name }) => name === tool))
    return isKnown && row.id === `${row.from}>${row.to}` ? null : 'a transition between what are no tools'
  }
  const faults = formFaults(table, row).map(({ field, reason }) => `${field}: ${reason}`)
  return faults.length === 0 ? null : [...new Set(faults)].join('; ')
}

function fromStranger(backup: Backup, snapshot: MemorySnapshot, options: ImportOptions): Import {
  const fileId = `import-${backup.digest.slice(0, 12)}`
  const changes: Change[] = []
  const refused: ImportReport['refused'][number][] = []
  let [same, dropped] = [0, 0]
  for (const table of ['skills', 'workflows', 'experiences'] as const) {
    const here = new Set(snapshot[table].map(({ id }) => id))
    for (const [at, row] of backup.snapshot[table].entries()) {
      // What came with the app is here already, or was taken out by the person.
      if (row.origin === 'seed') {
        same += 1
        continue
      }
      const judged = quarantined(table, row, { ...options, fileId })
      if ('refused' in judged) refused.push({ table, at, reason: judged.refused })
      else if (here.has(judged.row.id)) same += 1
      else {
        dropped += judged.dropped.length
        changes.push({ table, id: judged.row.id, before: null, after: judged.row })
      }
    }
  }
  for (const at of backup.snapshot.edges.keys()) {
    const reason = 'counts of transitions are learned from runs of this profile alone'
    refused.push({ table: 'edges', at, reason })
  }
  const report = { trust: options.trust, same, conflicts: [], refused, dropped, ...countsOf(changes) }
  const summary = `A file of another profile: ${report.added} entries wait in quarantine, ${refused.length} were refused.`
  return { commit: commitOf('import', summary, changes), report }
}

type Row = MemorySnapshot[MemoryTable][number]

interface Change {
  readonly table: MemoryTable
  readonly id: string
  readonly before: Row | null
  readonly after: Row | null
}

const commitOf = (
  cause: 'import' | 'restore',
  summary: string,
  changes: readonly Change[],
): MemoryCommit => ({
  cause,
  runId: null,
  summary,
  // A change of a table holds rows of that table: they were read from it.
  changes: changes as unknown as readonly RowChange[],
})

const countsOf = (changes: readonly Change[]) => ({
  added: changes.filter(({ before }) => before === null).length,
  removed: changes.filter(({ after }) => after === null).length,
})

const isEqual = (a: Row | null, b: Row | null) => stableJson(a) === stableJson(b)

const isErased = (row: Row, erased: ReadonlySet<string>) =>
  'provenance' in row && runsOf(row.provenance).some(({ runId }) => erased.has(runId))

/** A file without questions says nothing about those that are here. */
const withQuestionsOf = <Kept extends Row>(row: Kept, here: Row | null): Kept =>
  'questionTokens' in row && here !== null && 'questionTokens' in here
    ? { ...row, questionTokens: here.questionTokens }
    : row
