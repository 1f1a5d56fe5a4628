import { z } from 'zod'
import { labelComponents, selectComponents } from '../../raster/kernels/select-components.ts'
import { connectivityArgument } from '../support/arguments.ts'
import { count, counted } from '../support/figures.ts'
import { maskPort, maskStyle, meaningOf, whenOf, wordsOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

export const cleanMaskTool = defineTool({
  name: 'clean_mask',
  family: 'masks',
  title: 'Clean a mask',
  summary:
    'Removes parts of a mask smaller than a number of pixels: noise and speckle. Holes stay as they are.',
  source: 'https://gdal.org/en/stable/programs/gdal_sieve.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: [{ name: 'pixels_removed', dimension: 'count' }],
  input: z.object({
    mask: layerRef('Id of the mask to clean.'),
    min_pixels: slot(
      z.int().min(1).max(1_000_000).default(9).describe('Parts of fewer pixels than this are removed.'),
      'min_pixels',
    ),
    connectivity: connectivityArgument,
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', min_pixels: 25, connectivity: 4 }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const labelling = await labelComponents(source, {
      connectivity: input.connectivity,
      rowArea: () => 1,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction / 2, 'finding parts'),
    })
    const small = labelling.pixels.filter((pixels) => pixels < input.min_pixels)
    const removed = small.reduce((sum, pixels) => sum + pixels, 0)
    const meaning = meaningOf(layer)
    const saved = await context.saveRaster(
      {
        title: `${wordsOf(meaning, 'mask')} ${whenOf(layer)}, cleaned`,
        port: maskPort(meaning),
        unit: '1',
        date: layer.date,
        style: maskStyle(meaning),
      },
      selectComponents(source, labelling, (part) => labelling.pixels[part]! >= input.min_pixels),
      'uint8',
    )
    const kept = labelling.pixels.length - small.length
    return {
      text:
        `${saved.id} is ${input.mask} without parts of fewer than ${counted(input.min_pixels, 'pixel')}: ` +
        `${counted(small.length, 'part')} with ${counted(removed, 'pixel')} removed, ${counted(kept, 'part')} left.`,
      numbers: [count('pixels_removed', removed, { layer: saved.id })],
      layers: [saved],
    }
  },
})
