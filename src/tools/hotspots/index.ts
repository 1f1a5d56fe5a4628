import { hotspotsTool } from './hotspots.ts'
import type { Tool } from '../tool.ts'

export const hotspotsTools: readonly Tool[] = [hotspotsTool]
