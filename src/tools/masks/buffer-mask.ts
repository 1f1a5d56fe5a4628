import { z } from 'zod'
import { combineMasks } from '../../raster/kernels/combine.ts'
import { distanceTo } from '../../raster/kernels/morphology/distance.ts'
import { thresholdMask } from '../../raster/kernels/threshold.ts'
import { figure } from '../support/figures.ts'
import { MASK_MEASURES, saveMask } from '../support/mask-result.ts'
import { meaningOf } from '../support/naming.ts'
import { pixelSides } from '../support/pixel-sides.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const bufferMaskTool = defineTool({
  name: 'buffer_mask',
  family: 'masks',
  title: 'Buffer around a mask',
  summary:
    'Marks what lies within a distance in metres of a mask: 500 m around water, 2 km around a burn; with the mask itself or the ring around it alone.',
  source: 'doi:10.4086/toc.2012.v008a019',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MASK_MEASURES,
  input: z.object({
    mask: layerRef('Id of the mask, of at most 64 million pixels.'),
    distance: z
      .number()
      .min(0)
      .max(1_000_000)
      .describe('Metres from the centre of a pixel to that of the nearest one inside the mask.'),
    ring: z.boolean().default(false).describe('Leave out the mask itself and mark the ring around it alone.'),
  }),
  examples: [
    { mask: 'layer-1', distance: 50 },
    { mask: 'layer-1', distance: 500, ring: true },
  ],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const sides = pixelSides(source.grid)
    const distance = await distanceTo(source, sides, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction / 3, 'reading'),
    })
    const near = distance ? thresholdMask(distance, input.distance, 'at_or_below') : source
    const mask = input.ring ? combineMasks(near, source, 'and_not') : near
    const meaning = `${input.ring ? 'around' : 'near'}_${meaningOf(layer)}`
    const made = await saveMask(context, mask, { from: layer, meaning })
    return {
      text:
        `${made.saved.id} marks what lies within ${figure(input.distance)} m of ${input.mask}` +
        `${input.ring ? ', without it' : ', itself included'}; ${distance ? '' : 'that mask marks nothing. '}${made.text}` +
        (sides.note === null ? '' : ` ${sides.note}`),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...(sides.note === null ? [] : [sides.note]), ...made.warnings],
      facts: { selected_share: made.share },
    }
  },
})
