import { AppError } from '../../lib/errors.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { isQualityBand, type BandName } from '../../trace/port.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { ToolContext } from '../tool.ts'
import { bandUnit } from '../workspace/scene-layer.ts'

export interface SingleRaster {
  /** Where a band of a scene is read its unit is that of the band. */
  readonly layer: Layer
  readonly source: RasterSource
  /** The band read, null for a result. */
  readonly band: BandName | null
}

/**
 * The one raster of a layer: a result, the named band of a scene, or the only measured band of one.
 * Throws invalid_input for tables, vectors and scenes of several bands without a choice; band_missing.
 */
export async function singleRaster(
  context: ToolContext,
  id: LayerId,
  band?: BandName,
): Promise<SingleRaster> {
  const layer = context.layer(id)
  if (layer.kind !== 'raster') {
    throw new AppError('invalid_input', `${id} is a ${layer.kind}; a raster is needed here`, { layer: id })
  }
  if (!layer.scene) {
    if (band !== undefined) {
      throw new AppError('invalid_input', `${id} is a single raster; leave out the band, ${band} was given`)
    }
    return { layer, source: await context.raster(id), band: null }
  }
  const names = layer.scene.bands.map((each) => each.name)
  const measured = names.filter((name) => !isQualityBand(name))
  const chosen = band ?? (measured.length === 1 ? measured[0] : undefined)
  if (chosen === undefined) {
    throw new AppError(
      'invalid_input',
      `${id} is a scene of ${measured.length} bands (${measured.join(', ')}) and one raster is needed; ` +
        'compute an index of it first, or name one band where the tool takes a band',
      { layer: id, bands: measured },
    )
  }
  const facts = layer.scene.bands.find(({ name }) => name === chosen)
  if (!facts) throw bandMissing(layer, [chosen])
  // A thermal band beside reflectance is in kelvin, a flag in nothing, whatever the scene says of itself as a whole.
  const unit = bandUnit(chosen, layer.scene, Number.isFinite(facts.scale))
  return { layer: { ...layer, unit }, source: await context.raster(id, chosen), band: chosen }
}

/** A mask layer's raster: 1 inside, 0 outside, NaN no data. Throws invalid_input where the layer is no mask. */
export async function maskRaster(context: ToolContext, id: LayerId): Promise<SingleRaster> {
  const { port } = context.layer(id)
  if (port.kind !== 'raster' || port.quantity !== 'mask') {
    throw new AppError(
      'invalid_input',
      `${id} is no mask but ${describePort(port)}; cut one out of it with threshold_mask first`,
      { layer: id },
    )
  }
  return singleRaster(context, id)
}

export function bandMissing(layer: Layer, wanted: readonly BandName[]): AppError {
  const names = layer.scene?.bands.map((each) => each.name) ?? []
  const missing = wanted.filter((name) => !names.includes(name))
  return new AppError(
    'band_missing',
    `${layer.id} has no band ${missing.join(', no band ')}; it has ${names.join(', ') || 'no bands'}. ` +
      'Add the missing files, or name the bands in the details of the scene',
    { layer: layer.id, missing, bands: names },
  )
}

function describePort(port: Layer['port']): string {
  if (port.kind !== 'raster') return `a ${port.kind}`
  return `a raster of ${typeof port.quantity === 'string' ? port.quantity : port.quantity.join(' or ')}`
}
