import { burnSeverityTool } from './burn-severity.ts'
import { differenceTool } from './difference.ts'
import type { Tool } from '../tool.ts'

export const changeTools: readonly Tool[] = [burnSeverityTool, differenceTool]
