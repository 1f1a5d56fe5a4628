export { adaptSkill, considerSkills, INDEX_TOOL } from './adapt.ts'
export { roomOf, withinRoom, type ContextPart } from './budget.ts'
export { composeSkills, compositions, type Composition, type CompositionQuery } from './compose.ts'
export { contradictions, type Contradiction } from './distil/contradictions.ts'
export { distil } from './distil/distil.ts'
export { EmbeddedMemory } from './embedded.ts'
export { checkGate, shapeFaults } from './gate/gate.ts'
export { parseMemory, type MemoryState } from './memory-file.ts'
export { prepareRecall } from './memory-index.ts'
export { recall, type RecallOptions } from './recall.ts'
export {
  approveCommit,
  correctionCommit,
  editCommit,
  pinCommit,
  retireCommit,
  type EditPatch,
  type EntryTable,
  type PersonCorrection,
} from './person.ts'
export { seedSkills } from './seeds/index.ts'
export { memoryStore, type InMemoryStore } from './store-in-memory.ts'
export { classifyTask, type TaskScore } from './task-type.ts'
export { scenePort } from './supply.ts'
export { undoCommit } from './undo.ts'
export { verdictCommit } from './verdict.ts'
