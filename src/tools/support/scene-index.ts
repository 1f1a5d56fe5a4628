import { AppError } from '../../lib/errors.ts'
import type { BandIndex } from '../../raster/kernels/band-index.ts'
import type { SpectralIndex } from '../../sensing/indices.ts'
import type { Layer } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { hiddenGround, sceneBands } from './scene-bands.ts'

export interface SceneIndex extends BandIndex {
  readonly layer: Layer
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * An index of a scene, ready to be computed. Throws scaling_unknown where the formula needs reflectance and the scene
 * holds raw numbers; band_missing; invalid_input for a layer that is no scene.
 */
export async function sceneIndex(
  context: ToolContext,
  index: SpectralIndex,
  request: { readonly scene: string; readonly clouds: 'mask' | 'keep' },
): Promise<SceneIndex> {
  const layer = context.layer(request.scene)
  const warnings: string[] = []
  if (layer.scene?.quantity === 'raw') {
    if (index.needsReflectance) {
      throw new AppError(
        'scaling_unknown',
        `${layer.id} holds raw numbers whose scaling is unknown, and ${index.name} has constants that need reflectance ` +
          'from 0 to 1; give the scale and offset in the details of the scene, or use a ratio index',
        { layer: layer.id },
      )
    }
    warnings.push(
      `${layer.id} holds raw numbers whose scaling is unknown: ${index.name} was computed from them as they are and may be off where the data has an offset.`,
    )
  }
  const { sources, grid, notes } = await sceneBands(context, layer, index.bands)
  const hidden = request.clouds === 'mask' ? await hiddenGround(context, layer, grid) : null
  return {
    layer,
    bands: sources,
    hidden,
    compute: (inputs, out) => index.compute(inputs, out),
    notes,
    warnings,
  }
}
