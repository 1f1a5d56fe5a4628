import { z } from 'zod'
import { sobel } from '../../raster/kernels/focal/edges.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster } from './arguments.ts'
import { assertValues, heldBy, meaningWords, saveDerived } from './derived.ts'

export const edgeStrengthTool = defineTool({
  name: 'edge_strength',
  family: 'preprocess',
  title: 'Edge strength',
  summary:
    'How sharply values change from pixel to pixel: the length of the Sobel gradient, high along edges, borders and shorelines of a raster or band.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.sobel.html',
  needs: { layer: valueRaster },
  gives: { kind: 'raster', quantity: 'score', meaning: 'edge_strength' },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({ layer: layerRef('Id of the raster or scene.'), band: bandArgument }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir' }],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const before = heldBy(raster)
    assertValues(raster, before)
    const made = await saveDerived(context, {
      source: sobel(raster.source),
      held: { ...before, quantity: 'score', meaning: 'edge_strength', style: { ramp: 'viridis' } },
      title: `edge strength of ${meaningWords(before)}`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} has all eight neighbours; give a larger raster or fill its gaps`,
    })
    return {
      text:
        `${made.layer.id} is the Sobel gradient of ${meaningWords(before)} of ${raster.layer.id}, in its unit a pixel: ${made.words}. ` +
        'Pixels at the border or beside no data have none.',
      numbers: made.numbers,
      layers: [made.layer],
    }
  },
})
