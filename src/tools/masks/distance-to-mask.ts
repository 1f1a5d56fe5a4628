import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { distanceTo } from '../../raster/kernels/morphology/distance.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import { figure, quantity } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf, wordsOf } from '../support/naming.ts'
import { pixelSides } from '../support/pixel-sides.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const distanceToMaskTool = defineTool({
  name: 'distance_to_mask',
  family: 'masks',
  title: 'Distance to a mask',
  summary:
    'Distance in metres from each pixel to the nearest pixel inside a mask: how far from water, from the burn, from built-up land. 0 inside.',
  source: 'doi:10.4086/toc.2012.v008a019',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'distance' },
  measures: [
    { name: 'max_distance', dimension: 'length' },
    { name: 'mean_distance', dimension: 'length' },
  ],
  input: z.object({ mask: layerRef('Id of the mask, of at most 64 million pixels.') }),
  examples: [{ mask: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { signal } = context
    const sides = pixelSides(source.grid)
    const distance = await distanceTo(source, sides, {
      signal,
      progress: (fraction) => context.progress(fraction / 3, 'reading'),
    })
    const meaning = meaningOf(layer)
    if (!distance) {
      throw new AppError(
        'nothing_valid',
        `${input.mask} marks nothing, so there is nothing to be distant from`,
      )
    }
    const measured = tap(distance, { summary: new SummaryReducer() })
    const saved = await context.saveRaster(
      {
        title: `Distance to ${wordsOf(meaning, 'mask')} ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'distance', meaning: `distance_to_${meaning}` },
        unit: 'm',
        date: layer.date,
        style: { ramp: 'cividis' },
      },
      measured.source,
      'float32',
    )
    const { summary } = await measured.finish({ signal })
    const report = leftOutReport({ nodata: summary.nodata })
    const length = { unit: 'm', dimension: 'length', layer: saved.id } as const
    return {
      text:
        `${saved.id} holds the distance in metres of each pixel to the nearest one that ${input.mask} marks, from centre to centre: ` +
        `at most ${figure(summary.max)} m, ${figure(summary.mean)} m on average, pixels inside counted as 0.` +
        (sides.note === null ? '' : ` ${sides.note}`),
      numbers: [
        quantity('max_distance', summary.max, length),
        quantity('mean_distance', summary.mean, length),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...(sides.note === null ? [] : [sides.note]), ...report.warnings],
    }
  },
})
