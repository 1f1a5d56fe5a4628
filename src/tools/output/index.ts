import { exportLayerTool } from './export-layer.ts'
import { exportTableTool } from './export-table.ts'
import { mapImageTool } from './map-image.ts'
import type { Tool } from '../tool.ts'

export const outputTools: readonly Tool[] = [exportLayerTool, exportTableTool, mapImageTool]
