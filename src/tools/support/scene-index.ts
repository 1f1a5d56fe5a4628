import { parseExpression } from '../../raster/expression/parser.ts'
import { gpuSession } from '../../raster/gpu/accelerate.ts'
import type { BandIndex } from '../../raster/kernels/band-index.ts'
import { toPower } from '../../raster/kernels/decibel.ts'
import { INDEX_RULES } from '../../sensing/indices.ts'
import type { SpectralIndex } from '../../sensing/indices.ts'
import type { Hiding } from '../../sensing/qa/decode.ts'
import { isScalingByHand } from '../../sensing/scene/override.ts'
import { isQuality, isThermal } from '../../sensing/sensors.ts'
import type { Layer, SceneFacts } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { requireQuantity } from './index-quantity.ts'
import { hiddenGround, sceneBands } from './scene-bands.ts'

export interface SceneIndex extends BandIndex {
  readonly layer: Layer
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * An index of a scene, ready to be computed. Throws scaling_unknown where the formula needs reflectance, kelvin or radar
 * power and the scene holds raw numbers; band_missing; invalid_input for a layer that is no scene.
 */
export async function sceneIndex(
  context: ToolContext,
  index: SpectralIndex,
  request: { readonly scene: string; readonly clouds: 'mask' | 'keep'; readonly by?: Hiding },
): Promise<SceneIndex> {
  const layer = context.layer(request.scene)
  const warnings: string[] = []
  const { scene } = layer
  if (scene && isScalingByHand(scene) && context.layers().some((other) => isSetOtherwise(other, scene))) {
    warnings.push(`The scaling of ${layer.id} was set by hand, that of another scene was not.`)
  }
  requireQuantity(layer, index)
  if (scene?.quantity === 'raw') warnings.push(rawWarning(layer.id, scene, index.name))
  if (scene && hasAssumedBands(scene)) {
    warnings.push(
      `Which band of ${layer.id} is which is assumed from the usual order; check it in the details of the scene.`,
    )
  }
  const found = await sceneBands(context, layer, index.bands)
  const isDecibel = layer.unit === 'dB'
  const { grid } = found
  const { clouds, by } = request
  const hidden = clouds === 'mask' ? await hiddenGround(context, layer, { grid, ...(by && { by }) }) : null
  return {
    layer,
    bands: isDecibel ? found.sources.map(toPower) : found.sources,
    hidden,
    compute: gpuSession.accelerate((inputs, out) => index.compute(inputs, out), {
      expression: parseExpression(index.formula),
      bands: index.bands,
      rules: INDEX_RULES,
    }),
    notes: isDecibel ? [...found.notes, 'Decibels were brought to linear power.'] : found.notes,
    warnings,
  }
}

/** Names that come from the number of bands alone; unnamed bands are unsure too, but nothing is computed from them. */
const hasAssumedBands = ({ assumptions, bands }: SceneFacts): boolean =>
  assumptions.some(({ field, sure }) => field === 'bands' && !sure) &&
  bands.every(({ name }) => name !== 'band')

/** A scene to compare with, read by another hand. */
const isSetOtherwise = ({ scene }: Layer, own: SceneFacts): boolean =>
  scene !== null &&
  scene !== own &&
  (scene.quantity === 'reflectance' || scene.quantity === 'raw') &&
  !isScalingByHand(scene)

function rawWarning(id: string, { bands, sensor }: SceneFacts, index: string): string {
  const measured = bands.filter(({ name }) => !isQuality(name) && !isThermal(name))
  if (measured.some(({ scale }) => Number.isNaN(scale))) {
    return `${id} holds raw numbers whose scaling is unknown: ${index} was computed from them as they are and may be off where the data has an offset.`
  }
  return sensor.startsWith('landsat')
    ? `${id} is not divided by the sine of the sun elevation, which cancels in ${index}.`
    : `${id} is scaled, but not known to hold reflectance: ${index} is right where all its bands are scaled alike.`
}
