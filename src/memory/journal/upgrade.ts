import { stableJson } from '../../lib/hash.ts'
import { runsOf } from '../provenance.ts'
import type { Activation, JournalRow, MemorySnapshot, MemoryTable, RowChange } from '../types.ts'
import { baseOf } from './replay.ts'
import { entryKey, isEqual, MEMORY_TABLES, type Row } from './tables.ts'

/** A memory of the time before entries told what made them active. */
export interface PastMemory {
  readonly snapshot: MemorySnapshot
  readonly journal: readonly JournalRow[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Gives the rows of an older memory the fields that they lack. What made an entry active is read off the journal; an
 * entry of which it tells nothing is a candidate again. Journal rows keep as `sealed` what their hashes were made of.
 */
export function upgradeMemory({ snapshot, journal }: PastMemory): PastMemory & { base: MemorySnapshot } {
  const upgrade = new Upgrade()
  const past = baseOf(snapshot, journal)
  const base = mapRows(past, (table, row) => upgrade.untold(table, row))
  const told = journal.map((row) => upgrade.journalRow(row))
  return {
    base,
    journal: told,
    snapshot: mapRows(snapshot, (table, row) => upgrade.known(table, row) ?? upgrade.untold(table, row)),
  }
}

class Upgrade {
  /** By entry and by what it was: what it is now. An undo leads back to the same. */
  readonly #versions = new Map<string, Row>()

  known(table: MemoryTable, row: Row): Row | null {
    return this.#versions.get(versionKey(table, row)) ?? null
  }

  /** A row that no journal row made. */
  untold(table: MemoryTable, row: Row): Row {
    const isSeed = 'origin' in row && row.origin === 'seed'
    const activation = isSeed ? SEED : null
    return this.#note(table, row, upgraded(table, row, activation))
  }

  journalRow(row: JournalRow): JournalRow {
    const changes = row.changes.map((change) => this.#change(change, row))
    const isSame = changes.every((change, index) => isEqual(change, row.changes[index]))
    return isSame ? row : { ...row, changes, sealed: row.changes }
  }

  #change(change: RowChange, row: JournalRow): RowChange {
    const { table } = change
    const before = change.before && (this.known(table, change.before) ?? this.untold(table, change.before))
    const after =
      change.after &&
      (this.known(table, change.after) ??
        this.#note(
          table,
          change.after,
          upgraded(table, change.after, activationBy(row, change.after, before)),
        ))
    return { ...change, before, after } as RowChange
  }

  #note(table: MemoryTable, past: Row, now: Row): Row {
    this.#versions.set(versionKey(table, past), now)
    return now
  }
}

const versionKey = (table: MemoryTable, row: Row) => `${entryKey({ table, id: row.id })} ${stableJson(row)}`

const SEED: Activation = { by: 'seed', at: 0, runs: [] }

/** What made the entry active, as the row that made it so tells. */
function activationBy({ cause, at, runId }: JournalRow, after: Row, before: Row | null): Activation | null {
  const earlier = before && 'activation' in before ? before.activation : null
  if (earlier) return earlier
  if (cause === 'seed') return SEED
  if (cause === 'verdict') return { by: 'thumb-up', at, runs: runId === null ? [] : [runId] }
  if (cause === 'approve') return { by: 'approval', at, runs: [] }
  if (cause !== 'run' || !('provenance' in after)) return null
  const helped = runsOf(after.provenance).slice(1)
  return { by: 'proven', at, runs: helped.map((run) => run.runId) }
}

function upgraded(table: MemoryTable, row: Row, activation: Activation | null): Row {
  const fields = row as unknown as Fields
  if (table === 'edges' || 'activation' in fields) return row
  const isActive = fields['state'] === 'active'
  return {
    ...fields,
    origin: fields['origin'] ?? (fields['state'] === 'quarantined' ? 'imported' : 'learned'),
    state: isActive && activation === null ? 'candidate' : fields['state'],
    activation: isActive ? activation : null,
    pinned: fields['pinned'] ?? false,
    // Of what kinds its data was, nobody wrote down.
    ...(table === 'workflows' ? { signature: { modalities: [], dates: 'none' } } : {}),
    ...(table === 'experiences' ? { kind: kindOf(fields['equivalence']) } : {}),
  } as unknown as Row
}

/** The second part of an equivalence is the error's code, or the check that failed. */
const kindOf = (equivalence: unknown) =>
  String(equivalence).split('|')[1]?.startsWith('check ') ? 'check' : 'argument'

function mapRows(snapshot: MemorySnapshot, change: (table: MemoryTable, row: Row) => Row): MemorySnapshot {
  return Object.fromEntries(
    MEMORY_TABLES.map((table) => [
      table,
      (snapshot[table] as readonly Row[]).map((row) => change(table, row)),
    ]),
  ) as unknown as MemorySnapshot
}
