import { INDICES } from '../../sensing/indices.ts'
import type { Tool } from '../tool.ts'
import { indexTool } from './spectral-index.ts'

/** One tool a row of the index catalogue. */
export const indexTools: readonly Tool[] = INDICES.map(indexTool)
