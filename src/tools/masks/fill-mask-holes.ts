import { z } from 'zod'
import { fillHoles } from '../../raster/kernels/morphology/holes.ts'
import { connectivityArgument } from '../support/arguments.ts'
import { count, counted } from '../support/figures.ts'
import { MASK_MEASURES, saveMask } from '../support/mask-result.ts'
import { meaningOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const fillMaskHolesTool = defineTool({
  name: 'fill_mask_holes',
  family: 'masks',
  title: 'Fill holes of a mask',
  summary:
    'Fills the holes within a mask, all of them or those up to a number of pixels: unburned islands in a scar, gaps in a lake. Bays that reach the edge of the data stay.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.binary_fill_holes.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: [
    ...MASK_MEASURES,
    { name: 'holes_filled', dimension: 'count' },
    { name: 'pixels_filled', dimension: 'count' },
  ],
  input: z.object({
    mask: layerRef('Id of the mask.'),
    max_pixels: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe('Holes of more pixels than this stay. Without it all are filled.'),
    connectivity: connectivityArgument,
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', max_pixels: 50, connectivity: 4 }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const found = await fillHoles(source, {
      connectivity: input.connectivity,
      most: input.max_pixels ?? Infinity,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction, 'finding holes'),
    })
    const meaning = meaningOf(layer)
    const made = await saveMask(context, found.filled, { from: layer, meaning, done: 'holes filled' })
    const on = { layer: made.saved.id }
    return {
      text:
        `${made.saved.id} is ${input.mask} with ${counted(found.holes, 'hole')} of ${counted(found.pixels, 'pixel')} filled` +
        `${found.larger > 0 ? `, ${counted(found.larger, 'larger hole')} left` : ''}; ${made.text}`,
      numbers: [
        ...made.numbers,
        count('holes_filled', found.holes, on),
        count('pixels_filled', found.pixels, on),
      ],
      layers: [made.saved],
      warnings: made.warnings,
      facts: { selected_share: made.share },
    }
  },
})
