import { z } from 'zod'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import { HistogramReducer } from '../../raster/kernels/histogram.ts'
import { QuantileReducer } from '../../raster/kernels/quantiles.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, measured, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarnings, readLayer, unitSign } from './any-raster.ts'

/** Bars of the chart. */
const BINS = 64

export const statisticsTool = defineTool({
  name: 'statistics',
  family: 'statistics',
  title: 'Statistics of a raster',
  summary:
    'Minimum, maximum, mean, standard deviation and median of a raster or of one band of a scene, over all valid pixels.',
  source: 'doi:10.1080/00031305.1983.10483115',
  needs: {
    layer: ANY_RASTER,
  },
  gives: { kind: 'figures' },
  measures: [
    ...['min', 'max', 'mean', 'std', 'median'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir' }],
  async run(input, context) {
    const read = await readLayer(context, input.layer, input.band)
    const { layer, source, unit, what } = read
    const { signal } = context
    const { summary, distribution } = await reduce(
      source,
      { summary: new SummaryReducer(), distribution: new DistributionReducer() },
      { signal, progress: (fraction) => context.progress(fraction / 2, 'reading') },
    )
    if (summary.valid === 0) throw nothingValid(layer.id)
    const { min, max } = summary
    const medians = new QuantileReducer(distribution, [0.5])
    const bins = max > min ? new HistogramReducer({ min, max, bins: BINS }) : null
    if (distribution.isExact) bins?.addCounted(distribution.lows, distribution.counts)
    else {
      const progress = (fraction: number) => context.progress(0.5 + fraction / 2, 'counting')
      await reduce(source, { medians, ...(bins ? { bins } : {}) }, { signal, progress })
    }
    const [median = NaN] = medians.result()
    const bars = bins?.result()
    const report = leftOutReport({ nodata: summary.nodata })
    const on = { layer: layer.id }
    return {
      text:
        `${what} of ${layer.id} over ${counted(summary.valid, 'valid pixel')}: mean ${figure(summary.mean)}, ` +
        `standard deviation ${figure(summary.std)}, median ${figure(median)}, from ${figure(min)} to ${figure(max)}` +
        `${unitSign(unit)}.`,
      numbers: [
        measured('min', min, unit, on),
        measured('max', max, unit, on),
        measured('mean', summary.mean, unit, on),
        measured('std', summary.std, unit, on),
        measured('median', median, unit, on),
        count('valid', summary.valid, on),
        ...report.numbers,
      ],
      warnings: [...rawWarnings(read), ...report.warnings],
      facts: { valid_share: shareOf(summary.valid, summary.valid + summary.nodata) },
      ...(bars
        ? {
            chart: {
              kind: 'histogram' as const,
              title: `${what} of ${layer.id}`,
              unit,
              edges: [...bars.edges],
              counts: [...bars.counts],
              marks: [median],
            },
          }
        : {}),
    }
  },
})
