import type { Tool } from '../tool.ts'

export const thermalTools: readonly Tool[] = []
