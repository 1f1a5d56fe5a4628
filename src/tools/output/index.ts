import { exportLayerTool } from './export-layer.ts'
import type { Tool } from '../tool.ts'

export const outputTools: readonly Tool[] = [exportLayerTool]
