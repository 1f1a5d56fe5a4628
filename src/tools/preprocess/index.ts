import type { Tool } from '../tool.ts'
import { alignRastersTool } from './align-rasters.ts'
import { clipToBoxTool } from './clip-to-box.ts'
import { clipToPolygonsTool } from './clip-to-polygons.ts'
import { compositeBestPixelTool } from './composite-best-pixel.ts'
import { compositeTool } from './composite.ts'
import { edgeStrengthTool } from './edge-strength.ts'
import { fillNodataTool } from './fill-nodata.ts'
import { localVariationTool } from './local-variation.ts'
import { maskByQualityTool } from './mask-by-quality.ts'
import { mosaicTool } from './mosaic.ts'
import { multilookTool } from './multilook.ts'
import { normaliseRasterTool } from './normalise-raster.ts'
import { pansharpenTool } from './pansharpen.ts'
import { reprojectRasterTool } from './reproject-raster.ts'
import { resampleRasterTool } from './resample-raster.ts'
import { sarRatioTool } from './sar-ratio.ts'
import { sarToDbTool } from './sar-to-db.ts'
import { sarToLinearTool } from './sar-to-linear.ts'
import { scaleRasterTool } from './scale-raster.ts'
import { smoothTool } from './smooth.ts'
import { speckleFilterTool } from './speckle-filter.ts'
import { sunAngleCorrectionTool } from './sun-angle-correction.ts'
import { topographicCorrectionTool } from './topographic-correction.ts'

export const preprocessTools: readonly Tool[] = [
  scaleRasterTool,
  sunAngleCorrectionTool,
  topographicCorrectionTool,
  maskByQualityTool,
  clipToBoxTool,
  clipToPolygonsTool,
  resampleRasterTool,
  reprojectRasterTool,
  alignRastersTool,
  mosaicTool,
  compositeTool,
  compositeBestPixelTool,
  pansharpenTool,
  smoothTool,
  edgeStrengthTool,
  localVariationTool,
  fillNodataTool,
  normaliseRasterTool,
  sarToDbTool,
  sarToLinearTool,
  speckleFilterTool,
  multilookTool,
  sarRatioTool,
]
