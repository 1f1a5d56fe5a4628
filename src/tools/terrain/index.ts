import { aspectTool } from './aspect.ts'
import { curvatureTool } from './curvature.ts'
import { elevationBandsTool } from './elevation-bands.ts'
import { hillshadeTool } from './hillshade.ts'
import { roughnessTool } from './roughness.ts'
import { slopeClassesTool } from './slope-classes.ts'
import { slopeTool } from './slope.ts'
import { terrainRuggednessTool } from './terrain-ruggedness.ts'
import { topographicPositionTool } from './topographic-position.ts'
import type { Tool } from '../tool.ts'

export const terrainTools: readonly Tool[] = [
  slopeTool,
  aspectTool,
  hillshadeTool,
  terrainRuggednessTool,
  topographicPositionTool,
  roughnessTool,
  curvatureTool,
  slopeClassesTool,
  elevationBandsTool,
]
