import { zonalStatisticsTool } from './zonal-statistics.ts'
import type { Tool } from '../tool.ts'

export const zonalTools: readonly Tool[] = [zonalStatisticsTool]
