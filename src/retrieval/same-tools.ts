import type { ToolSpec } from '../tools/tool.ts'

/** True of lists of the same tools in the same order. */
export const sameTools = (first: readonly ToolSpec[], second: readonly ToolSpec[]): boolean =>
  first === second || (first.length === second.length && first.every((tool, at) => tool === second[at]))
