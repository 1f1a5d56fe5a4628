import { z } from 'zod'
import { statisticKernel, TEMPORAL_STATISTICS } from '../../raster/kernels/pixel-series/statistic-kernels.ts'
import { datedSources } from '../support/dated-layers.ts'
import { measured } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { defineTool } from '../tool.ts'
import {
  leastDates,
  oneMap,
  quantityOf,
  spanTitle,
  spreadFigures,
  spreadMeasures,
  valuesFields,
  valuesNeed,
} from './series-map.ts'
import { nounOf } from './trend-words.ts'

export const temporalStatisticsMapTool = defineTool({
  name: 'temporal_statistics_map',
  family: 'pixelseries',
  title: 'Statistic over dates of every pixel',
  summary:
    'Mean, median, minimum, maximum, standard deviation, range or number of dates of every pixel over a list of dated rasters: one map that sums up the series.',
  source: 'doi:10.1080/00031305.1983.10483115',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: ['index', 'temperature', 'reflectance', 'raw', 'score'] },
  measures: spreadMeasures('value'),
  input: z.object({
    ...valuesFields,
    statistic: z
      .enum(TEMPORAL_STATISTICS)
      .default('mean')
      .describe(
        'Which statistic of the dates; std is that of a sample (n − 1), count the number of dates with a value.',
      ),
    min_dates: leastDates(2, 1),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2', 'layer-3'] },
    { layers: ['layer-1', 'layer-2', 'layer-3'], statistic: 'median' },
  ],
  async run({ layers, band, statistic, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band })
    const noun = nounOf(dated)
    const isCount = statistic === 'count'
    const isSpread = statistic === 'std' || statistic === 'range'
    const unit = isCount ? 'count' : isSpread ? differenceUnit(dated.unit) : dated.unit
    return oneMap(context, dated, {
      kernel: statisticKernel(statistic, atLeast),
      needed: `a value on ${atLeast} dates`,
      words: `the ${statistic} of ${noun}`,
      describe: ({ min, max }) => ({
        title: `${statistic} of ${noun} ${spanTitle(dated)}`,
        port: isCount
          ? { kind: 'raster', quantity: 'score', meaning: 'count' }
          : isSpread
            ? { kind: 'raster', quantity: 'score', meaning: statistic }
            : { kind: 'raster', quantity: quantityOf(dated), meaning: dated.meaning },
        unit,
        style: { ramp: 'viridis', min, max: max > min ? max : min + 1 },
      }),
      figures: isCount
        ? spreadFigures('count')
        : (summary, on) =>
            (['mean', 'min', 'max'] as const).map((name) => measured(name, summary[name], unit, on)),
    })
  },
})
