import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { crossTable } from '../../raster/kernels/cross-table.ts'
import type { CrossTable } from '../../raster/kernels/cross-table.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { singleRaster } from './single-raster.ts'
import type { SingleRaster } from './single-raster.ts'

export interface CrossedClasses {
  readonly first: SingleRaster
  readonly second: SingleRaster
  readonly table: CrossTable
  /** How the second came on to the grid of the first; null where the grids are one. */
  readonly note: string | null
}

/** A raster of classes or a mask. Throws invalid_input for another. */
export async function classRaster(context: ToolContext, id: LayerId): Promise<SingleRaster> {
  const found = await singleRaster(context, id)
  const { port } = found.layer
  if (port.kind === 'raster' && (port.quantity === 'class' || port.quantity === 'mask')) return found
  throw new AppError(
    'invalid_input',
    `${id} is neither a mask nor a raster of classes; cut it with threshold_mask or classify_values first`,
    { layer: id },
  )
}

/** How often, and on how many m², the codes of two class rasters meet. Throws invalid_input, nothing_valid, limit_reached. */
export async function crossedClasses(
  context: ToolContext,
  ids: readonly [LayerId, LayerId],
): Promise<CrossedClasses> {
  const first = await classRaster(context, ids[0])
  const second = await classRaster(context, ids[1])
  const aligned = alignOnto(
    { grid: first.source.grid, id: ids[0] },
    { source: second.source, id: ids[1], holds: 'classes' },
  )
  const table = await crossTable(first.source, aligned.source, {
    rowArea: cellArea(first.source.grid),
    signal: context.signal,
    progress: (fraction) => context.progress(fraction, 'counting'),
  })
  if (table.cells.length === 0) {
    throw new AppError(
      'nothing_valid',
      `no pixel has a class in both ${ids[0]} and ${ids[1]}; give two layers that overlap where they hold data`,
    )
  }
  return { first, second, table, note: aligned.note }
}
