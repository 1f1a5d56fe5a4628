import { bufferMaskTool } from './buffer-mask.ts'
import { cleanMaskTool } from './clean-mask.ts'
import { closeMaskTool } from './close-mask.ts'
import { combineMasksTool } from './combine-masks.ts'
import { componentsTool } from './components.ts'
import { dilateMaskTool } from './dilate-mask.ts'
import { distanceToMaskTool } from './distance-to-mask.ts'
import { erodeMaskTool } from './erode-mask.ts'
import { fillMaskHolesTool } from './fill-mask-holes.ts'
import { invertMaskTool } from './invert-mask.ts'
import { maskAgreementTool } from './mask-agreement.ts'
import { maskAreaTool } from './mask-area.ts'
import { maskBoundaryTool } from './mask-boundary.ts'
import { maskByClassTool } from './mask-by-class.ts'
import { maskShapeTool } from './mask-shape.ts'
import { openMaskTool } from './open-mask.ts'
import { skeletoniseMaskTool } from './skeletonise-mask.ts'
import { thresholdMaskTool } from './threshold-mask.ts'
import type { Tool } from '../tool.ts'

export const masksTools: readonly Tool[] = [
  thresholdMaskTool,
  combineMasksTool,
  cleanMaskTool,
  maskAreaTool,
  componentsTool,
  invertMaskTool,
  erodeMaskTool,
  dilateMaskTool,
  openMaskTool,
  closeMaskTool,
  fillMaskHolesTool,
  maskByClassTool,
  maskBoundaryTool,
  maskShapeTool,
  skeletoniseMaskTool,
  distanceToMaskTool,
  bufferMaskTool,
  maskAgreementTool,
]
