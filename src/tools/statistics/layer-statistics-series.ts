import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { WalkOptions } from '../../raster/blocks.ts'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import { HigherMomentsReducer, shapeOfMoments } from '../../raster/kernels/higher-moments.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import {
  ANY_RASTER,
  bandArgument,
  groupOf,
  rawWarningsOf,
  readLayers,
  TEST_WORDS,
  testArgument,
  unitSign,
} from './any-raster.ts'
import type { ReadLayer } from './any-raster.ts'
import { cell, saveRows } from './save-rows.ts'

/** Layers whose means are told one by one in words. */
const TOLD = 24

export const layerStatisticsSeriesTool = defineTool({
  name: 'layer_statistics_series',
  family: 'statistics',
  title: 'Statistics of each raster of a list',
  summary:
    'A table with the mean, minimum, maximum, standard deviation, median, sum, skewness and kurtosis of each raster of a list by date; with the mean of the means, the highest and lowest value of all, and how many dates have a mean above a threshold or a multiple of the overall mean.',
  source: 'doi:10.1080/00031305.1983.10483115',
  needs: { layers: { kind: 'rasters', of: ANY_RASTER } },
  gives: { kind: 'table' },
  measures: [
    ...['mean_of_means', 'max_of_means', 'min_of_means', 'max_of_maxima', 'min_of_minima', 'mean'].map(
      (name) => ({ name, dimension: 'value' as const }),
    ),
    { name: 'layers_beyond', dimension: 'count' },
    { name: 'layers', dimension: 'count' },
  ],
  input: z.object({
    layers: z.array(layerRef('Id of a raster.')).min(1).max(400).describe('Ids of the rasters, one a date.'),
    band: bandArgument,
    bias: z
      .enum(['population', 'sample'])
      .default('population')
      .describe(
        'Standard deviation, skewness and kurtosis of the pixels as they are, or corrected as a sample.',
      ),
    threshold: slot(
      z
        .number()
        .optional()
        .describe('Means beyond this are counted; without it, beyond a multiple of the overall mean.'),
      'threshold',
    ),
    factor: slot(
      z.number().default(1).describe('How many times the mean of all means, where no threshold is given.'),
      'factor',
    ),
    test: testArgument('above'),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2'] },
    { layers: ['layer-1', 'layer-2'], factor: 1.1, test: 'above' },
  ],
  async run(input, context) {
    const read = await readLayers(context, input.layers, input.band)
    const { unit, what } = read[0]!
    const found = []
    for (const [place, each] of read.entries()) {
      const progress = (fraction: number) => context.progress((place + fraction) / read.length, 'measuring')
      found.push({ ...each, ...(await figuresOf(each, input.bias, { signal: context.signal, progress })) })
    }
    const filled = found.filter(({ valid }) => valid > 0)
    if (filled.length === 0) {
      throw new AppError('nothing_valid', 'no pixel of the layers holds a value; give other layers')
    }
    const saved = await saveRows(
      context,
      `statistics of ${what} by date`,
      [
        { name: 'date', unit: 'date' },
        { name: 'layer', unit: 'text' },
        ...(['mean', 'min', 'max', 'std', 'median', 'sum'] as const).map((name) => ({ name, unit })),
        { name: 'skewness', unit: '1' },
        { name: 'kurtosis', unit: '1' },
        { name: 'valid', unit: 'count' },
      ],
      found.map((each) => [
        each.layer.date,
        each.layer.id,
        ...[each.mean, each.min, each.max, each.std, each.median, each.sum, each.skewness, each.kurtosis].map(
          cell,
        ),
        each.valid,
      ]),
    )
    const means = filled.map(({ mean }) => mean)
    const overall = means.reduce((sum, mean) => sum + mean, 0) / means.length
    const limit = input.threshold ?? input.factor * overall
    const beyond = means.filter((mean) => isBeyond(mean, input.test, limit)).length
    const [highest, lowest] = [Math.max(...means), Math.min(...means)]
    const at = (mean: number) => groupOf(filled[means.indexOf(mean)]!)
    const sign = unitSign(unit)
    const on = { layer: saved.id }
    const empty = found.length - filled.length
    const report = leftOutReport({ nodata: found.reduce((sum, { nodata }) => sum + nodata, 0) })
    return {
      text: [
        `${saved.id} holds the statistics of ${what} of ${counted(found.length, 'layer')}: mean of the means ${figure(overall)}${sign}, ` +
          `highest mean ${figure(highest)}${sign} (${at(highest)}), lowest ${figure(lowest)}${sign} (${at(lowest)}); ` +
          `values from ${figure(Math.min(...filled.map(({ min }) => min)))} to ${figure(Math.max(...filled.map(({ max }) => max)))}${sign}. ` +
          `${beyond} of ${means.length} means are ${TEST_WORDS[input.test]} ${figure(limit)}${sign}.`,
        ...(filled.length > 1 && filled.length <= TOLD
          ? [`Means: ${filled.map((each) => `${groupOf(each)} ${figure(each.mean)}`).join(', ')}.`]
          : []),
      ].join(' '),
      numbers: [
        measured('mean_of_means', overall, unit, on),
        measured('max_of_means', highest, unit, on),
        measured('min_of_means', lowest, unit, on),
        measured('max_of_maxima', Math.max(...filled.map(({ max }) => max)), unit, on),
        measured('min_of_minima', Math.min(...filled.map(({ min }) => min)), unit, on),
        count('layers_beyond', beyond, on),
        count('layers', filled.length, on),
        ...filled.map((each) =>
          measured('mean', each.mean, unit, { layer: each.layer.id, group: groupOf(each) }),
        ),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(empty > 0 ? [`${counted(empty, 'layer')} without a valid pixel take no part.`] : []),
        ...rawWarningsOf(read),
        ...report.warnings,
      ],
      ...(filled.every(({ layer }) => layer.date !== null)
        ? {
            chart: {
              kind: 'series' as const,
              title: `Mean ${what} by date`,
              unit,
              points: filled.map(({ layer, mean }) => ({ date: layer.date!, value: mean })),
            },
          }
        : {}),
    }
  },
})

async function figuresOf({ source }: ReadLayer, bias: 'population' | 'sample', options: WalkOptions) {
  const { summary, moments, distribution } = await reduce(
    source,
    {
      summary: new SummaryReducer(),
      moments: new HigherMomentsReducer(),
      distribution: new DistributionReducer(),
    },
    options,
  )
  const [median = NaN] =
    summary.valid > 0
      ? await exactQuantiles(source, { distribution, fractions: [0.5] }, { signal: options.signal })
      : []
  const shape = shapeOfMoments(moments, bias)
  const { valid, nodata, mean, min, max } = summary
  return { valid, nodata, mean, min, max, median, sum: mean * valid, ...shape }
}

function isBeyond(mean: number, test: keyof typeof TEST_WORDS, limit: number): boolean {
  switch (test) {
    case 'above':
      return mean > limit
    case 'at_or_above':
      return mean >= limit
    case 'below':
      return mean < limit
    case 'at_or_below':
      return mean <= limit
    case 'equal':
      return mean === limit
  }
}
