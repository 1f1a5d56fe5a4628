import { aggregateSeriesTool } from './aggregate-series.ts'
import { autocorrelationTool } from './autocorrelation.ts'
import { changePointsTool } from './change-points.ts'
import { compareSeriesTool } from './compare-series.ts'
import { countSpikesTool } from './count-spikes.ts'
import { cumulativeSumTool } from './cumulative-sum.ts'
import { describeValuesTool } from './describe-values.ts'
import { extremeOfValuesTool } from './extreme-of-values.ts'
import { fitHarmonicsTool } from './fit-harmonics.ts'
import { growingSeasonTool } from './growing-season.ts'
import { linearTrendTool } from './linear-trend.ts'
import { mannKendallTool } from './mann-kendall.ts'
import { percentileOfValuesTool } from './percentile-of-values.ts'
import { pettittTestTool } from './pettitt-test.ts'
import { pickValuesTool } from './pick-values.ts'
import { rateBetweenDatesTool } from './rate-between-dates.ts'
import { seasonalityTool } from './seasonality.ts'
import { sensSlopeTool } from './sens-slope.ts'
import { seriesAnomaliesTool } from './series-anomalies.ts'
import { shareOfValuesTool } from './share-of-values.ts'
import { smoothSeriesTool } from './smooth-series.ts'
import { spiTool } from './spi.ts'
import { stlDecomposeTool } from './stl-decompose.ts'
import type { Tool } from '../tool.ts'

export const seriesTools: readonly Tool[] = [
  aggregateSeriesTool,
  autocorrelationTool,
  changePointsTool,
  compareSeriesTool,
  countSpikesTool,
  cumulativeSumTool,
  describeValuesTool,
  extremeOfValuesTool,
  fitHarmonicsTool,
  growingSeasonTool,
  linearTrendTool,
  mannKendallTool,
  percentileOfValuesTool,
  pettittTestTool,
  pickValuesTool,
  rateBetweenDatesTool,
  seasonalityTool,
  sensSlopeTool,
  seriesAnomaliesTool,
  shareOfValuesTool,
  smoothSeriesTool,
  spiTool,
  stlDecomposeTool,
]
