import type { EditPatch, PersonCorrection } from '../memory/person.ts'
import type { RowChange } from '../memory/types.ts'
import type {
  ContradictionPage,
  EdgePage,
  EntryHistory,
  EntryPage,
  EntryQuery,
  EntryTable,
  GateLog,
  GraphView,
  JournalHead,
  JournalPage,
  MemoryOverview,
  RunChange,
  ToolView,
} from '../memory/view/types.ts'

/** A change that was written: the number of its journal row, by which it can be undone, and its sentence. */
export interface MemoryDone {
  readonly seq: number
  readonly summary: string
  /** False for what is gone for good. */
  readonly undoable: boolean
}

/**
 * The memory as the view asks for it: in pages, since it may hold tens of thousands of entries. `at` is the number of a
 * journal row, for the memory as it was after it, or null for the memory as it is. What writes rejects with read_only in
 * a reading tab.
 */
export interface MemoryApi {
  overview(at: number | null): Promise<MemoryOverview>
  /** The transitions used most, at most `most`, with the tools that are drawn. */
  graph(at: number | null, most: number): Promise<GraphView>
  transitions(at: number | null, page: { readonly offset: number; readonly limit: number }): Promise<EdgePage>
  tool(at: number | null, name: string): Promise<ToolView>
  entries(query: EntryQuery): Promise<EntryPage>
  history(table: EntryTable, id: string): Promise<EntryHistory>
  journal(page: { readonly offset: number; readonly limit: number }): Promise<JournalPage>
  /** Rejects with invalid_input where the journal has no such row. */
  change(seq: number): Promise<{ readonly head: JournalHead; readonly changes: readonly RowChange[] }>
  changesOfRun(runId: string): Promise<readonly RunChange[]>
  gateLog(page: {
    readonly offset: number
    readonly limit: number
    readonly refusedOnly: boolean
  }): Promise<GateLog>
  /** Corrections for one trigger that contradict each other, none better supported: a person has to choose. */
  contradictions(page: { readonly offset: number; readonly limit: number }): Promise<ContradictionPage>
  /** Lets an entry out of quarantine as a candidate; makes a candidate active. */
  approve(table: EntryTable, id: string): Promise<MemoryDone>
  pin(table: EntryTable, id: string, pinned: boolean): Promise<MemoryDone>
  retire(table: EntryTable, id: string): Promise<MemoryDone>
  /** Rejects with invalid_input where the words hold what no memory keeps. */
  edit<Table extends EntryTable>(table: Table, id: string, patch: EditPatch[Table]): Promise<MemoryDone>
  /** Keeps what a person says of a run as an experience. */
  correct(runId: string, correction: PersonCorrection): Promise<MemoryDone>
  /** Later changes that were built on this one and go with it, newest first. */
  undoPlan(seq: number): Promise<readonly JournalHead[]>
  /**
   * Takes back what one journal row changed, by a new row. `agreed`: the later changes that the person agreed to lose;
   * rejects with invalid_input where there are others by now.
   */
  undo(seq: number, agreed: readonly number[]): Promise<MemoryDone>
  /** The changes that going back to the memory as it was after `seq` takes back: the newest of them, and how many in all. */
  rollbackPlan(seq: number): Promise<JournalPage>
  rollback(seq: number): Promise<MemoryDone>
  /** What would be removed and changed in the memory, and how many records of other runs speak of it. */
  erasePlan(runId: string): Promise<ErasePlan>
  /** For good: nothing brings it back. */
  erase(runId: string): Promise<MemoryDone>
}

export interface ErasePlan {
  readonly changes: readonly RowChange[]
  readonly otherRuns: number
}
