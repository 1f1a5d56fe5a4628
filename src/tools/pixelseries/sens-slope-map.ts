import { z } from 'zod'
import { senKernel } from '../../raster/kernels/pixel-series/trend-kernels.ts'
import { datedSources, yearsOf } from '../support/dated-layers.ts'
import { quantity } from '../support/figures.ts'
import { paceOf } from '../support/rates.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool } from '../tool.ts'
import { leastDates, oneMap, spanTitle, valuesFields, valuesNeed } from './series-map.ts'
import { nounOf, slopeMeasures } from './trend-words.ts'

export const sensSlopeMapTool = defineTool({
  name: 'sens_slope_map',
  family: 'pixelseries',
  title: 'Sen slope of every pixel',
  summary:
    'Median slope per year (Theil–Sen) of every pixel over a list of dated rasters: a trend that outliers such as missed clouds do not bend. Goes with the Mann–Kendall test.',
  source: 'doi:10.1080/01621459.1968.10480934',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'trend', meaning: 'sen_slope' },
  measures: slopeMeasures.filter(({ dimension }) => dimension === 'rate'),
  input: z.object({ ...valuesFields, min_dates: leastDates(3, 2) }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3'] }],
  async run({ layers, band, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band, atLeast })
    const { unit, factor } = paceOf(dated)
    // A slope in the unit of the rate.
    const times = yearsOf(dated.dates).map((year) => year / factor)
    const noun = nounOf(dated)
    return oneMap(context, dated, {
      kernel: senKernel(times, atLeast),
      needed: `a value on ${atLeast} dates`,
      words: `the Sen slope of ${noun}`,
      describe: ({ min, max }) => ({
        title: `Sen slope of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'trend', meaning: 'sen_slope' },
        unit,
        style: differenceStyle(Math.max(Math.abs(min), Math.abs(max)) || 1),
      }),
      figures: (summary, on) =>
        (['mean', 'min', 'max'] as const).map((name) =>
          quantity(`${name}_slope`, summary[name], { unit, dimension: 'rate', ...on }),
        ),
    })
  },
})
