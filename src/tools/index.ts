import { arithmeticTools } from './arithmetic/index.ts'
import { changeTools } from './change/index.ts'
import { directionTools } from './direction/index.ts'
import { hotspotsTools } from './hotspots/index.ts'
import { indexTools } from './indices/index.ts'
import { inventoryTools } from './inventory/index.ts'
import { masksTools } from './masks/index.ts'
import { outputTools } from './output/index.ts'
import { statisticsTools } from './statistics/index.ts'
import type { Tool } from './tool.ts'
import { zonalTools } from './zonal/index.ts'

/** Every tool of the library, family by family. A new one is a file of its own and a line in the list of its family. */
export const TOOLS: readonly Tool[] = [
  inventoryTools,
  indexTools,
  changeTools,
  masksTools,
  hotspotsTools,
  directionTools,
  statisticsTools,
  zonalTools,
  arithmeticTools,
  outputTools,
].flat()
