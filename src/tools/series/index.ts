import type { Tool } from '../tool.ts'

export const seriesTools: readonly Tool[] = []
