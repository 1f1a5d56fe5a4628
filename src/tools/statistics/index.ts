import { statisticsTool } from './statistics.ts'
import type { Tool } from '../tool.ts'

export const statisticsTools: readonly Tool[] = [statisticsTool]
