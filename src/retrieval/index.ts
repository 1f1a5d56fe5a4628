export { admissible, timePair, type Admissible } from './admissible.ts'
export { clauses } from './clauses.ts'
export { retrieveTools, toolText, type RetrieveQuery, type SubTask } from './retrieve.ts'
export type { PastQuestion } from './past-questions.ts'
