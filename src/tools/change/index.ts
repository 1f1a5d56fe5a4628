import { burnSeverityTool } from './burn-severity.ts'
import { changeBetweenClassesTool } from './change-between-classes.ts'
import { changeClassesTool } from './change-classes.ts'
import { changeVectorTool } from './change-vector.ts'
import { differenceTool } from './difference.ts'
import { gainLossTool } from './gain-loss.ts'
import { logRatioTool } from './log-ratio.ts'
import { normalisedDifferenceOfLayersTool } from './normalised-difference-of-layers.ts'
import { ratioOfLayersTool } from './ratio-of-layers.ts'
import { rbrTool } from './rbr.ts'
import { rdnbrTool } from './rdnbr.ts'
import { relativeChangeTool } from './relative-change.ts'
import { severityClassesTool } from './severity-classes.ts'
import type { Tool } from '../tool.ts'

export const changeTools: readonly Tool[] = [
  differenceTool,
  burnSeverityTool,
  ratioOfLayersTool,
  relativeChangeTool,
  normalisedDifferenceOfLayersTool,
  logRatioTool,
  changeClassesTool,
  rdnbrTool,
  rbrTool,
  severityClassesTool,
  changeVectorTool,
  changeBetweenClassesTool,
  gainLossTool,
]
