import { AppError } from '../../lib/errors.ts'
import { mapSources } from '../../raster/blocks.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { singleRaster } from './single-raster.ts'

export interface PhysicalInput {
  readonly layer: Layer
  readonly source: RasterSource
}

/** Temperatures that a pixel of the Earth can have; 149 K is what an empty pixel of Landsat level 2 is scaled to. */
const [COLDEST, HOTTEST] = [150, 400]

/** NaN for what is no temperature of the Earth in kelvin, such as a fill value that slipped through. */
export const isEarthly = (kelvin: number): boolean => kelvin >= COLDEST && kelvin <= HOTTEST

/** A raster of temperatures in kelvin. Degrees Celsius are converted; throws scaling_unknown for any other unit. */
export async function kelvinInput(context: ToolContext, id: LayerId): Promise<PhysicalInput> {
  const { layer, source } = await singleRaster(context, id)
  if (layer.unit === 'K') return { layer, source }
  if (layer.unit === 'degC') return { layer, source: mapped(source, (value) => value + 273.15) }
  throw new AppError(
    'scaling_unknown',
    `${id} is in ${layer.unit}, and temperatures in kelvin are needed here; bring raw thermal numbers to kelvin first: ` +
      'radiance or level 1 numbers with brightness_temperature, products with their scale and offset ' +
      '(Landsat level 2: 0.00341802 and 149; MOD11: 0.02 and 0)',
    { layer: id },
  )
}

/** A raster of pure numbers: emissivity, an index, reflectance. Throws scaling_unknown where it holds raw numbers. */
export async function plainInput(context: ToolContext, id: LayerId): Promise<PhysicalInput> {
  const { layer, source } = await singleRaster(context, id)
  const isRaw = layer.unit === 'DN' || layer.scene?.quantity === 'raw'
  if (!isRaw && (layer.unit === '1' || layer.unit === '%')) {
    return { layer, source: layer.unit === '%' ? mapped(source, (value) => value / 100) : source }
  }
  throw new AppError(
    'scaling_unknown',
    `${id} is in ${isRaw ? 'raw numbers' : layer.unit}, and a number without a unit is needed here; give it the scale and offset of its product first`,
    { layer: id },
  )
}

/** Radar backscatter or power in linear units; decibels are converted. */
export async function linearInput(context: ToolContext, id: LayerId): Promise<PhysicalInput> {
  const { layer, source } = await singleRaster(context, id)
  return layer.unit === 'dB'
    ? { layer, source: mapped(source, (value) => 10 ** (value / 10)) }
    : { layer, source }
}

/** Said where layers that are computed with each other were not taken on one day: nothing where the dates are not known. */
export function datesNotes(layers: readonly Layer[]): readonly string[] {
  const dated = layers.filter(({ date }) => date !== null)
  if (new Set(dated.map(({ date }) => date)).size < 2) return []
  const days = dated.slice(0, MOST_DAYS).map(({ id, date }) => `${id} is of ${date}`)
  return [`The layers were not taken on one day: ${days.join(', ')}${dated.length > MOST_DAYS ? ', …' : ''}.`]
}

/** Layers whose day is told. */
const MOST_DAYS = 4

/** The rasters on the grid of the first one, and how they came there and whether their days differ. */
export function onOneGrid(inputs: readonly PhysicalInput[]): {
  readonly sources: readonly RasterSource[]
  readonly notes: readonly string[]
} {
  const first = inputs[0]!
  const aligned = inputs.map(({ layer, source }) =>
    alignOnto({ grid: first.source.grid, id: first.layer.id }, { source, id: layer.id, holds: 'values' }),
  )
  return {
    sources: aligned.map(({ source }) => source),
    notes: [
      ...aligned.flatMap(({ note }) => (note === null ? [] : [note])),
      ...datesNotes(inputs.map(({ layer }) => layer)),
    ],
  }
}

function mapped(source: RasterSource, change: (value: number) => number): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) out[index] = change(values![index]!)
  })
}
