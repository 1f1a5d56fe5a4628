import { z } from 'zod'
import { IntegerHistogramReducer } from '../../raster/kernels/integer-histogram.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, figure, percent, quantity } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { saveRows } from './save-rows.ts'

export const modeOfClassesTool = defineTool({
  name: 'mode_of_classes',
  family: 'statistics',
  title: 'Commonest class',
  summary:
    'The commonest class or whole number of a raster of classes, with its share, and a table of the pixels of each class.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.mode.html',
  needs: { layer: { kind: 'raster', quantity: ['class', 'mask', 'day', 'raw'] } },
  gives: { kind: 'table' },
  measures: [
    { name: 'mode', dimension: 'value' },
    { name: 'share', dimension: 'share' },
    { name: 'classes', dimension: 'count' },
  ],
  input: z.object({ layer: layerRef('Id of a raster of classes, a mask, or of other whole numbers.') }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.layer)
    const { counts } = await reduce(
      source,
      { counts: new IntegerHistogramReducer() },
      { signal: context.signal, progress: (fraction) => context.progress(fraction) },
    )
    const rows = [...counts.counts]
    if (rows.length === 0) throw nothingValid(layer.id)
    const total = rows.reduce((sum, [, pixels]) => sum + pixels, 0)
    // The lowest of equally common ones, as scipy has it.
    const [mode, most] = rows.reduce((best, each) => (each[1] > best[1] ? each : best))
    const saved = await saveRows(
      context,
      `pixels of each class of ${meaningOf(layer)}`,
      [
        { name: 'class', unit: '1' },
        { name: 'pixels', unit: 'count' },
        { name: 'share', unit: '%' },
      ],
      rows.map(([code, pixels]) => [code, pixels, (pixels / total) * 100]),
    )
    const report = leftOutReport({ nodata: counts.nodata })
    const on = { layer: layer.id }
    return {
      text: `The commonest value of ${meaningOf(layer)} of ${layer.id} is ${mode}, with ${counted(most, 'pixel')} of ${total}, ${figure((most / total) * 100)} %. ${saved.id} counts all ${rows.length}.`,
      numbers: [
        quantity('mode', mode, { unit: layer.unit, dimension: 'value', ...on }),
        percent('share', most / total, on),
        count('pixels', most, on),
        count('classes', rows.length, on),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: report.warnings,
    }
  },
})
