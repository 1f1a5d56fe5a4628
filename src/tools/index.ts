import { arithmeticTools } from './arithmetic/index.ts'
import { changeTools } from './change/index.ts'
import { composeTools } from './compose/index.ts'
import { directionTools } from './direction/index.ts'
import { hotspotsTools } from './hotspots/index.ts'
import { indexTools } from './indices/index.ts'
import { inventoryTools } from './inventory/index.ts'
import { inversionTools } from './inversion/index.ts'
import { masksTools } from './masks/index.ts'
import { outputTools } from './output/index.ts'
import { pixelseriesTools } from './pixelseries/index.ts'
import { preprocessTools } from './preprocess/index.ts'
import { segmentationTools } from './segmentation/index.ts'
import { seriesTools } from './series/index.ts'
import { statisticsTools } from './statistics/index.ts'
import { terrainTools } from './terrain/index.ts'
import { thermalTools } from './thermal/index.ts'
import { vectorsTools } from './vectors/index.ts'
import { zonalTools } from './zonal/index.ts'
import type { Tool } from './tool.ts'

/** Every tool of the library, family by family. A new one is a file of its own and a line in the list of its family. */
export const TOOLS: readonly Tool[] = [
  inventoryTools,
  preprocessTools,
  indexTools,
  thermalTools,
  inversionTools,
  terrainTools,
  segmentationTools,
  masksTools,
  changeTools,
  hotspotsTools,
  directionTools,
  statisticsTools,
  zonalTools,
  seriesTools,
  pixelseriesTools,
  vectorsTools,
  arithmeticTools,
  composeTools,
  outputTools,
].flat()
