import type { GateCondition, MemoryChangeItem, RunStatus } from '../../trace/events.ts'
import type { Contradiction } from '../distil/contradictions.ts'
import type {
  Edge,
  EntryOrigin,
  EntryState,
  Experience,
  JournalRow,
  MemoryTable,
  RowChange,
  Skill,
  Workflow,
} from '../types.ts'

/** Tables whose rows have a life of their own; transitions only count. */
export type EntryTable = Exclude<MemoryTable, 'edges'>

export type Entry =
  | { readonly table: 'skills'; readonly row: Skill }
  | { readonly table: 'workflows'; readonly row: Workflow }
  | { readonly table: 'experiences'; readonly row: Experience }

export interface EntryQuery {
  readonly table: EntryTable
  /** Words that an entry has to hold, all of them, each as a part of a word of its own; '' for every entry. */
  readonly text: string
  readonly state: EntryState | 'pinned' | null
  readonly origin: EntryOrigin | null
  /** Name of a tool that the entry uses or speaks of. */
  readonly tool: string | null
  readonly sort: 'newest' | 'most-used' | 'most-hurt'
  readonly offset: number
  readonly limit: number
  /** An entry whose page is wanted, whatever `offset` says. */
  readonly reveal: string | null
  /** The memory as it was after this change of the journal; null: as it is. */
  readonly at: number | null
}

export interface EntryPage {
  readonly total: number
  readonly offset: number
  readonly entries: readonly Entry[]
}

export interface EntryCounts {
  readonly all: number
  readonly active: number
  readonly candidate: number
  readonly quarantined: number
}

/** How many entries of each kind use one tool. */
export interface ToolUse {
  readonly tool: string
  readonly workflows: number
  readonly experiences: number
  readonly skills: number
}

/** What is drawn of the transitions. */
export interface GraphView {
  /** Of all transitions, drawn or not. */
  readonly total: number
  /** Those used most, in order of use. */
  readonly edges: readonly Edge[]
  /** Those at the ends of the edges; where all transitions are drawn, also those that workflows use alone. By name. */
  readonly tools: readonly ToolUse[]
}

export interface EdgePage {
  readonly total: number
  readonly offset: number
  /** In order of use. */
  readonly edges: readonly Edge[]
}

/** What stands about one tool. */
export interface ToolView {
  readonly use: ToolUse
  /** To it and from it, in order of use. */
  readonly edges: readonly Edge[]
}

/** A page of the contradictions that a person has to settle. */
export interface ContradictionPage {
  readonly total: number
  readonly offset: number
  readonly found: readonly Contradiction[]
}

export interface MemoryOverview {
  readonly counts: Readonly<Record<EntryTable, EntryCounts>>
  /** Number of the journal's last change; 0 for none. */
  readonly lastChange: number
}

/** A journal row without what it changed. */
export interface JournalHead extends Pick<JournalRow, 'seq' | 'at' | 'cause' | 'runId' | 'summary'> {
  readonly changes: number
  /** Why what it changed is not there; null where it is. */
  readonly gone: 'erased' | 'missing' | null
}

export interface JournalPage {
  readonly total: number
  readonly offset: number
  /** Newest first. */
  readonly rows: readonly JournalHead[]
}

/** What the view reads of a journal that may be long. Rows come in order. */
export interface JournalReader {
  /** Number of the last row; 0 for none. Rows are numbered from 1 on, without a gap. */
  lastChange(): Promise<number>
  /** From one row to another, both among them. */
  journalBetween(from: number, to?: number): Promise<readonly JournalRow[]>
  journalOfRun(runId: string): Promise<readonly JournalRow[]>
}

/** One change of an entry, of the journal row that made it. */
export interface Version {
  readonly head: JournalHead
  readonly change: RowChange
}

/** A run that stands in an entry's provenance, with the fingerprints of its data. */
export interface Origin {
  readonly runId: string
  readonly data: readonly string[]
}

/** What is known of one entry beside its row. */
export interface EntryHistory {
  /** Newest first. */
  readonly versions: readonly Version[]
  readonly provenance: readonly Origin[]
  /** Its last row, where it has left its table. */
  readonly gone: Entry | null
}

/** What one journal row changed, as told of the run that it belongs to. */
export interface RunChange {
  readonly head: JournalHead
  readonly changes: readonly RowChange[]
}

/** What the gate said of one run. */
export interface Judged {
  readonly runId: string
  readonly question: string
  readonly at: number
  readonly status: RunStatus | 'running'
  readonly passed: boolean
  readonly conditions: readonly GateCondition[]
  readonly learned: readonly MemoryChangeItem[]
}

export interface GateLog {
  readonly total: number
  /** Of all judged runs, whatever is listed. */
  readonly judged: number
  readonly refused: number
  readonly offset: number
  /** Newest first. */
  readonly runs: readonly Judged[]
}
