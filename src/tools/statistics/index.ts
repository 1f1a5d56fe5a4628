import type { Tool } from '../tool.ts'
import { classAreasTool } from './class-areas.ts'
import { conditionalStatisticsTool } from './conditional-statistics.ts'
import { countPixelsTool } from './count-pixels.ts'
import { countWhereTool } from './count-where.ts'
import { entropyTool } from './entropy.ts'
import { histogramOfRasterTool } from './histogram-of-raster.ts'
import { layerStatisticsSeriesTool } from './layer-statistics-series.ts'
import { meanRatioTool } from './mean-ratio.ts'
import { modeOfClassesTool } from './mode-of-classes.ts'
import { momentsTool } from './moments.ts'
import { percentileOfRasterTool } from './percentile-of-raster.ts'
import { rasterCorrelationTool } from './raster-correlation.ts'
import { statisticsTool } from './statistics.ts'

export const statisticsTools: readonly Tool[] = [
  statisticsTool,
  momentsTool,
  percentileOfRasterTool,
  histogramOfRasterTool,
  countPixelsTool,
  countWhereTool,
  conditionalStatisticsTool,
  layerStatisticsSeriesTool,
  rasterCorrelationTool,
  meanRatioTool,
  modeOfClassesTool,
  classAreasTool,
  entropyTool,
]
