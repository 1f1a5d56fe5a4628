import type { Tool } from '../tool.ts'

export const pixelseriesTools: readonly Tool[] = []
