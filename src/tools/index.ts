import { INDICES } from '../sensing/indices.ts'
import { burnSeverityTool } from './burn-severity.ts'
import { cleanMaskTool } from './clean-mask.ts'
import { combineMasksTool } from './combine-masks.ts'
import { compareValuesTool } from './compare-values.ts'
import { componentsTool } from './components.ts'
import { describeLayerTool } from './describe-layer.ts'
import { differenceTool } from './difference.ts'
import { exportLayerTool } from './export-layer.ts'
import { hotspotsTool } from './hotspots.ts'
import { listDataTool } from './list-data.ts'
import { maskAreaTool } from './mask-area.ts'
import { maskDirectionTool } from './mask-direction.ts'
import { matchOptionTool } from './match-option.ts'
import { indexTool } from './spectral-index.ts'
import { spreadBetweenTool } from './spread-between.ts'
import { statisticsTool } from './statistics.ts'
import { thresholdMaskTool } from './threshold-mask.ts'
import { zonalStatisticsTool } from './zonal-statistics.ts'
import type { Tool } from './tool.ts'

/** Every tool of the library. A new one is a file of its own and a line here. */
export const TOOLS: readonly Tool[] = [
  listDataTool,
  describeLayerTool,
  ...INDICES.map(indexTool),
  differenceTool,
  burnSeverityTool,
  thresholdMaskTool,
  combineMasksTool,
  cleanMaskTool,
  maskAreaTool,
  componentsTool,
  hotspotsTool,
  maskDirectionTool,
  spreadBetweenTool,
  statisticsTool,
  zonalStatisticsTool,
  compareValuesTool,
  matchOptionTool,
  exportLayerTool,
]
