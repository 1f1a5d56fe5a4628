import { AppError } from '../../lib/errors.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { meaningOf } from './naming.ts'
import { singleRaster } from './single-raster.ts'

export interface ValuePair {
  readonly first: { readonly layer: Layer; readonly source: RasterSource }
  readonly second: { readonly layer: Layer; readonly source: RasterSource }
  /** What both hold: a band or a meaning. */
  readonly meaning: string
  /** How the second came on to the grid of the first; null where the grids are one. */
  readonly note: string | null
}

/**
 * Two rasters of one meaning and unit, the second on the grid of the first. Throws invalid_input where they hold
 * unlike things, grid_mismatch.
 */
export async function valuePair(
  context: ToolContext,
  ids: readonly [first: LayerId, second: LayerId],
  band?: BandName,
): Promise<ValuePair> {
  const first = await singleRaster(context, ids[0], bandOf(context, ids[0], band))
  const second = await singleRaster(context, ids[1], bandOf(context, ids[1], band))
  const [one, other] = [first, second].map((each) => each.band ?? meaningOf(each.layer)) as [string, string]
  if (one !== other || first.layer.unit !== second.layer.unit) {
    throw new AppError(
      'invalid_input',
      `${ids[0]} holds ${one} in ${first.layer.unit} and ${ids[1]} ${other} in ${second.layer.unit}; ` +
        'a change needs two rasters of one meaning and unit',
    )
  }
  const aligned = alignOnto(
    { grid: first.source.grid, id: ids[0] },
    { source: second.source, id: ids[1], holds: 'values' },
  )
  return { first, second: { layer: second.layer, source: aligned.source }, meaning: one, note: aligned.note }
}

/** A band is named for scenes; a result beside a scene has none. */
const bandOf = (context: ToolContext, id: LayerId, band: BandName | undefined): BandName | undefined =>
  context.layer(id).scene ? band : undefined
