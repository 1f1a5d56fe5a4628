import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { FARTHEST, runningSums, standardizedIndex } from '../../raster/kernels/series/standardized-index.ts'
import { count, counted, figure, ratio } from '../support/figures.ts'
import { regularSeries } from '../support/regular-series.ts'
import type { RegularSeries } from '../support/regular-series.ts'
import {
  countFigures,
  lineChart,
  placeFigures,
  saveSeries,
  seriesWarnings,
  spanWords,
  whenIn,
} from '../support/series-results.ts'
import { seriesFields, seriesNeeds, valuesOf } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'

/** Fewest amounts that a gamma distribution is fitted to, and how many the WMO asks for. */
const FEWEST = 10
const ADVISED = 30

export const spiTool = defineTool({
  name: 'spi',
  family: 'series',
  title: 'Standardised precipitation index',
  summary:
    'SPI of monthly rainfall over 1 to 48 months: how dry or wet each month is against its own history, in standard deviations. Use it for meteorological drought from a rainfall series.',
  source: 'https://library.wmo.int/idurl/4/39629',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [
    { name: 'last_spi', dimension: 'ratio' },
    { name: 'lowest_spi', dimension: 'ratio' },
    { name: 'drought_months', dimension: 'count' },
  ],
  input: z.object({
    ...seriesFields,
    scale: z
      .number()
      .int()
      .min(1)
      .max(48)
      .default(3)
      .describe('Months that are added up, such as 1, 3, 6 or 12.'),
    fit: z
      .enum(['calendar', 'pooled'])
      .default('calendar')
      .describe(
        'Gamma distribution of each month of the year on its own (the standard, ten years at least), or one of all months together for a short series.',
      ),
  }),
  examples: [
    { table: 'layer-1', scale: 1, fit: 'pooled' },
    { table: 'layer-1', scale: 6 },
  ],
  async run(input, context) {
    const series = regularSeries(await valuesOf(context, input, { atLeast: FEWEST, use: 'an SPI' }), 'keep')
    if (series.perYear !== null && series.perYear !== 12) {
      throw new AppError(
        'invalid_input',
        `${series.words} comes in steps of ${series.slot}, and SPI needs monthly sums; take sums a month first (aggregate_series)`,
      )
    }
    if (series.values.some((value) => value < 0)) {
      throw new AppError(
        'invalid_input',
        `${series.words} holds values below 0, which are no rainfall; SPI needs monthly sums`,
      )
    }
    const sums = runningSums(series.values, input.scale)
    const { index, fewest } = indexOf(series, sums, input.fit)
    const given = [...index.keys()].filter((at) => !Number.isNaN(index[at]!))
    if (given.length === 0) {
      throw new AppError(
        'invalid_input',
        `no gamma distribution fits ${series.words}: the sums do not vary or are all 0`,
      )
    }
    const saved = await saveSeries(context, series, {
      title: `SPI of ${input.scale} months`,
      columns: [
        { name: 'spi', unit: '1', values: index },
        { name: 'sum', unit: series.unit, values: sums },
      ],
    })
    const lowest = given.reduce((best, at) => (index[at]! < index[best]! ? at : best))
    const last = given.at(-1)!
    const under = (limit: number) => given.filter((at) => index[at]! <= limit).length
    const cut = given.filter((at) => Math.abs(index[at]!) === FARTHEST).length
    const place = placeFigures('lowest', series, lowest)
    return {
      text:
        `${saved.id} holds the SPI over ${counted(input.scale, 'month')} of ${series.words}${spanWords(series)} (gamma by maximum likelihood${input.fit === 'pooled' ? ', all months together' : ' a month of the year'}, with the share of zeros): ` +
        `${figure(index[last]!)} at the end (${whenIn(series, last)}), lowest ${figure(index[lowest]!)} (${whenIn(series, lowest)}); ` +
        `${counted(under(-1), 'month')} at −1 or less (dry), ${under(-1.5)} at −1.5 or less (severely), ${under(-2)} at −2 or less (extremely).`,
      numbers: [
        ratio('last_spi', index[last]!),
        ratio('lowest_spi', index[lowest]!),
        ...place.numbers,
        count('drought_months', under(-1)),
        count('severe_drought_months', under(-1.5)),
        count('extreme_drought_months', under(-2)),
        count('months', given.length),
        ...countFigures(series, series.values.filter(Number.isNaN).length),
      ],
      labels: place.labels,
      layers: [saved],
      warnings: [
        ...seriesWarnings(series),
        ...(fewest < ADVISED
          ? [
              `The distribution stands on ${fewest} amounts where ${ADVISED} years are advised: far values are rough.`,
            ]
          : []),
        ...(input.fit === 'pooled'
          ? ['All months share one distribution, so dry seasons count as dry.']
          : []),
        ...(cut > 0 ? [`${counted(cut, 'value')} cut at ±${FARTHEST}.`] : []),
        ...(series.dates === null ? ['The list is taken as months in a row.'] : []),
      ],
      ...lineChart(series, `SPI of ${series.words}`, index, '1'),
    }
  },
})

function indexOf(series: RegularSeries, sums: Float64Array, fit: 'calendar' | 'pooled') {
  const monthOf = (at: number) =>
    fit === 'pooled' ? 0 : series.dates ? Number(series.dates[at]!.slice(5, 7)) : at % 12
  const months = new Map<number, number[]>()
  for (const at of sums.keys()) months.set(monthOf(at), [...(months.get(monthOf(at)) ?? []), at])
  const index = new Float64Array(sums.length).fill(NaN)
  let fewest = Infinity
  for (const places of months.values()) {
    const amounts = Float64Array.from(places, (at) => sums[at]!)
    const present = amounts.filter((amount) => !Number.isNaN(amount)).length
    if (present < FEWEST) {
      throw new AppError(
        'invalid_input',
        `a distribution is fitted to ${FEWEST} sums at least, and ${series.words} has ${present}${fit === 'pooled' ? '' : ' for some month of the year'}; give a longer series${fit === 'pooled' ? '' : ' or fit all months together (pooled)'}`,
      )
    }
    fewest = Math.min(fewest, present)
    const found = standardizedIndex(amounts)
    places.forEach((at, place) => (index[at] = found[place]!))
  }
  return { index, fewest }
}
