import { z } from 'zod'
import { ARRIVAL_CODES, firstDateKernel } from '../../raster/kernels/pixel-series/date-kernels.ts'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import type { RasterSource } from '../../raster/source.ts'
import { daysOf, datedSources } from '../support/dated-layers.ts'
import { counted, figure, percent, shareOf } from '../support/figures.ts'
import { wordsOf } from '../support/naming.ts'
import { defineTool } from '../tool.ts'
import { dayFigures, dayLayer, dayMeasures, dayText } from './day-maps.ts'
import {
  codeShares,
  masksField,
  masksNeed,
  requireValid,
  saveMap,
  spanText,
  spanTitle,
} from './series-map.ts'

export const firstDateMapTool = defineTool({
  name: 'first_date_map',
  family: 'pixelseries',
  title: 'First date of a mask',
  summary:
    'The day on which each pixel is first inside a mask over a list of dated masks: when a fire, flood or clearing reached a place, arrival time, burn date, progression of a fire.',
  source: 'doi:10.1016/j.rse.2018.08.005',
  needs: { masks: masksNeed },
  gives: { kind: 'raster', quantity: 'day', meaning: 'arrival' },
  measures: [...dayMeasures, { name: 'reached_share', dimension: 'share' }],
  input: z.object({ masks: masksField }),
  examples: [{ masks: ['layer-1', 'layer-2', 'layer-3'] }],
  async run({ masks }, context) {
    const dated = await datedSources(context, masks, { holds: 'masks' })
    const kernel = firstDateKernel(daysOf(dated.dates))
    const [days, codes] = pixelSeries(dated.sources, kernel) as readonly [RasterSource, RasterSource]
    const noun = wordsOf(dated.meaning, 'mask')
    const { layer, summary } = await saveMap(context, days, {
      describe: dayLayer(`First date of ${noun} ${spanTitle(dated)}`, 'arrival', dated),
    })
    requireValid(summary, dated, `a date on which it is ${noun}`)
    const { reached, reachedAfterGap } = ARRIVAL_CODES
    const [sure, late] = (await codeShares(codes, [reached, reachedAfterGap], context)) as [number, number]
    const on = { layer: layer.id }
    return {
      text: [
        `${layer.id} holds the day (since 1970-01-01) on which a pixel is first ${noun}, over ${spanText(dated)}: ${dayText(summary)}. ` +
          `${counted(summary.valid, 'pixel')}, ${figure(100 * (sure + late))} % of the ground with data; the others are never.`,
        ...dated.notes,
      ].join(' '),
      numbers: [...dayFigures(summary, on), percent('reached_share', sure + late, on)],
      layers: [layer],
      warnings: [
        ...dated.notes,
        ...(late > 0
          ? [
              `${figure(100 * late)} % of the ground had a date without data before it was first ${noun}: it may have come earlier there.`,
            ]
          : []),
        `A day is the first date at hand on or after the event: it can have happened any day since the date before.`,
      ],
      facts: {
        dates: dated.dates.length,
        selected_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})
