import { maskDirectionTool } from './mask-direction.ts'
import { spreadBetweenTool } from './spread-between.ts'
import type { Tool } from '../tool.ts'

export const directionTools: readonly Tool[] = [maskDirectionTool, spreadBetweenTool]
