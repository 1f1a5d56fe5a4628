/** What the memory view reads: pages, counts and histories, made where the memory lies. */
export { findEntries } from './entries.ts'
export { changesOfRun, headOf, historyOf, journalPage } from './history.ts'
export { gateLog, judgedRuns, overviewOf } from './overview.ts'
export type {
  Entry,
  EntryHistory,
  EntryPage,
  EntryQuery,
  EntryTable,
  GateLog,
  JournalHead,
  JournalPage,
  MemoryOverview,
  RunChange,
} from './types.ts'
