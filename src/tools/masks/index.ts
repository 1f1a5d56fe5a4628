import { cleanMaskTool } from './clean-mask.ts'
import { combineMasksTool } from './combine-masks.ts'
import { componentsTool } from './components.ts'
import { maskAreaTool } from './mask-area.ts'
import { thresholdMaskTool } from './threshold-mask.ts'
import type { Tool } from '../tool.ts'

export const masksTools: readonly Tool[] = [
  thresholdMaskTool,
  combineMasksTool,
  cleanMaskTool,
  maskAreaTool,
  componentsTool,
]
