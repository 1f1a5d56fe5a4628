import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { maskRaster } from './single-raster.ts'

export interface MaskPair {
  readonly first: { readonly layer: Layer; readonly source: RasterSource }
  readonly second: { readonly layer: Layer; readonly source: RasterSource }
  /** How the second came on to the grid of the first; null where the grids are one. */
  readonly note: string | null
}

/** Two masks on the grid of the first. Throws invalid_input, grid_mismatch. */
export async function maskPair(context: ToolContext, firstId: LayerId, secondId: LayerId): Promise<MaskPair> {
  const first = await maskRaster(context, firstId)
  const second = await maskRaster(context, secondId)
  const aligned = alignOnto(
    { grid: first.source.grid, id: firstId },
    { source: second.source, id: secondId, holds: 'classes' },
  )
  return { first, second: { layer: second.layer, source: aligned.source }, note: aligned.note }
}
