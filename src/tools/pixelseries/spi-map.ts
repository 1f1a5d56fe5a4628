import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { spiKernel } from '../../raster/kernels/pixel-series/spi-kernel.ts'
import { datedSources } from '../support/dated-layers.ts'
import { counted } from '../support/figures.ts'
import { differenceStyle } from '../support/styles.ts'
import { defineTool } from '../tool.ts'
import { leastDates, oneMap, spreadFigures, spreadMeasures, valuesFields, valuesNeed } from './series-map.ts'

/** Years of record that the guide of the WMO asks for. */
const GOOD_RECORD = 30

export const spiMapTool = defineTool({
  name: 'spi_map',
  family: 'pixelseries',
  title: 'Standardised precipitation index',
  summary:
    'Standardised precipitation index (SPI) of the latest date of a list of precipitation rasters: how dry or wet every pixel is against its record by a fitted gamma distribution. −1 and below is drought, +1 and above wet.',
  source: 'doi:10.1111/j.1752-1688.1999.tb03592.x',
  needs: { layers: valuesNeed(['retrieval', 'raw']) },
  gives: { kind: 'raster', quantity: 'score', meaning: 'spi' },
  measures: spreadMeasures('ratio'),
  input: z.object({
    ...valuesFields,
    compare_with: z
      .enum(['same_month', 'all_dates'])
      .default('same_month')
      .describe(
        'The record: dates of the same calendar month as the last one, or all dates, where they are one a year.',
      ),
    months: z
      .number()
      .int()
      .min(1)
      .max(24)
      .default(1)
      .describe(
        'Months whose precipitation is added up, for SPI-3 or SPI-12; more than 1 needs monthly rasters without a gap.',
      ),
    min_dates: leastDates(10, 4),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2', 'layer-3', 'layer-4'], compare_with: 'all_dates' },
    { layers: ['layer-1', 'layer-2', 'layer-3', 'layer-4'], months: 3 },
  ],
  async run({ layers, band, compare_with: record, months, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band, atLeast })
    if (months > 1) requireMonthly(dated.dates)
    const last = dated.dates.at(-1)!
    const group = [...dated.dates.keys()].filter(
      (place) =>
        place >= months - 1 && (record === 'all_dates' || monthOf(dated.dates[place]!) === monthOf(last)),
    )
    if (group.length < atLeast) {
      throw new AppError(
        'invalid_input',
        `the record has ${counted(group.length, 'value')} ${record === 'same_month' ? `of month ${monthOf(last)} ` : ''}and at least ${atLeast} are needed; ` +
          'give more years, or compare_with "all_dates" where the dates are of one season',
      )
    }
    return oneMap(context, dated, {
      kernel: spiKernel({ scale: months, group, atLeast }),
      needed: `precipitation on ${last} and a record that a gamma distribution fits`,
      words: `the SPI-${months} of ${last} (record of ${counted(group.length, 'value')})`,
      describe: () => ({
        title: `SPI-${months} ${last}`,
        port: { kind: 'raster', quantity: 'score', meaning: 'spi' },
        unit: '1',
        style: differenceStyle(3),
      }),
      figures: spreadFigures('1', 'ratio'),
      warnings: [
        ...(group.length < GOOD_RECORD
          ? [
              `The record has ${counted(group.length, 'value')}; ${GOOD_RECORD} or more are usual, so extremes are unsure.`,
            ]
          : []),
        ...(record === 'all_dates' && new Set(dated.dates.map(monthOf)).size > 1
          ? ['The record holds more than one month of the year: the season counts as wet or dry too.']
          : []),
      ],
    })
  },
})

const monthOf = (date: string) => Number(date.slice(5, 7))

/** Throws invalid_input where a month is missing or stands twice. */
function requireMonthly(dates: readonly string[]): void {
  const months = dates.map((date) => Number(date.slice(0, 4)) * 12 + monthOf(date))
  const gap = months.findIndex((month, place) => place > 0 && month !== months[place - 1]! + 1)
  if (gap < 0) return
  throw new AppError(
    'invalid_input',
    `${dates[gap]!} does not follow ${dates[gap - 1]!} by one month, and sums of several months need each of them once; give the missing months`,
  )
}
