import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { giStar } from '../../raster/kernels/gi-star.ts'
import { SummaryReducer, summarise } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import { bandArgument, VALUED } from './arguments.ts'
import { counted, figure, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const getisOrdGiStarTool = defineTool({
  name: 'getis_ord_gi_star',
  family: 'hotspots',
  title: 'Getis–Ord Gi*',
  summary:
    'Getis–Ord Gi* hot spot and cold spot statistic: a z score at each pixel that tells how far high or low values cluster around it. significant_hotspots cuts it by significance.',
  source: 'doi:10.1111/j.1538-4632.1995.tb00912.x',
  needs: { layer: { kind: 'raster', quantity: VALUED, bands: [] } },
  gives: { kind: 'raster', quantity: 'score', meaning: 'gi_star' },
  measures: ['min', 'max', 'mean', 'std'].map((name) => ({ name, dimension: 'value' as const })),
  input: z.object({
    layer: layerRef('Id of the raster.'),
    band: bandArgument,
    radius: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(2)
      .describe('Radius of the window around each pixel, in pixels; the pixel itself is among them.'),
    window: z
      .enum(['square', 'circle'])
      .default('square')
      .describe('Shape of the window: a square of 2 × radius + 1 pixels a side, or a disc.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', radius: 5, window: 'circle' }],
  async run(input, context) {
    const { layer, source, band } = await singleRaster(context, input.layer, input.band)
    const { signal } = context
    const all = await summarise(source, {
      signal,
      progress: (fraction) => context.progress(fraction / 3, 'reading'),
    })
    if (all.valid < 3 || !(all.std > 0)) {
      throw new AppError(
        'nothing_valid',
        `${input.layer} has ${counted(all.valid, 'valid pixel')}${all.valid > 0 ? ` between ${figure(all.min)} and ${figure(all.max)}` : ''}; clustering needs at least three that are not all alike`,
      )
    }
    const scores = tap(giStar(source, { shape: input.window, radius: input.radius }, all), {
      summary: new SummaryReducer(),
    })
    const what = band ?? meaningOf(layer)
    const saved = await context.saveRaster(
      {
        title: `Gi* of ${what.replaceAll('_', ' ')} ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'score', meaning: 'gi_star' },
        unit: '1',
        date: layer.date,
        style: { ramp: 'diverging', min: -4, max: 4 },
      },
      scores.source,
      'float32',
    )
    const { summary } = await scores.finish({ signal })
    if (summary.valid === 0) {
      throw new AppError(
        'nothing_valid',
        `a window of radius ${input.radius} around any pixel of ${input.layer} holds them all, so nothing stands out; give a smaller radius`,
      )
    }
    const on = { layer: saved.id }
    const report = leftOutReport({ nodata: all.nodata, undefined: summary.nodata - all.nodata })
    return {
      text:
        `${saved.id} is Gi* (z score) of ${what} of ${input.layer} in a ${input.window} of radius ${counted(input.radius, 'pixel')}, itself included, each of weight 1: ` +
        `from ${figure(summary.min)} to ${figure(summary.max)}, mean ${figure(summary.mean)}, std ${figure(summary.std)}. ` +
        `Above 0 high values cluster, below 0 low ones; against mean ${figure(all.mean)} and std ${figure(all.std)} of all ${counted(all.valid, 'valid pixel')}. ` +
        'At edges and gaps the window counts the pixels that there are. Cut it with significant_hotspots.',
      numbers: [
        measured('min', summary.min, '1', on),
        measured('max', summary.max, '1', on),
        measured('mean', summary.mean, '1', on),
        measured('std', summary.std, '1', on),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: report.warnings,
    }
  },
})
