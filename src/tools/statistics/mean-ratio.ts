import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { mapSources } from '../../raster/blocks.ts'
import { pairFigures } from '../../raster/kernels/pair-moments.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { alignOnto } from '../support/align.ts'
import { count, counted, figure, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool, layerRef } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarningsOf, readLayer } from './any-raster.ts'

export const meanRatioTool = defineTool({
  name: 'mean_ratio',
  family: 'statistics',
  title: 'Mean ratio of two rasters',
  summary:
    'The mean over the pixels of first divided by second, and the ratio of their two means, for two rasters or two bands of a scene. Pixels where the second is zero are left out of the first figure.',
  source: 'https://en.wikipedia.org/wiki/Ratio_estimator',
  needs: { first: ANY_RASTER, second: ANY_RASTER },
  gives: { kind: 'figures' },
  measures: [
    ...['mean_ratio', 'ratio_of_means'].map((name) => ({ name, dimension: 'ratio' as const })),
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    first: layerRef('Id of the raster that is divided.'),
    second: layerRef('Id of the raster to divide by.'),
    first_band: bandArgument,
    second_band: bandArgument,
  }),
  examples: [{ first: 'layer-1', second: 'layer-2' }],
  async run(input, context) {
    const top = await readLayer(context, input.first, input.first_band)
    const bottom = await readLayer(context, input.second, input.second_band)
    const aligned = alignOnto(
      { grid: top.source.grid, id: top.layer.id },
      { source: bottom.source, id: bottom.layer.id, holds: 'values' },
    )
    const { signal } = context
    const quotient = mapSources([top.source, aligned.source], ([a, b], out) => {
      for (let index = 0; index < out.length; index++) {
        out[index] = b![index] === 0 ? NaN : a![index]! / b![index]!
      }
    })
    const summary = await summarise(quotient, {
      signal,
      progress: (fraction) => context.progress(fraction / 2),
    })
    const means = await pairFigures(top.source, aligned.source, {
      signal,
      progress: (fraction) => context.progress(0.5 + fraction / 2),
    })
    if (summary.valid === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has a value in ${input.first} and one other than zero in ${input.second}; give two layers that overlap`,
      )
    }
    const of = means.xMean / means.yMean
    const zeros = means.pixels - summary.valid
    const report = leftOutReport({ nodata: means.leftOut })
    return {
      text: [
        `${top.what} of ${input.first} over ${bottom.what} of ${input.second}: mean ratio ${figure(summary.mean)} over ${counted(summary.valid, 'pixel')}` +
          `${Number.isFinite(of) ? `, ratio of the means ${figure(of)}` : ''}.`,
        ...(aligned.note ? [aligned.note] : []),
      ].join(' '),
      numbers: [
        ratio('mean_ratio', summary.mean),
        ...(Number.isFinite(of) ? [ratio('ratio_of_means', of)] : []),
        count('pixels', summary.valid),
        ...report.numbers,
      ],
      warnings: [
        ...(zeros > 0
          ? [`${counted(zeros, 'pixel')} where ${input.second} is zero are left out of the mean ratio.`]
          : []),
        ...(aligned.note ? [aligned.note] : []),
        ...rawWarningsOf([top, bottom]),
        ...report.warnings,
      ],
    }
  },
})
