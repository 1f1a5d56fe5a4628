import { AppError } from '../../lib/errors.ts'
import type { RasterSource } from '../../raster/source.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { zonalSummary } from '../../raster/kernels/zones.ts'
import type { Zones } from '../../raster/kernels/zones.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { classRaster } from './crossed-classes.ts'
import { meaningOf } from './naming.ts'
import { singleRaster } from './single-raster.ts'

export interface ZonedValues {
  readonly values: { readonly layer: Layer; readonly source: RasterSource }
  readonly zones: { readonly layer: Layer; readonly source: RasterSource }
  readonly what: string
  readonly found: Zones
  /** How the zones came on to the grid of the values; null where the grids are one. */
  readonly note: string | null
}

/** Figures of a raster within each zone of another, with areas. Throws invalid_input, nothing_valid, limit_reached. */
export async function zonedValues(
  context: ToolContext,
  given: { readonly values: LayerId; readonly band?: BandName | undefined; readonly zones: LayerId },
): Promise<ZonedValues> {
  const values = await singleRaster(context, given.values, given.band)
  const zones = await classRaster(context, given.zones)
  const aligned = alignOnto(
    { grid: values.source.grid, id: given.values },
    { source: zones.source, id: given.zones, holds: 'classes' },
  )
  const found = await zonalSummary(values.source, aligned.source, {
    rowArea: cellArea(values.source.grid),
    signal: context.signal,
    progress: (fraction) => context.progress(fraction, 'measuring zones'),
  })
  if (found.zones.length === 0) {
    throw new AppError(
      'nothing_valid',
      `no pixel has both a value in ${given.values} and a zone in ${given.zones}; give two layers that overlap where they hold data`,
    )
  }
  return {
    values,
    zones: { layer: zones.layer, source: aligned.source },
    what: values.band ?? meaningOf(values.layer),
    found,
    note: aligned.note,
  }
}
