import { z } from 'zod'
import { mapSources } from '../../raster/blocks.ts'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarnings, readLayer, unitSign } from './any-raster.ts'

export const percentileOfRasterTool = defineTool({
  name: 'percentile_of_raster',
  family: 'statistics',
  title: 'Percentile of a raster',
  summary:
    'The value that a given percentage of the pixels lies at or below, exact and interpolated; with a floor, among the pixels above it alone.',
  source: 'doi:10.1080/00031305.1996.10473566',
  needs: { layer: ANY_RASTER },
  gives: { kind: 'figures' },
  measures: [
    { name: 'percentile_value', dimension: 'value' },
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
    percentile: slot(
      z.number().min(0).max(100).default(50).describe('Percentile, 0 to 100; 50 is the median.'),
      'percentile',
    ),
    above: z
      .number()
      .optional()
      .describe('Only pixels above this value are ranked, such as 0 for fires; without it all valid ones.'),
  }),
  examples: [
    { layer: 'layer-1', percentile: 90 },
    { layer: 'layer-1', percentile: 75, above: 0 },
  ],
  async run(input, context) {
    const { percentile, above } = input
    const read = await readLayer(context, input.layer, input.band)
    const { layer, unit, what } = read
    const { signal } = context
    const source =
      above === undefined
        ? read.source
        : mapSources([read.source], ([values], out) => {
            for (let index = 0; index < out.length; index++) {
              out[index] = values![index]! > above ? values![index]! : NaN
            }
          })
    const { distribution } = await reduce(
      source,
      { distribution: new DistributionReducer() },
      { signal, progress: (fraction) => context.progress(fraction / 2) },
    )
    if (distribution.valid === 0) throw nothingValid(layer.id)
    const [value = NaN] = await exactQuantiles(
      source,
      { distribution, fractions: [percentile / 100] },
      { signal, progress: (fraction) => context.progress(0.5 + fraction / 2) },
    )
    const on = { layer: layer.id }
    return {
      text: `The ${figure(percentile)}th percentile of ${what} of ${layer.id}${above === undefined ? '' : ` among values above ${figure(above)}`} is ${figure(value)}${unitSign(unit)}, over ${counted(distribution.valid, 'pixel')}.`,
      numbers: [measured('percentile_value', value, unit, on), count('pixels', distribution.valid, on)],
      warnings: rawWarnings(read),
    }
  },
})
