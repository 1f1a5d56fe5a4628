import type { Tool } from '../tool.ts'

export const preprocessTools: readonly Tool[] = []
