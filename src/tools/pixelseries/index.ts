import type { Tool } from '../tool.ts'
import { indexSeriesTool } from './index-series.ts'

export const pixelseriesTools: readonly Tool[] = [indexSeriesTool]
