/** What the memory view reads: pages, counts and histories, made where the memory lies. */
export { findEntries } from './entries.ts'
export { edgePage, graphOf, toolView } from './graph.ts'
export { changesOf, headOf, historyOf, journalPage } from './history.ts'
export { countsOf, gateLog, judgedRuns } from './overview.ts'
export type {
  ContradictionPage,
  EdgePage,
  Entry,
  EntryHistory,
  EntryPage,
  EntryQuery,
  EntryTable,
  GateLog,
  GraphView,
  JournalReader,
  JournalHead,
  JournalPage,
  MemoryOverview,
  RunChange,
  ToolView,
} from './types.ts'
