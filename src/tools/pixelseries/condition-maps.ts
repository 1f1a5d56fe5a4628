import { z } from 'zod'
import { conditionKernel } from '../../raster/kernels/pixel-series/statistic-kernels.ts'
import type { RasterQuantity } from '../../trace/port.ts'
import { datedSources } from '../support/dated-layers.ts'
import { defineTool } from '../tool.ts'
import { seasonWarning } from './anomaly-map.ts'
import { leastDates, oneMap, spreadFigures, spreadMeasures, valuesFields, valuesNeed } from './series-map.ts'
import { nounOf } from './trend-words.ts'

interface Condition {
  readonly name: 'vci_map' | 'tci_map'
  readonly title: string
  readonly summary: string
  readonly quantity: readonly RasterQuantity[]
  readonly best: 'highest' | 'lowest'
}

/** Kogan's condition indices differ in which end of the values is good. */
function conditionTool({ name, title, summary, quantity, best }: Condition) {
  const meaning = name === 'vci_map' ? 'vci' : 'tci'
  return defineTool({
    name,
    family: 'pixelseries',
    title,
    summary,
    source: 'doi:10.1016/0273-1177(95)00079-T',
    needs: { layers: valuesNeed(quantity) },
    gives: { kind: 'raster', quantity: 'score', meaning },
    measures: spreadMeasures('share'),
    input: z.object({ ...valuesFields, min_dates: leastDates(3, 2) }),
    examples: [{ layers: ['layer-1', 'layer-2', 'layer-3'] }],
    async run({ layers, band, min_dates: atLeast }, context) {
      const dated = await datedSources(context, layers, { holds: 'values', band, atLeast })
      const last = dated.dates.at(-1)!
      const noun = nounOf(dated)
      return oneMap(context, dated, {
        kernel: conditionKernel(best, atLeast),
        needed: `a value on ${last} and unlike values on ${atLeast} dates`,
        words: `the ${meaning.toUpperCase()} of ${last} (where ${noun} lies between its ${best === 'highest' ? 'lowest, 0, and highest, 100' : 'highest, 0, and lowest, 100'})`,
        describe: () => ({
          title: `${meaning.toUpperCase()} ${last}`,
          port: { kind: 'raster', quantity: 'score', meaning },
          unit: '%',
          style: { ramp: 'vegetation', min: 0, max: 100 },
        }),
        figures: spreadFigures('%', 'share'),
        warnings: [seasonWarning(dated.dates)].flatMap((warning) => warning ?? []),
      })
    },
  })
}

export const vciMapTool = conditionTool({
  name: 'vci_map',
  title: 'Vegetation condition index',
  summary:
    'Vegetation condition index (VCI) of the latest date: where its NDVI lies between the lowest and highest of all years, 0 to 100 %. Below 35 to 40 it tells of drought stress; give rasters of one season.',
  quantity: ['index'],
  best: 'highest',
})

export const tciMapTool = conditionTool({
  name: 'tci_map',
  title: 'Temperature condition index',
  summary:
    'Temperature condition index (TCI) of the latest date: where its surface temperature lies between the highest (0 %) and lowest (100 %) of all years. Low values tell of heat and drought stress.',
  quantity: ['temperature'],
  best: 'lowest',
})
