import { arrivalDirectionTool } from './arrival-direction.ts'
import { bearingBetweenTool } from './bearing-between.ts'
import { centroidPathTool } from './centroid-path.ts'
import { detectionsDirectionTool } from './detections-direction.ts'
import { directionOfChangeTool } from './direction-of-change.ts'
import { maskDirectionTool } from './mask-direction.ts'
import { sectorSharesTool } from './sector-shares.ts'
import { spreadBetweenTool } from './spread-between.ts'
import type { Tool } from '../tool.ts'

export const directionTools: readonly Tool[] = [
  maskDirectionTool,
  sectorSharesTool,
  spreadBetweenTool,
  centroidPathTool,
  arrivalDirectionTool,
  detectionsDirectionTool,
  directionOfChangeTool,
  bearingBetweenTool,
]
