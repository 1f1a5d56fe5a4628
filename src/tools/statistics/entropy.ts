import { z } from 'zod'
import { HistogramReducer } from '../../raster/kernels/histogram.ts'
import { IntegerHistogramReducer } from '../../raster/kernels/integer-histogram.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import type { WalkOptions } from '../../raster/blocks.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, quantity, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarnings, readLayer } from './any-raster.ts'
import type { ReadLayer } from './any-raster.ts'

export const entropyTool = defineTool({
  name: 'entropy',
  family: 'statistics',
  title: 'Entropy of a raster',
  summary:
    'Shannon entropy in bits: how mixed the classes of a map are, or how varied the values of a raster over equal intervals; with the evenness, 0 to 1.',
  source: 'doi:10.1002/j.1538-7305.1948.tb01338.x',
  needs: { layer: ANY_RASTER },
  gives: { kind: 'figures' },
  measures: [
    { name: 'entropy', dimension: 'value' },
    { name: 'evenness', dimension: 'ratio' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
    bins: z
      .number()
      .int()
      .min(2)
      .max(1024)
      .default(256)
      .describe(
        'Equal intervals from the lowest to the highest value; classes and masks are counted one by one instead.',
      ),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', bins: 64 }],
  async run(input, context) {
    const read = await readLayer(context, input.layer, input.band)
    const { layer, what } = read
    const { counts, nodata, places, how } = await countsOf(read, input.bins, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
    const total = counts.reduce((sum, each) => sum + each, 0)
    const entropy = counts.reduce((sum, each) => sum - (each / total) * Math.log2(each / total), 0)
    const report = leftOutReport({ nodata })
    const on = { layer: layer.id }
    const evenness = places > 1 ? entropy / Math.log2(places) : 0
    return {
      text: `The entropy of ${what} of ${layer.id} over ${how} is ${figure(entropy)} bits, evenness ${figure(evenness)}, from ${counted(total, 'pixel')}.`,
      numbers: [
        // A sum of nothing may be minus zero.
        quantity('entropy', Math.max(0, entropy), { unit: '1', dimension: 'value', ...on }),
        ratio('evenness', Math.max(0, evenness), on),
        count('pixels', total, on),
        ...report.numbers,
      ],
      warnings: [...rawWarnings(read), ...report.warnings],
    }
  },
})

/** Counts above zero, of how many places they could have been in. Throws nothing_valid. */
async function countsOf({ layer, source }: ReadLayer, bins: number, options: WalkOptions) {
  const quantity = layer.port.kind === 'raster' ? layer.port.quantity : null
  if (quantity === 'class' || quantity === 'mask') {
    const { counts, nodata } = (await reduce(source, { found: new IntegerHistogramReducer() }, options)).found
    if (counts.size === 0) throw nothingValid(layer.id)
    return { counts: [...counts.values()], nodata, places: counts.size, how: `${counts.size} classes` }
  }
  const { min, max, valid, nodata } = await summarise(source, { signal: options.signal })
  if (valid === 0) throw nothingValid(layer.id)
  const how = `${bins} intervals`
  if (!(max > min)) return { counts: [valid], nodata, places: bins, how }
  const { found } = await reduce(source, { found: new HistogramReducer({ min, max, bins }) }, options)
  return { counts: [...found.counts].filter((each) => each > 0), nodata, places: bins, how }
}
