export { runAgent, type RunOptions } from './run-agent.ts'
export { plainText } from './compose.ts'
export type { ToolRunner } from './types.ts'
export type { ModelUse } from './model/index.ts'
