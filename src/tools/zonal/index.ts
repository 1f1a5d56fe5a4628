import { crossTabulationTool } from './cross-tabulation.ts'
import { rankZonesTool } from './rank-zones.ts'
import { zonalClassAreasTool } from './zonal-class-areas.ts'
import { zonalDifferenceTool } from './zonal-difference.ts'
import { zonalHistogramTool } from './zonal-histogram.ts'
import { zonalStatisticsTool } from './zonal-statistics.ts'
import { zonalStatisticsPolygonsTool } from './zonal-statistics-polygons.ts'
import type { Tool } from '../tool.ts'

export const zonalTools: readonly Tool[] = [
  zonalStatisticsTool,
  zonalStatisticsPolygonsTool,
  zonalClassAreasTool,
  zonalDifferenceTool,
  zonalHistogramTool,
  rankZonesTool,
  crossTabulationTool,
]
