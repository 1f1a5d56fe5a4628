import type { Tool } from '../tool.ts'

export const terrainTools: readonly Tool[] = []
