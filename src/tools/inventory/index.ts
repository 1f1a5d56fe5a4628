import { describeLayerTool } from './describe-layer.ts'
import { listDataTool } from './list-data.ts'
import type { Tool } from '../tool.ts'

export const inventoryTools: readonly Tool[] = [describeLayerTool, listDataTool]
