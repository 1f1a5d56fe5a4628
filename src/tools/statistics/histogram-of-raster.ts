import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { HistogramReducer } from '../../raster/kernels/histogram.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, measured, percent } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { ANY_RASTER, bandArgument, rawWarnings, readLayer, unitSign } from './any-raster.ts'
import { saveRows } from './save-rows.ts'

export const histogramOfRasterTool = defineTool({
  name: 'histogram_of_raster',
  family: 'statistics',
  title: 'Histogram of a raster',
  summary:
    'How many pixels fall into each of several equal intervals of value, as a table and a chart, with the fullest interval.',
  source: 'https://numpy.org/doc/stable/reference/generated/numpy.histogram.html',
  needs: { layer: ANY_RASTER },
  gives: { kind: 'table' },
  measures: [
    { name: 'modal_value', dimension: 'value' },
    { name: 'modal_share', dimension: 'share' },
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: bandArgument,
    bins: z.number().int().min(2).max(256).default(20).describe('Number of equal intervals.'),
    lowest: z.number().optional().describe('Lower end of the first interval; by default the lowest value.'),
    highest: z.number().optional().describe('Upper end of the last interval; by default the highest value.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', bins: 10, lowest: 0, highest: 1 }],
  async run(input, context) {
    const read = await readLayer(context, input.layer, input.band)
    const { layer, source, unit, what } = read
    const { signal } = context
    const { summary } = await reduce(
      source,
      { summary: new SummaryReducer() },
      { signal, progress: (fraction) => context.progress(fraction / 2) },
    )
    if (summary.valid === 0) throw nothingValid(layer.id)
    const [min, max] = [input.lowest ?? summary.min, input.highest ?? summary.max]
    if (!(max > min)) {
      throw new AppError(
        'invalid_input',
        `the intervals would run from ${figure(min)} to ${figure(max)}; give a lowest value below the highest`,
      )
    }
    const { bins } = await reduce(
      source,
      { bins: new HistogramReducer({ min, max, bins: input.bins }) },
      { signal, progress: (fraction) => context.progress(0.5 + fraction / 2) },
    )
    const edges = [...bins.edges]
    const counts = [...bins.counts]
    const total = counts.reduce((sum, each) => sum + each, 0)
    if (total === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel of ${layer.id} lies between ${figure(min)} and ${figure(max)}; its values run from ${figure(summary.min)} to ${figure(summary.max)}`,
      )
    }
    const fullest = counts.indexOf(Math.max(...counts))
    const middle = (edges[fullest]! + edges[fullest + 1]!) / 2
    const saved = await saveRows(
      context,
      `histogram of ${what}`,
      [
        { name: 'from', unit },
        { name: 'to', unit },
        { name: 'pixels', unit: 'count' },
        { name: 'share', unit: '%' },
      ],
      counts.map((each, place) => [edges[place]!, edges[place + 1]!, each, (each / total) * 100]),
    )
    const outside = summary.valid - total
    const report = leftOutReport({ nodata: summary.nodata })
    const on = { layer: layer.id }
    return {
      text:
        `${saved.id} counts ${what} of ${layer.id} in ${input.bins} intervals from ${figure(min)} to ${figure(max)}${unitSign(unit)}: ` +
        `the fullest is ${figure(edges[fullest]!)} to ${figure(edges[fullest + 1]!)} with ${counted(counts[fullest]!, 'pixel')} of ${total}, ${figure((counts[fullest]! / total) * 100)} %.`,
      numbers: [
        measured('modal_value', middle, unit, on),
        percent('modal_share', counts[fullest]! / total, on),
        count('pixels', total, on),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(outside > 0
          ? [`${counted(outside, 'pixel')} lie outside the intervals and are not counted.`]
          : []),
        ...rawWarnings(read),
        ...report.warnings,
      ],
      chart: { kind: 'histogram', title: `${what} of ${layer.id}`, unit, edges, counts },
    }
  },
})
