import type { Tool } from '../tool.ts'

export const vectorsTools: readonly Tool[] = []
