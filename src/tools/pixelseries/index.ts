import type { Tool } from '../tool.ts'
import { anomalyMapTool } from './anomaly-map.ts'
import { changeDateMapTool } from './change-date-map.ts'
import { coefficientOfVariationMapTool } from './coefficient-of-variation-map.ts'
import { tciMapTool, vciMapTool } from './condition-maps.ts'
import { dateOfMaximumMapTool } from './date-of-maximum-map.ts'
import { firstDateMapTool } from './first-date-map.ts'
import { indexSeriesTool } from './index-series.ts'
import { layerValueSeriesTool } from './layer-value-series.ts'
import { mannKendallMapTool } from './mann-kendall-map.ts'
import { maskAreaSeriesTool } from './mask-area-series.ts'
import { persistenceMapTool } from './persistence-map.ts'
import { seasonalAmplitudeMapTool } from './seasonal-amplitude-map.ts'
import { sensSlopeMapTool } from './sens-slope-map.ts'
import { spiMapTool } from './spi-map.ts'
import { temporalStatisticsMapTool } from './temporal-statistics-map.ts'
import { trendMapTool } from './trend-map.ts'
import { vhiMapTool } from './vhi-map.ts'
import { zoneValueSeriesTool } from './zone-value-series.ts'

export const pixelseriesTools: readonly Tool[] = [
  indexSeriesTool,
  maskAreaSeriesTool,
  zoneValueSeriesTool,
  layerValueSeriesTool,
  trendMapTool,
  mannKendallMapTool,
  sensSlopeMapTool,
  anomalyMapTool,
  vciMapTool,
  tciMapTool,
  vhiMapTool,
  temporalStatisticsMapTool,
  coefficientOfVariationMapTool,
  seasonalAmplitudeMapTool,
  spiMapTool,
  persistenceMapTool,
  firstDateMapTool,
  changeDateMapTool,
  dateOfMaximumMapTool,
]
