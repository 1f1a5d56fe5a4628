import type { Tool } from '../tool.ts'
import { brightnessTemperatureInversionTool } from './brightness-temperature-inversion.ts'
import { chlorophyllRatioTool } from './chlorophyll-ratio.ts'
import { empiricalWaterQualityTool } from './empirical-water-quality.ts'
import { firePixelsTool } from './fire-pixels.ts'
import { frequencyDifferenceTool } from './frequency-difference.ts'
import { polarisationDifferenceTool } from './polarisation-difference.ts'
import { polarisationRatioTool } from './polarisation-ratio.ts'
import { seaIceConcentrationTool } from './sea-ice-concentration.ts'
import { snowDepthMicrowaveTool } from './snow-depth-microwave.ts'
import { suspendedMatterTool } from './suspended-matter.ts'
import { turbidityTool } from './turbidity.ts'
import { waterVapourRatioTool } from './water-vapour-ratio.ts'

export const inversionTools: readonly Tool[] = [
  waterVapourRatioTool,
  polarisationDifferenceTool,
  polarisationRatioTool,
  frequencyDifferenceTool,
  brightnessTemperatureInversionTool,
  seaIceConcentrationTool,
  snowDepthMicrowaveTool,
  turbidityTool,
  suspendedMatterTool,
  chlorophyllRatioTool,
  empiricalWaterQualityTool,
  firePixelsTool,
]
