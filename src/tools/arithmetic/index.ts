import { areaPerShareTool } from './area-per-share.ts'
import { calculateTool } from './calculate.ts'
import { compareValuesTool } from './compare-values.ts'
import { convertUnitsTool } from './convert-units.ts'
import { dateDifferenceTool } from './date-difference.ts'
import { dayOfYearTool } from './day-of-year.ts'
import { matchOptionTool } from './match-option.ts'
import type { Tool } from '../tool.ts'

export const arithmeticTools: readonly Tool[] = [
  areaPerShareTool,
  calculateTool,
  compareValuesTool,
  convertUnitsTool,
  dateDifferenceTool,
  dayOfYearTool,
  matchOptionTool,
]
