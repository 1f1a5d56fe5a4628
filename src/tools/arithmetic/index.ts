import { compareValuesTool } from './compare-values.ts'
import { matchOptionTool } from './match-option.ts'
import type { Tool } from '../tool.ts'

export const arithmeticTools: readonly Tool[] = [compareValuesTool, matchOptionTool]
