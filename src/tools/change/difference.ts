import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { subtract } from '../../raster/kernels/combine.ts'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { SummaryReducer, type Summary } from '../../raster/kernels/statistics.ts'
import { tap } from '../../raster/reduce.ts'
import type { Layer } from '../../trace/layer.ts'
import { alignOnto } from '../support/align.ts'
import { counted, figure, measured, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { laterDate, meaningOf, orderWarning, whenOf, wordsOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

const quantity = [
  'index', 'temperature', 'elevation', 'backscatter', 'reflectance', 'retrieval', 'radiance', 'fraction',
] as const // prettier-ignore

export const differenceTool = defineTool({
  name: 'difference',
  family: 'change',
  title: 'Difference of two dates',
  summary:
    'Change of one index or measurement between two dates, such as dNBR from nbr before and after a fire or dNDVI of two seasons.',
  source: 'doi:10.1080/01431168908903939',
  needs: {
    before: { kind: 'raster', quantity },
    after: { kind: 'raster', quantity },
  },
  gives: { kind: 'raster', quantity: 'difference' },
  measures: ['mean', 'min', 'max'].map((name) => ({ name, dimension: 'value' as const })),
  input: z.object({
    before: layerRef('Id of the raster of the earlier date.'),
    after: layerRef('Id of the raster of the later date, of the same meaning.'),
    order: slot(
      z
        .enum(['before_minus_after', 'after_minus_before'])
        .optional()
        .describe(
          'Which is taken from which. By default before minus after for nbr, so that high means burned; else after minus before, so that a gain is positive.',
        ),
      'order',
    ),
  }),
  examples: [
    { before: 'layer-1', after: 'layer-2' },
    { before: 'layer-1', after: 'layer-2', order: 'after_minus_before' },
  ],
  async run(input, context) {
    const [before, after] = [
      await singleRaster(context, input.before),
      await singleRaster(context, input.after),
    ]
    const meaning = meaningOf(before.layer)
    if (meaning !== meaningOf(after.layer)) {
      throw new AppError(
        'invalid_input',
        `${input.before} holds ${meaning} and ${input.after} ${meaningOf(after.layer)}; a difference needs two rasters of one meaning`,
      )
    }
    if (before.layer.unit !== after.layer.unit) {
      throw new AppError(
        'invalid_input',
        `${input.before} is in ${before.layer.unit} and ${input.after} in ${after.layer.unit}; a difference needs two rasters of one unit`,
      )
    }
    // A step of a degree Celsius is one of a kelvin, and is not to be shifted by 273.15 again.
    const unit = before.layer.unit === 'degC' ? 'K' : before.layer.unit
    const order = input.order ?? (meaning === 'nbr' ? 'before_minus_after' : 'after_minus_before')
    const aligned = alignOnto(
      { grid: before.source.grid, id: input.before },
      { source: after.source, id: input.after, holds: 'values' },
    )
    const result =
      order === 'before_minus_after'
        ? subtract(before.source, aligned.source)
        : subtract(aligned.source, before.source)
    const { signal } = context
    const tapped = tap(result, { summary: new SummaryReducer(), distribution: new DistributionReducer() })
    const name = `d${meaning}`
    const saved = await context.saveRaster(
      async () => ({
        title: `${wordsOf(name, 'difference')} ${whenOf(before.layer)} to ${whenOf(after.layer)}`,
        port: { kind: 'raster', quantity: 'difference', meaning: name },
        unit,
        date: laterDate(before.layer, after.layer),
        style: differenceStyle(reachOf(before.layer, (await tapped.finish({ signal })).summary)),
      }),
      tapped.source,
      'float32',
    )
    const { summary, distribution } = await tapped.finish({ signal })
    if (summary.valid === 0) {
      throw new AppError(
        'nothing_valid',
        `no pixel has a value in both ${input.before} and ${input.after}; give two layers that overlap where they hold data`,
      )
    }
    const [median = NaN] = await exactQuantiles(
      await context.raster(saved.id),
      { distribution, fractions: [0.5] },
      { signal },
    )
    const report = leftOutReport({ nodata: summary.nodata })
    const warning = orderWarning(before.layer, after.layer)
    const on = { layer: saved.id }
    const [minuend, taken] =
      order === 'before_minus_after' ? [input.before, input.after] : [input.after, input.before]
    return {
      text: [
        `${saved.id} is ${name}, ${minuend} minus ${taken}: mean ${figure(summary.mean)}, median ${figure(median)}, ` +
          `from ${figure(summary.min)} to ${figure(summary.max)} over ${counted(summary.valid, 'pixel')}.`,
        ...(aligned.note ? [aligned.note] : []),
      ].join(' '),
      numbers: [
        measured('mean', summary.mean, unit, on),
        measured('min', summary.min, unit, on),
        measured('max', summary.max, unit, on),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...(warning ? [warning] : []), ...(aligned.note ? [aligned.note] : []), ...report.warnings],
      facts: {
        valid_share: shareOf(summary.valid, summary.valid + summary.nodata),
        median,
        mad: distribution.medianDeviation().value,
      },
    }
  },
})

/** Indices differ by far less than their range; other values take their own extremes. */
function reachOf({ port }: Layer, { min, max }: Summary): number {
  if (port.kind === 'raster' && port.quantity === 'index') return 0.8
  return Math.max(Math.abs(min), Math.abs(max)) || 1
}
