import type { Tool } from '../tool.ts'

export const segmentationTools: readonly Tool[] = []
