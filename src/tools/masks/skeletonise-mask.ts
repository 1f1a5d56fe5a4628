import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { skeleton } from '../../raster/kernels/morphology/skeleton.ts'
import { MASK_MEASURES, saveMask } from '../support/mask-result.ts'
import { meaningOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Pixels of a mask that are held at once. */
const MOST_PIXELS = 25_000_000

export const skeletoniseMaskTool = defineTool({
  name: 'skeletonise_mask',
  family: 'masks',
  title: 'Skeleton of a mask',
  summary:
    'Thins a mask to centre lines one pixel wide that keep its shape and connections (skeleton): courses of rivers, roads, axes of scars.',
  source: 'doi:10.1145/62065.62074',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MASK_MEASURES,
  input: z.object({ mask: layerRef('Id of the mask, of at most 25 million pixels.') }),
  examples: [{ mask: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { grid } = source
    const { signal } = context
    if (grid.width * grid.height > MOST_PIXELS) {
      throw new AppError(
        'limit_reached',
        `a skeleton needs a mask of at most ${MOST_PIXELS} pixels at once, this one has ${grid.width} × ${grid.height}; clip it or resample it to larger pixels first`,
      )
    }
    const lines = await skeleton(source, {
      signal,
      progress: (fraction) => context.progress(fraction / 3, 'reading'),
    })
    const made = await saveMask(context, lines, { from: layer, meaning: `${meaningOf(layer)}_skeleton` })
    return {
      text: `${made.saved.id} marks the centre lines of ${input.mask}, one pixel wide; ${made.text}`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
