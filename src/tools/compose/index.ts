import { bandMathsTool } from './band-maths.ts'
import { rasterArithmeticTool } from './raster-arithmetic.ts'
import { whereTool } from './where.ts'
import type { Tool } from '../tool.ts'

export const composeTools: readonly Tool[] = [bandMathsTool, rasterArithmeticTool, whereTool]
