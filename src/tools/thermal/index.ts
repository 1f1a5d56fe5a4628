import type { Tool } from '../tool.ts'
import { albedoTool } from './albedo.ts'
import { brightnessTemperatureTool } from './brightness-temperature.ts'
import { dayNightLstTool } from './day-night-lst.ts'
import { emissivityFromNdviTool } from './emissivity-from-ndvi.ts'
import { multiChannelLstTool } from './multi-channel-lst.ts'
import { singleChannelLstTool } from './single-channel-lst.ts'
import { splitWindowLstTool } from './split-window-lst.ts'
import { surfaceTemperatureTool } from './surface-temperature.ts'
import { temperatureEmissivitySeparationTool } from './temperature-emissivity-separation.ts'
import { thermalInertiaTool } from './thermal-inertia.ts'
import { threeBandLstTool } from './three-band-lst.ts'
import { tvdiTool } from './tvdi.ts'
import { urbanHeatIslandTool } from './urban-heat-island.ts'
import { vegetationCoverFractionTool } from './vegetation-cover-fraction.ts'

export const thermalTools: readonly Tool[] = [
  brightnessTemperatureTool,
  surfaceTemperatureTool,
  emissivityFromNdviTool,
  singleChannelLstTool,
  splitWindowLstTool,
  multiChannelLstTool,
  threeBandLstTool,
  temperatureEmissivitySeparationTool,
  dayNightLstTool,
  urbanHeatIslandTool,
  tvdiTool,
  thermalInertiaTool,
  vegetationCoverFractionTool,
  albedoTool,
]
