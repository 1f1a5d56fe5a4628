import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { fitHarmonics } from '../../raster/kernels/series/harmonics.ts'
import { seasonsOf } from '../../raster/kernels/series/seasons.ts'
import { count, counted, figure, measured, quantity } from '../support/figures.ts'
import { differenceUnit } from '../support/rates.ts'
import { countFigures, lineChart, seriesWarnings, spanWords } from '../support/series-results.ts'
import { requireDates, seriesFields, seriesNeeds, valuesOf, YEAR_DAYS } from '../support/series-values.ts'
import { dateAfter, dayOfYear } from '../support/year-days.ts'
import { defineTool, slot } from '../tool.ts'

export const growingSeasonTool = defineTool({
  name: 'growing_season',
  family: 'series',
  title: 'Growing season',
  summary:
    'Start, peak, end and length of each year’s growing season from a vegetation series such as ndvi, where it passes a share of its amplitude (as TIMESAT does). Use it for phenology.',
  source: 'doi:10.1016/j.cageo.2004.05.006',
  needs: seriesNeeds,
  gives: { kind: 'table' },
  measures: [
    { name: 'seasons', dimension: 'count' },
    { name: 'start_day', dimension: 'time' },
    { name: 'peak_day', dimension: 'time' },
    { name: 'end_day', dimension: 'time' },
    { name: 'season_length', dimension: 'time' },
    { name: 'mean_season_length', dimension: 'time' },
    { name: 'amplitude', dimension: 'value' },
  ],
  input: z.object({
    ...seriesFields,
    share: slot(
      z
        .number()
        .int()
        .min(5)
        .max(95)
        .default(20)
        .describe('Percent of the amplitude at which the season starts and ends, often 20 or 50.'),
      'share',
    ),
  }),
  examples: [{ table: 'layer-1' }, { table: 'layer-1', share: 50 }],
  async run(input, context) {
    const series = requireDates(
      await valuesOf(context, input, { atLeast: 8, use: 'a season' }),
      'a growing season',
    )
    const wave = fitHarmonics(series.times, series.values, { period: 1, waves: 1, trend: false }).waves[0]!
    const found = Number.isNaN(wave.crest)
      ? []
      : seasonsOf(series.times, series.values, { period: 1, crest: wave.crest, share: input.share / 100 })
    if (found.length === 0) {
      throw new AppError(
        'nothing_valid',
        `${series.words} covers no whole season: a year around the yearly peak with values on both sides of it; give a longer or denser series`,
      )
    }
    const unit = differenceUnit(series.unit)
    const dateAt = (time: number) => dateAfter(series.dates[0]!, (time - series.times[0]!) * YEAR_DAYS)
    const seasons = found.map((season) => ({
      year: dateAt(season.peak).slice(0, 4),
      dates: [dateAt(season.start), dateAt(season.peak), dateAt(season.end)] as const,
      length: (season.end - season.start) * YEAR_DAYS,
      season,
    }))
    const mean = seasons.reduce((sum, each) => sum + each.length, 0) / seasons.length
    context.signal?.throwIfAborted()
    const saved = await context.saveTable(
      {
        title: `Growing seasons of ${series.words}`,
        port: { kind: 'table' },
        unit: 'days',
        date: seasons.at(-1)!.dates[2],
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'date', unit: 'date' },
          { name: 'start_day', unit: 'days' },
          { name: 'peak_day', unit: 'days' },
          { name: 'end_day', unit: 'days' },
          { name: 'season_length', unit: 'days' },
          { name: 'amplitude', unit },
          { name: 'peak_value', unit: series.unit },
        ],
        rows: seasons.map(({ dates, length, season }) => [
          dates[1],
          ...dates.map(dayOfYear),
          length,
          season.amplitude,
          season.peakValue,
        ]),
      },
    )
    const days = { unit: 'days', dimension: 'time' } as const
    return {
      text:
        `${saved.id} holds ${counted(seasons.length, 'growing season')} of ${series.words}${spanWords(series)}, from and to ${input.share} % of the amplitude: ` +
        seasons
          .map(
            ({ year, dates, length, season }) =>
              `${year} from ${dates[0]} to ${dates[2]}, ${figure(length)} days, peak ${figure(season.peakValue)} on ${dates[1]}, amplitude ${figure(season.amplitude)}`,
          )
          .join('; ') +
        `. Mean length ${figure(mean)} days.`,
      numbers: [
        count('seasons', seasons.length),
        ...seasons.flatMap(({ year: group, dates, length, season }) => [
          quantity('start_day', dayOfYear(dates[0]), { ...days, group }),
          quantity('peak_day', dayOfYear(dates[1]), { ...days, group }),
          quantity('end_day', dayOfYear(dates[2]), { ...days, group }),
          quantity('season_length', length, { ...days, group }),
          quantity('amplitude', season.amplitude, { unit, dimension: 'value', group }),
          measured('peak_value', season.peakValue, series.unit, { group }),
        ]),
        quantity('mean_season_length', mean, days),
        ...countFigures(series),
      ],
      labels: seasons.flatMap(({ dates }) =>
        ['start_date', 'peak_date', 'end_date'].map((name, at) => ({ name, value: dates[at]! })),
      ),
      layers: [saved],
      warnings: seriesWarnings(series),
      ...lineChart(series, `Values of ${series.words}`, series.values),
    }
  },
})
