import { z } from 'zod'
import { anomalyKernel } from '../../raster/kernels/pixel-series/statistic-kernels.ts'
import { datedSources } from '../support/dated-layers.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool } from '../tool.ts'
import { leastDates, oneMap, spreadFigures, spreadMeasures, valuesFields, valuesNeed } from './series-map.ts'
import { nounOf } from './trend-words.ts'

export const anomalyMapTool = defineTool({
  name: 'anomaly_map',
  family: 'pixelseries',
  title: 'Standardised anomaly of the last date',
  summary:
    'How unusual the latest raster is at every pixel: its value less the mean of the earlier dates, over their standard deviation (z). Shows where it is drier, warmer or less green than normal.',
  source: 'https://www.itl.nist.gov/div898/handbook/eda/section3/eda35h.htm',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'score', meaning: 'anomaly' },
  measures: spreadMeasures('ratio'),
  input: z.object({ ...valuesFields, min_dates: leastDates(3, 2) }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3', 'layer-4'] }],
  async run({ layers, band, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band, atLeast: atLeast + 1 })
    const noun = nounOf(dated)
    const last = dated.dates.at(-1)!
    return oneMap(context, dated, {
      kernel: anomalyKernel(atLeast),
      needed: `a value on ${last} and unlike values on ${atLeast} dates before it`,
      words: `the anomaly z of ${noun} of ${last} against the dates before it,`,
      describe: () => ({
        title: `Anomaly of ${noun} ${last}`,
        port: { kind: 'raster', quantity: 'score', meaning: 'anomaly' },
        unit: '1',
        style: differenceStyle(3),
      }),
      figures: spreadFigures('1', 'ratio'),
      warnings: [seasonWarning(dated.dates)].flatMap((warning) => warning ?? []),
    })
  },
})

/** A July among Januaries is no anomaly: said where the earlier dates are of other seasons than the last. */
export function seasonWarning(dates: readonly string[]): string | null {
  const month = (date: string) => Number(date.slice(5, 7))
  const last = month(dates.at(-1)!)
  const apart = dates.filter((date) => {
    const months = Math.abs(month(date) - last)
    return Math.min(months, 12 - months) > 1
  })
  return apart.length > 0
    ? `${apart.length} of the ${dates.length} dates are of another season than the last (more than a month off): the season counts as a departure too.`
    : null
}
