import type { Tool } from '../tool.ts'

export const inversionTools: readonly Tool[] = []
