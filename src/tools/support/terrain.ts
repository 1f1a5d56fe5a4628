import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import type { Summary } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId, LayerStyle } from '../../trace/layer.ts'
import type { Dimension, Port } from '../../trace/port.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'
import { convertUnit } from '../../trace/units.ts'
import { layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'
import { count, counted, figure, quantity } from './figures.ts'
import { singleRaster } from './single-raster.ts'

export const elevationPort: Port = { kind: 'raster', quantity: 'elevation' }

export const elevationArgument = layerRef('Id of the elevation model (DEM).')

export const heightsArgument = z
  .enum(['metres', 'feet'])
  .default('metres')
  .describe('Unit of the heights in the elevation model.')

const FOOT = 0.3048

export interface Elevation {
  readonly layer: Layer
  readonly source: RasterSource
  /** Metres of one unit of height. */
  readonly metres: number
}

/** An elevation model. Throws invalid_input where the layer is something else. */
export async function elevationRaster(
  context: ToolContext,
  id: LayerId,
  heights: 'metres' | 'feet' = 'metres',
): Promise<Elevation> {
  const { port, unit } = context.layer(id)
  if (port.kind !== 'raster' || port.quantity !== 'elevation') {
    throw new AppError(
      'invalid_input',
      `${id} is no elevation model; give a raster of heights, or say in the details of the layer that it holds elevation`,
      { layer: id },
    )
  }
  const { layer, source } = await singleRaster(context, id)
  return { layer, source, metres: heights === 'feet' ? FOOT : (convertUnit(1, unit, 'm') ?? 1) }
}

/** A layer that a terrain tool makes out of an elevation model. */
export interface TerrainLayer {
  readonly title: string
  /** Last word of the names of its figures, and the meaning of the layer: 'slope' gives mean_slope. */
  readonly name: string
  readonly unit: Unit
  readonly dimension: Dimension
  readonly style: LayerStyle
}

export interface SavedTerrain {
  readonly saved: Layer
  readonly summary: Summary
  readonly median: number
  /** mean_…, min_…, max_…, std_…, median_… and the pixels left out. */
  readonly numbers: readonly Quantity[]
  readonly warnings: readonly string[]
  readonly text: string
}

/**
 * Saves a raster computed from heights and sums it up as it is written. Throws nothing_valid where no window of the
 * elevation model is whole.
 */
export async function saveTerrain(
  context: ToolContext,
  source: RasterSource,
  { from, as }: { readonly from: Layer; readonly as: TerrainLayer },
): Promise<SavedTerrain> {
  const { signal } = context
  const { name, unit, dimension } = as
  const tapped = tap(source, { summary: new SummaryReducer(), distribution: new DistributionReducer() })
  const saved = await context.saveRaster(
    async () => {
      const { summary } = await tapped.finish({ signal })
      if (summary.valid === 0) throw nothingWhole(from.id)
      return {
        title: as.title,
        port: { kind: 'raster', quantity: 'terrain', meaning: name },
        unit,
        date: from.date,
        style: as.style,
      }
    },
    tapped.source,
    'float32',
  )
  const { summary, distribution } = await tapped.finish({ signal })
  const of = { distribution, fractions: [0.5] }
  const [median = NaN] = await exactQuantiles(await context.raster(saved.id), of, { signal })
  const { mean, min, max, std } = summary
  const said = { unit, dimension, layer: saved.id }
  return {
    saved,
    summary,
    median,
    numbers: [
      ...Object.entries({ mean, min, max, std, median }).map(([which, value]) =>
        quantity(`${which}_${name}`, value, said),
      ),
      count('pixels_left_out', summary.nodata, { layer: saved.id }),
    ],
    warnings: edgeWarning(summary.nodata),
    text:
      `mean ${figure(mean)}, standard deviation ${figure(std)}, median ${figure(median)}, ` +
      `from ${figure(min)} to ${figure(max)}${unit === '1' ? '' : ` ${unit}`} over ${counted(summary.valid, 'pixel')}`,
  }
}

/** The figures that `saveTerrain` gives, declared. */
export const terrainMeasures = (name: string, dimension: Dimension) =>
  ['mean', 'min', 'max', 'std', 'median'].map((which) => ({ name: `${which}_${name}`, dimension }))

export const edgeWarning = (pixels: number): readonly string[] =>
  pixels > 0
    ? [
        `${counted(pixels, 'pixel')} left out: no data there or next to it, or at the edge, where a window is not whole.`,
      ]
    : []

export function nothingWhole(id: LayerId): AppError {
  return new AppError(
    'nothing_valid',
    `no pixel of ${id} has all its neighbours, so nothing follows from it; give an elevation model of more than 2 × 2 pixels with data`,
    { layer: id },
  )
}
