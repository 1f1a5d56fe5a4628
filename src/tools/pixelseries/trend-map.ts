import { z } from 'zod'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import { TREND_CODES, trendKernel } from '../../raster/kernels/pixel-series/trend-kernels.ts'
import { datedSources, yearsOf } from '../support/dated-layers.ts'
import { counted, figure, percent, quantity, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { wordsOf } from '../support/naming.ts'
import { paceOf } from '../support/rates.ts'
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
import { alphaField, nounOf, slopeMeasures } from './trend-words.ts'

export const trendMapTool = defineTool({
  name: 'trend_map',
  family: 'pixelseries',
  title: 'Linear trend of every pixel',
  summary:
    'Slope per year of every pixel over a list of dated rasters by least squares, with its R² or p as a second layer: where vegetation, temperature or moisture rises or falls over time, and the share of the ground with a significant trend.',
  source: 'doi:10.1016/j.rse.2011.12.015',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'trend', meaning: 'trend' },
  measures: slopeMeasures,
  input: z.object({
    ...valuesFields,
    second: z
      .enum(['r_squared', 'p_value'])
      .default('r_squared')
      .describe(
        'What the second layer holds: the share of the variance that the line explains, or the probability by chance.',
      ),
    alpha: alphaField,
    min_dates: leastDates(3, 3),
  }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3'] }],
  async run(input, context) {
    const dated = await datedSources(context, input.layers, {
      holds: 'values',
      band: input.band,
      atLeast: input.min_dates,
    })
    const { unit, factor } = paceOf(dated)
    // A slope in the unit of the rate.
    const times = yearsOf(dated.dates).map((year) => year / factor)
    const kernel = trendKernel(times, { atLeast: input.min_dates, alpha: input.alpha })
    const [slopes, rSquared, pValues, codes] = pixelSeries(dated.sources, kernel) as Outputs
    const noun = nounOf(dated)
    const described = { unit, date: dated.dates.at(-1)! }
    const { layer, summary } = await saveMap(context, slopes, {
      describe: ({ min, max }) => ({
        ...described,
        title: `Trend of ${wordsOf(noun, noun)} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'trend', meaning: 'trend' },
        style: differenceStyle(Math.max(Math.abs(min), Math.abs(max)) || 1),
      }),
    })
    requireValid(summary, dated, `a value on ${input.min_dates} dates`)
    const isR = input.second === 'r_squared'
    const second = await saveMap(context, isR ? rSquared : pValues, {
      describe: () => ({
        title: `${isR ? 'R²' : 'p'} of the trend of ${noun} ${spanTitle(dated)}`,
        port: {
          kind: 'raster',
          quantity: isR ? 'fraction' : 'score',
          meaning: isR ? 'r_squared' : 'p_value',
        },
        unit: '1',
        date: dated.dates.at(-1)!,
        style: { ramp: 'viridis', min: 0, max: 1 },
      }),
    })
    const [rise, fall] = (await codeShares(codes, [TREND_CODES.rise, TREND_CODES.fall], context)) as [
      number,
      number,
    ]
    const report = leftOutReport({ nodata: summary.nodata })
    const on = { layer: layer.id }
    const rate = { unit, dimension: 'rate' as const, ...on }
    return {
      text: [
        `${layer.id} is the linear trend of ${noun} over ${spanText(dated)} in ${unit}: mean ${figure(summary.mean)}, ` +
          `from ${figure(summary.min)} to ${figure(summary.max)} over ${counted(summary.valid, 'pixel')}. ` +
          `At p ≤ ${input.alpha} it rises on ${figure(100 * rise)} % of the ground and falls on ${figure(100 * fall)} %.`,
        `${second.layer.id} is its ${isR ? 'R²' : 'p'}.`,
        ...dated.notes,
      ].join(' '),
      numbers: [
        quantity('mean_slope', summary.mean, rate),
        quantity('min_slope', summary.min, rate),
        quantity('max_slope', summary.max, rate),
        percent('rising_share', rise, on),
        percent('falling_share', fall, on),
        ...report.numbers,
      ],
      layers: [layer, second.layer],
      warnings: [...dated.notes, ...report.warnings],
      facts: {
        dates: dated.dates.length,
        valid_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})

type Source = ReturnType<typeof pixelSeries>[number]
type Outputs = readonly [slope: Source, rSquared: Source, pValue: Source, code: Source]
