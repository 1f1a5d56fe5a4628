/** What the journal can tell and take back. */
export { applyChanges, withChanges } from './apply.ts'
export { assertUndoable, dependantsOf, undoWithDependants } from './dependants.ts'
export { eraseRow } from './erased-journal.ts'
export { erasureOf } from './erasure.ts'
export { repairCommit } from './repair.ts'
export { baseOf, effectOf, replay, snapshotAt } from './replay.ts'
export { rollbackCommit } from './rollback.ts'
export {
  changeBetween,
  differences,
  EMPTY_SNAPSHOT,
  entryKey,
  runKey,
  isEqual,
  MEMORY_TABLES,
  Tables,
} from './tables.ts'
export { upgradeMemory } from './upgrade.ts'
