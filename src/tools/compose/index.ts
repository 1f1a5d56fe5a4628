import type { Tool } from '../tool.ts'

export const composeTools: readonly Tool[] = []
