import { z } from 'zod'
import { extremeDateKernel } from '../../raster/kernels/pixel-series/date-kernels.ts'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import type { RasterSource } from '../../raster/source.ts'
import { dayOfYear, daysOf, datedSources } from '../support/dated-layers.ts'
import { counted, figure, measured, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool } from '../tool.ts'
import { dayFigures, dayLayer, dayMeasures, dayText } from './day-maps.ts'
import {
  leastDates,
  quantityOf,
  requireValid,
  saveMap,
  spanText,
  spanTitle,
  valuesFields,
  valuesNeed,
} from './series-map.ts'
import { nounOf } from './trend-words.ts'

export const dateOfMaximumMapTool = defineTool({
  name: 'date_of_maximum_map',
  family: 'pixelseries',
  title: 'Date of the highest value',
  summary:
    'The day on which each pixel is highest (or lowest) over a list of dated rasters, with that value as a second layer: peak of the growing season, phenology, hottest day.',
  source: 'doi:10.2307/3235884',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'day', meaning: 'peak_day' },
  measures: [...dayMeasures, { name: 'mean_value', dimension: 'value' }],
  input: z.object({
    ...valuesFields,
    extreme: z
      .enum(['highest', 'lowest'])
      .default('highest')
      .describe('Which value is looked for: the highest or the lowest.'),
    day: z
      .enum(['date', 'day_of_year'])
      .default('date')
      .describe(
        'What the layer holds: the date as days since 1970-01-01, or the day of the year from 1 to 366.',
      ),
    min_dates: leastDates(3, 1),
  }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3'] }],
  async run({ layers, band, extreme, day, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band, atLeast })
    const isDate = day === 'date'
    const times = isDate ? daysOf(dated.dates) : Float64Array.from(dated.dates, dayOfYear)
    const kernel = extremeDateKernel(times, { extreme, atLeast })
    const [days, values] = pixelSeries(dated.sources, kernel) as readonly [RasterSource, RasterSource]
    const noun = nounOf(dated)
    const what = `${isDate ? 'Date' : 'Day of year'} of the ${extreme} ${noun} ${spanTitle(dated)}`
    const { layer, summary } = await saveMap(context, days, {
      describe: dayLayer(what, isDate ? 'peak_day' : 'peak_day_of_year', dated),
    })
    requireValid(summary, dated, `a value on ${atLeast} dates`)
    const peak = await saveMap(context, values, {
      describe: ({ min, max }) => ({
        title: `${extreme === 'highest' ? 'Highest' : 'Lowest'} ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: quantityOf(dated), meaning: dated.meaning },
        unit: dated.unit,
        date: dated.dates.at(-1)!,
        style: { ramp: 'viridis', min, max: max > min ? max : min + 1 },
      }),
    })
    const { min, max, mean } = summary
    const span = isDate ? dayText(summary) : `from day ${min} to day ${max} of the year, mean ${figure(mean)}`
    const report = leftOutReport({ nodata: summary.nodata })
    const suffix = dated.unit === '1' ? '' : ` ${dated.unit}`
    return {
      text: [
        `${layer.id} holds the ${isDate ? 'day (since 1970-01-01)' : 'day of the year'} on which ${noun} is ${extreme}, over ${spanText(dated)}: ` +
          `${span}; ${counted(summary.valid, 'pixel')}. ${peak.layer.id} is the value then, mean ${figure(peak.summary.mean)}${suffix}.`,
        ...dated.notes,
      ].join(' '),
      numbers: [
        ...dayFigures(summary, { layer: layer.id }),
        measured('mean_value', peak.summary.mean, dated.unit, { layer: peak.layer.id }),
        ...report.numbers,
      ],
      layers: [layer, peak.layer],
      warnings: [
        ...dated.notes,
        ...(isDate
          ? []
          : ['Days of the year start again at 1 January: a mean across the turn of the year means nothing.']),
        ...report.warnings,
      ],
      facts: {
        dates: dated.dates.length,
        valid_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})
