import { classifyByBreaksTool } from './classify-by-breaks.ts'
import { equalIntervalClassesTool } from './equal-interval-classes.ts'
import { kmeansClassesTool } from './kmeans-classes.ts'
import { multiOtsuClassesTool } from './multi-otsu-classes.ts'
import { naturalBreaksTool } from './natural-breaks.ts'
import { quantileClassesTool } from './quantile-classes.ts'
import type { Tool } from '../tool.ts'

export const segmentationTools: readonly Tool[] = [
  classifyByBreaksTool,
  equalIntervalClassesTool,
  quantileClassesTool,
  naturalBreaksTool,
  multiOtsuClassesTool,
  kmeansClassesTool,
]
