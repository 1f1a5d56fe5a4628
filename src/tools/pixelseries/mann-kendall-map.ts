import { z } from 'zod'
import { mannKendallKernel, TREND_CODES } from '../../raster/kernels/pixel-series/trend-kernels.ts'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import type { RasterSource } from '../../raster/source.ts'
import { datedSources } from '../support/dated-layers.ts'
import { count, counted, figure, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool } from '../tool.ts'
import {
  codeShares,
  leastDates,
  requireValid,
  saveMap,
  spanText,
  spanTitle,
  valuesFields,
  valuesNeed,
} from './series-map.ts'
import { alphaField, nounOf, shareMeasures, trendClassStyle } from './trend-words.ts'

export const mannKendallMapTool = defineTool({
  name: 'mann_kendall_map',
  family: 'pixelseries',
  title: 'Mann–Kendall trend test of every pixel',
  summary:
    'Whether each pixel rises or falls significantly over a list of dated rasters, by the Mann–Kendall test corrected for ties: a map of rise, fall and no trend with z or p, for monotonic trends that need not be linear.',
  source: 'doi:10.2307/1907187',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'class', meaning: 'trend_class' },
  measures: [...shareMeasures, { name: 'pixels', dimension: 'count' }],
  input: z.object({
    ...valuesFields,
    second: z
      .enum(['z', 'p_value'])
      .default('z')
      .describe('What the second layer holds: z, or the two-sided probability by chance.'),
    alpha: alphaField,
    min_dates: leastDates(4, 4),
  }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3', 'layer-4'] }],
  async run(input, context) {
    const dated = await datedSources(context, input.layers, {
      holds: 'values',
      band: input.band,
      atLeast: input.min_dates,
    })
    const kernel = mannKendallKernel(dated.dates.length, { atLeast: input.min_dates, alpha: input.alpha })
    const [z, p, codes] = pixelSeries(dated.sources, kernel) as readonly [
      RasterSource,
      RasterSource,
      RasterSource,
    ]
    const noun = nounOf(dated)
    const date = dated.dates.at(-1)!
    const isZ = input.second === 'z'
    const scores = await saveMap(context, isZ ? z : p, {
      describe: ({ min, max }) => ({
        title: `Mann–Kendall ${isZ ? 'z' : 'p'} of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'score', meaning: isZ ? 'mann_kendall_z' : 'p_value' },
        unit: '1',
        date,
        style: isZ
          ? differenceStyle(Math.max(Math.abs(min), Math.abs(max)) || 1)
          : { ramp: 'viridis', min: 0, max: 1 },
      }),
    })
    requireValid(scores.summary, dated, `a value on ${input.min_dates} dates`)
    const classes = await saveMap(context, codes, {
      codes: true,
      describe: () => ({
        title: `Trend classes of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'class', meaning: 'trend_class' },
        unit: '1',
        date,
        style: trendClassStyle,
      }),
    })
    const [rise, fall] = (await codeShares(
      await context.raster(classes.layer.id),
      [TREND_CODES.rise, TREND_CODES.fall],
      context,
    )) as [number, number]
    const { summary } = scores
    const report = leftOutReport({ nodata: summary.nodata })
    const on = { layer: classes.layer.id }
    return {
      text: [
        `${classes.layer.id} marks where ${noun} rises (3), falls (1) or has no trend (2) over ${spanText(dated)} by the Mann–Kendall test ` +
          `at p ≤ ${input.alpha}, corrected for ties: ${figure(100 * rise)} % of the ground rises, ${figure(100 * fall)} % falls, ` +
          `${counted(summary.valid, 'pixel')} tested. ${scores.layer.id} is ${isZ ? 'z' : 'p'}, from ${figure(summary.min)} to ${figure(summary.max)}.`,
        ...dated.notes,
      ].join(' '),
      numbers: [
        percent('rising_share', rise, on),
        percent('falling_share', fall, on),
        count('pixels', summary.valid, on),
        ...report.numbers,
      ],
      layers: [classes.layer, scores.layer],
      warnings: [
        ...dated.notes,
        'The test takes dates as independent: a season in the series, or values that follow each other, make trends look surer than they are.',
        ...report.warnings,
      ],
      facts: {
        dates: dated.dates.length,
        valid_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})
