/** What the journal can tell and take back. */
export { assertUndoable, dependantsOf, undoWithDependants } from './dependants.ts'
export { erasureOf } from './erasure.ts'
export { repairCommit } from './repair.ts'
export { baseOf, effectOf, replay, snapshotAt } from './replay.ts'
export { rollbackCommit } from './rollback.ts'
export { differences, EMPTY_SNAPSHOT, MEMORY_TABLES } from './tables.ts'
export { upgradeMemory } from './upgrade.ts'
