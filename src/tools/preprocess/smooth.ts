import { z } from 'zod'
import { smoothed } from '../../raster/kernels/focal/smooth.ts'
import type { RasterSource } from '../../raster/source.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster, windowArgument } from './arguments.ts'
import { assertValues, heldBy, inPower, meaningWords, powerWords, saveDerived } from './derived.ts'

const METHOD_WORDS = {
  mean: 'the mean',
  median: 'the median',
  gaussian: 'the Gaussian mean (the window ends at two standard deviations)',
} as const

export const smoothTool = defineTool({
  name: 'smooth',
  family: 'preprocess',
  title: 'Smooth a raster',
  summary:
    'Low-pass filter that takes noise out of a raster: moving mean, median or Gaussian blur in a square window. No data stays no data and does not count.',
  source: 'https://docs.scipy.org/doc/scipy/reference/ndimage.html',
  needs: { layer: valueRaster },
  gives: valueRaster,
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the raster or scene to smooth.'),
    band: bandArgument,
    method: z
      .enum(['mean', 'median', 'gaussian'])
      .default('mean')
      .describe(
        'Mean, median (keeps edges, drops single wild pixels) or Gaussian (weights fall with distance).',
      ),
    window: windowArgument(31),
  }),
  examples: [
    { layer: 'layer-1', method: 'mean', window: 3 },
    { layer: 'scene-1', band: 'nir', method: 'median', window: 5 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const held = heldBy(raster)
    assertValues(raster, held)
    const { method, window } = input
    const smooth = (source: RasterSource) => smoothed(source, (window - 1) / 2, method)
    const isMedian = method === 'median'
    const made = await saveDerived(context, {
      source: isMedian ? smooth(raster.source) : inPower(held, [raster.source], ([power]) => smooth(power!)),
      held,
      title: `${meaningWords(held)}, smoothed,`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} holds a value; give another layer or band`,
    })
    return {
      text:
        `${made.layer.id} is ${METHOD_WORDS[method]} of ${meaningWords(held)} of ${raster.layer.id} in windows of ${window} × ${window} pixels${isMedian ? '' : powerWords(held)}, ` +
        `of the valid pixels alone, smaller at borders: ${made.words}.`,
      numbers: made.numbers,
      layers: [made.layer],
    }
  },
})
