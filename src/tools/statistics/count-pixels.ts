import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { countMeeting } from '../../raster/kernels/conditions.ts'
import type { ConditionCount } from '../../raster/kernels/conditions.ts'
import { count, counted, figure, percent, shareOf } from '../support/figures.ts'
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
import { saveRows } from './save-rows.ts'

/** Layers that are told one by one in words. */
const TOLD = 12

export const countPixelsTool = defineTool({
  name: 'count_pixels',
  family: 'statistics',
  title: 'Count pixels by a threshold',
  summary:
    'How many pixels, and what share of the valid ones, lie above, below or at a threshold: in one raster or in each of a list of dates, with the mean share and how many dates pass a given share.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.count_nonzero.html',
  needs: { layers: { kind: 'rasters', of: ANY_RASTER } },
  gives: { kind: 'table' },
  measures: [
    { name: 'share', dimension: 'share' },
    { name: 'mean_share', dimension: 'share' },
    { name: 'pixels', dimension: 'count' },
    { name: 'layers_passing', dimension: 'count' },
    { name: 'mean_share_passing', dimension: 'share' },
  ],
  input: z.object({
    layers: z.array(layerRef('Id of a raster.')).min(1).max(400).describe('Ids of one or several rasters.'),
    band: bandArgument,
    threshold: slot(z.number().describe('Threshold in the unit of the rasters.'), 'threshold'),
    test: testArgument('above'),
    share_above: z
      .number()
      .min(0)
      .max(100)
      .default(0)
      .describe('A layer passes where its share of such pixels is above this, in percent.'),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2'], threshold: 0.3, test: 'above' },
    { layers: ['layer-1'], threshold: 300, test: 'below', share_above: 20 },
  ],
  async run(input, context) {
    const { threshold, test } = input
    const read = await readLayers(context, input.layers, input.band)
    const { unit, what } = read[0]!
    const found: (ReadLayer & ConditionCount & { readonly share: number })[] = []
    for (const [place, each] of read.entries()) {
      const counts = await countMeeting([each.source], [{ test, threshold }], {
        signal: context.signal,
        progress: (fraction) => context.progress((place + fraction) / read.length, 'counting'),
      })
      found.push({ ...each, ...counts, share: shareOf(counts.pixels, counts.valid) })
    }
    const filled = found.filter(({ valid }) => valid > 0)
    if (filled.length === 0) {
      throw new AppError('nothing_valid', 'no pixel of the layers holds a value; give other layers')
    }
    const sum = (of: (each: (typeof filled)[number]) => number) =>
      filled.reduce((total, each) => total + of(each), 0)
    const pixels = sum((each) => each.pixels)
    const valid = sum((each) => each.valid)
    const meanShare = sum((each) => each.share) / filled.length
    const passing = filled.filter(({ share }) => share * 100 > input.share_above)
    const passingMean = passing.reduce((total, { share }) => total + share, 0) / Math.max(1, passing.length)
    const saved = await saveRows(
      context,
      `pixels of ${what} by date`,
      [
        { name: 'date', unit: 'date' },
        { name: 'layer', unit: 'text' },
        { name: 'pixels', unit: 'count' },
        { name: 'valid', unit: 'count' },
        { name: 'share', unit: '%' },
      ],
      found.map((each) => [
        each.layer.date,
        each.layer.id,
        each.pixels,
        each.valid,
        each.valid > 0 ? each.share * 100 : null,
      ]),
    )
    const report = leftOutReport({ nodata: found.reduce((total, { nodata }) => total + nodata, 0) })
    const empty = found.length - filled.length
    return {
      text: [
        `${saved.id} counts ${what} ${TEST_WORDS[test]} ${figure(threshold)}${unitSign(unit)}: ${pixels} of ${counted(valid, 'valid pixel')}, ${figure(shareOf(pixels, valid) * 100)} %.`,
        ...(found.length > 1
          ? [
              `Mean share of ${counted(filled.length, 'layer')} ${figure(meanShare * 100)} %; ${passing.length} pass ${figure(input.share_above)} %${passing.length > 0 ? `, with a mean share of ${figure(passingMean * 100)} %` : ''}.`,
            ]
          : []),
        ...(found.length > 1 && found.length <= TOLD
          ? [`${filled.map((each) => `${groupOf(each)} ${figure(each.share * 100)} %`).join(', ')}.`]
          : []),
      ].join(' '),
      numbers: [
        percent('share', shareOf(pixels, valid), { layer: saved.id }),
        percent('mean_share', meanShare, { layer: saved.id }),
        count('pixels', pixels, { layer: saved.id }),
        count('valid', valid, { layer: saved.id }),
        count('layers_passing', passing.length, { layer: saved.id }),
        percent('mean_share_passing', passingMean, { layer: saved.id }),
        ...(found.length > 1
          ? filled.flatMap((each) => {
              const on = { layer: each.layer.id, group: groupOf(each) }
              return [percent('share', each.share, on), count('pixels', each.pixels, on)]
            })
          : []),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(empty > 0 ? [`${counted(empty, 'layer')} without a valid pixel take no part in the means.`] : []),
        ...rawWarningsOf(read),
        ...report.warnings,
      ],
      facts: { selected_share: shareOf(pixels, valid) },
    }
  },
})
