import { z } from 'zod'
import { focal } from '../../raster/kernels/focal/focal.ts'
import { whereValid } from '../../raster/kernels/focal/smooth.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster, windowArgument } from './arguments.ts'
import { assertValues, heldBy, meaningWords, saveDerived } from './derived.ts'

export const localVariationTool = defineTool({
  name: 'local_variation',
  family: 'preprocess',
  title: 'Local variation (texture)',
  summary:
    'Texture of a raster: the standard deviation of the values around each pixel in a square window, high in rough or mixed ground such as cities, low in even ground such as water.',
  source: 'doi:10.1109/TSMC.1973.4309314',
  needs: { layer: valueRaster },
  gives: { kind: 'raster', quantity: 'score', meaning: 'local_variation' },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
    window: windowArgument(31),
  }),
  examples: [
    { layer: 'layer-1', window: 3 },
    { layer: 'scene-1', band: 'nir', window: 7 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const before = heldBy(raster)
    assertValues(raster, before)
    const { source } = raster
    const radius = (input.window - 1) / 2
    const made = await saveDerived(context, {
      source: whereValid(focal(source, { shape: 'square', radius }, 'std'), source),
      held: {
        ...before,
        quantity: 'score',
        meaning: 'local_variation',
        // A spread of degrees Celsius is one of kelvin.
        unit: before.unit === 'degC' ? 'K' : before.unit,
        style: { ramp: 'viridis' },
      },
      title: `local variation of ${meaningWords(before)}`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} holds a value; give another layer or band`,
    })
    return {
      text:
        `${made.layer.id} is the standard deviation of ${meaningWords(before)} of ${raster.layer.id} in windows of ${input.window} × ${input.window} pixels ` +
        `(of the valid pixels as a population): ${made.words}.`,
      numbers: made.numbers,
      layers: [made.layer],
    }
  },
})
