import { INDICES } from '../sensing/indices.ts'
import { describeLayerTool } from './describe-layer.ts'
import { differenceTool } from './difference.ts'
import { listDataTool } from './list-data.ts'
import { maskAreaTool } from './mask-area.ts'
import { indexTool } from './spectral-index.ts'
import { thresholdMaskTool } from './threshold-mask.ts'
import type { Tool } from './tool.ts'

/** Every tool of the library. A new one is a file of its own and a line here. */
export const TOOLS: readonly Tool[] = [
  listDataTool,
  describeLayerTool,
  ...INDICES.map(indexTool),
  differenceTool,
  thresholdMaskTool,
  maskAreaTool,
]
