import { z } from 'zod'
import { variationKernel } from '../../raster/kernels/pixel-series/statistic-kernels.ts'
import { datedSources } from '../support/dated-layers.ts'
import { defineTool } from '../tool.ts'
import {
  leastDates,
  oneMap,
  spanTitle,
  spreadFigures,
  spreadMeasures,
  valuesFields,
  valuesNeed,
} from './series-map.ts'
import { nounOf } from './trend-words.ts'

export const coefficientOfVariationMapTool = defineTool({
  name: 'coefficient_of_variation_map',
  family: 'pixelseries',
  title: 'Coefficient of variation of every pixel',
  summary:
    'Standard deviation over mean of every pixel over a list of dated rasters: where values vary most for their size, such as cropland against forest, or unstable backscatter.',
  source: 'https://www.itl.nist.gov/div898/software/dataplot/refman2/auxillar/coefvari.htm',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'score', meaning: 'coefficient_of_variation' },
  measures: spreadMeasures('ratio'),
  input: z.object({ ...valuesFields, min_dates: leastDates(3, 2) }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3'] }],
  async run({ layers, band, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band, atLeast })
    const noun = nounOf(dated)
    return oneMap(context, dated, {
      kernel: variationKernel(atLeast),
      needed: `a value on ${atLeast} dates and a mean above zero`,
      words: `the coefficient of variation (standard deviation n − 1 over mean) of ${noun}`,
      describe: ({ min, max }) => ({
        title: `Coefficient of variation of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'score', meaning: 'coefficient_of_variation' },
        unit: '1',
        style: { ramp: 'viridis', min, max: max > min ? max : min + 1 },
      }),
      figures: spreadFigures('1', 'ratio'),
      warnings: [
        'Pixels whose mean is not above zero are left without data.',
        ...(dated.unit === 'dB' || dated.unit === 'degC'
          ? [`${dated.unit} has no true zero, so the ratio depends on the unit; use linear power or kelvin.`]
          : []),
      ],
    })
  },
})
