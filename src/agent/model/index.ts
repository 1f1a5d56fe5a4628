export { hasSay, solveWithModel, type PolicyResult } from './policy.ts'
export { isModelLost, leftOut, lostWords, ModelSession } from './session.ts'
export { tellAnswer } from './tell.ts'
export type { ModelUse } from './use.ts'
