import { z } from 'zod'
import { changeDateKernel } from '../../raster/kernels/pixel-series/date-kernels.ts'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import type { RasterSource } from '../../raster/source.ts'
import { daysOf, datedSources } from '../support/dated-layers.ts'
import { counted, figure, measured, shareOf } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool } from '../tool.ts'
import { dayFigures, dayLayer, dayMeasures, dayText } from './day-maps.ts'
import { requireValid, saveMap, spanText, spanTitle, valuesFields, valuesNeed } from './series-map.ts'
import { nounOf } from './trend-words.ts'

export const changeDateMapTool = defineTool({
  name: 'change_date_map',
  family: 'pixelseries',
  title: 'Date of the largest change',
  summary:
    'The day of the largest drop (or rise) between one date and the next of every pixel, with its size as a second layer: when forest was cleared, when it burned, when water came.',
  source: 'doi:10.1016/j.rse.2008.10.006',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'day', meaning: 'change_day' },
  measures: [...dayMeasures, { name: 'mean_change', dimension: 'value' }],
  input: z.object({
    ...valuesFields,
    direction: z
      .enum(['fall', 'rise'])
      .default('fall')
      .describe('Which change is looked for: the largest fall or the largest rise.'),
    min_change: z
      .number()
      .min(0)
      .default(0)
      .describe(
        'Smallest change that counts, in the unit of the layers; pixels with less are left without data.',
      ),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2', 'layer-3'] },
    { layers: ['layer-1', 'layer-2', 'layer-3'], min_change: 0.2 },
  ],
  async run({ layers, band, direction, min_change: least }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band })
    const kernel = changeDateKernel(daysOf(dated.dates), { direction, least })
    const [days, changes] = pixelSeries(dated.sources, kernel) as readonly [RasterSource, RasterSource]
    const noun = nounOf(dated)
    const unit = differenceUnit(dated.unit)
    const { layer, summary } = await saveMap(context, days, {
      describe: dayLayer(
        `Date of the largest ${direction} of ${noun} ${spanTitle(dated)}`,
        'change_day',
        dated,
      ),
    })
    requireValid(summary, dated, `a ${direction} of ${figure(least)} or more between two dates`)
    const size = await saveMap(context, changes, {
      describe: ({ min, max }) => ({
        title: `Largest ${direction} of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'difference', meaning: `d${dated.meaning}` },
        unit,
        date: dated.dates.at(-1)!,
        style: differenceStyle(Math.max(Math.abs(min), Math.abs(max)) || 1),
      }),
    })
    const suffix = unit === '1' ? '' : ` ${unit}`
    return {
      text: [
        `${layer.id} holds the day (since 1970-01-01) of the largest ${direction} of ${noun} from one date to the next, over ${spanText(dated)}: ` +
          `${dayText(summary)}; ${counted(summary.valid, 'pixel')} of ${summary.valid + summary.nodata}. ` +
          `${size.layer.id} is the change, mean ${figure(size.summary.mean)}${suffix}. The day is that of the later of the two dates.`,
        ...dated.notes,
      ].join(' '),
      numbers: [
        ...dayFigures(summary, { layer: layer.id }),
        measured('mean_change', size.summary.mean, unit, { layer: size.layer.id }),
      ],
      layers: [layer, size.layer],
      warnings: [
        ...dated.notes,
        ...(least === 0
          ? ['Every pixel that changes at all has a day; give min_change to keep what is large.']
          : []),
      ],
      facts: {
        dates: dated.dates.length,
        selected_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})
