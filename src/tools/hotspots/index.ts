import { activeFiresTool } from './active-fires.ts'
import { densityOfPointsTool } from './density-of-points.ts'
import { gearysCTool } from './gearys-c.ts'
import { getisOrdGiStarTool } from './getis-ord-gi-star.ts'
import { hotspotsTool } from './hotspots.ts'
import { localMoransITool } from './local-morans-i.ts'
import { moransITool } from './morans-i.ts'
import { nearestNeighbourIndexTool } from './nearest-neighbour-index.ts'
import { significantHotspotsTool } from './significant-hotspots.ts'
import type { Tool } from '../tool.ts'

export const hotspotsTools: readonly Tool[] = [
  hotspotsTool,
  getisOrdGiStarTool,
  significantHotspotsTool,
  moransITool,
  gearysCTool,
  localMoransITool,
  nearestNeighbourIndexTool,
  densityOfPointsTool,
  activeFiresTool,
]
