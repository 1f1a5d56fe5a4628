import { z } from 'zod'
import { harmonicKernel } from '../../raster/kernels/pixel-series/harmonic-kernel.ts'
import { pixelSeries } from '../../raster/kernels/pixel-series/pixel-series.ts'
import type { RasterSource } from '../../raster/source.ts'
import { AppError } from '../../lib/errors.ts'
import { datedSources, dayOfYear, yearsOf } from '../support/dated-layers.ts'
import { counted, figure, measured, ratio, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { differenceUnit } from '../support/rates.ts'
import { YEAR_DAYS } from '../support/series-values.ts'
import { defineTool } from '../tool.ts'
import { dayLayer } from './day-maps.ts'
import {
  leastDates,
  requireValid,
  saveMap,
  spanText,
  spanTitle,
  valuesFields,
  valuesNeed,
} from './series-map.ts'
import { nounOf } from './trend-words.ts'

/** Share of a year below which dates cannot tell a season from a trend. */
const SHORTEST_YEARS = 0.75

export const seasonalAmplitudeMapTool = defineTool({
  name: 'seasonal_amplitude_map',
  family: 'pixelseries',
  title: 'Seasonal amplitude of every pixel',
  summary:
    'Strength of the yearly cycle of every pixel by a harmonic fit (one wave a year with a trend line), with the day of the year of its crest as a second layer: seasonality, phenology, evergreen against deciduous, timing of greenness.',
  source: 'doi:10.1016/0273-1177(93)90550-U',
  needs: { layers: valuesNeed() },
  gives: { kind: 'raster', quantity: 'score', meaning: 'seasonal_amplitude' },
  measures: [
    ...['mean_amplitude', 'max_amplitude'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'mean_r_squared', dimension: 'ratio' },
  ],
  input: z.object({ ...valuesFields, min_dates: leastDates(6, 5) }),
  examples: [{ layers: ['layer-1', 'layer-2', 'layer-3', 'layer-4', 'layer-5', 'layer-6'] }],
  async run({ layers, band, min_dates: atLeast }, context) {
    const dated = await datedSources(context, layers, { holds: 'values', band, atLeast })
    const years = yearsOf(dated.dates)
    if (years.at(-1)! < SHORTEST_YEARS) {
      throw new AppError(
        'invalid_input',
        `the dates span ${figure(years.at(-1)! * YEAR_DAYS)} days, too few to tell a yearly cycle; give dates of a whole year or more`,
      )
    }
    // Counted as days of the year are, so that the crest is one.
    const start = dayOfYear(dated.dates[0]!)
    const times = years.map((year) => year * YEAR_DAYS + start)
    const kernel = harmonicKernel(times, YEAR_DAYS, atLeast)
    const [amplitudes, crests, fits] = pixelSeries(dated.sources, kernel) as readonly [
      RasterSource,
      RasterSource,
      RasterSource,
    ]
    const noun = nounOf(dated)
    const unit = differenceUnit(dated.unit)
    const { layer, summary } = await saveMap(context, amplitudes, {
      describe: ({ max }) => ({
        title: `Seasonal amplitude of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'score', meaning: 'seasonal_amplitude' },
        unit,
        date: dated.dates.at(-1)!,
        style: { ramp: 'viridis', min: 0, max: max > 0 ? max : 1 },
      }),
    })
    requireValid(summary, dated, `a value on ${atLeast} dates that settle a yearly wave`)
    const crest = await saveMap(context, crests, {
      describe: dayLayer(
        `Day of the year of the crest of ${noun} ${spanTitle(dated)}`,
        'crest_day_of_year',
        dated,
      ),
    })
    const fit = await saveMap(context, fits, {
      describe: () => ({
        title: `R² of the yearly cycle of ${noun} ${spanTitle(dated)}`,
        port: { kind: 'raster', quantity: 'fraction', meaning: 'r_squared' },
        unit: '1',
        date: dated.dates.at(-1)!,
        style: { ramp: 'viridis', min: 0, max: 1 },
      }),
    })
    const report = leftOutReport({ nodata: summary.nodata })
    const on = { layer: layer.id }
    const suffix = unit === '1' ? '' : ` ${unit}`
    return {
      text: [
        `${layer.id} is the amplitude (half the way from trough to crest) of the yearly cycle of ${noun} over ${spanText(dated)}: ` +
          `mean ${figure(summary.mean)}${suffix}, up to ${figure(summary.max)} over ${counted(summary.valid, 'pixel')}. ` +
          `${crest.layer.id} is the day of the year of the crest, ${fit.layer.id} R² of the fit, mean ${figure(fit.summary.mean || 0)}.`,
        ...dated.notes,
      ].join(' '),
      numbers: [
        measured('mean_amplitude', summary.mean, unit, on),
        measured('max_amplitude', summary.max, unit, on),
        ...(fit.summary.valid > 0
          ? [ratio('mean_r_squared', fit.summary.mean, { layer: fit.layer.id })]
          : []),
        ...report.numbers,
      ],
      layers: [layer, crest.layer, fit.layer],
      warnings: [
        ...dated.notes,
        ...(years.at(-1)! < 2
          ? ['The dates span less than two years: cycle and trend are hard to tell apart.']
          : []),
        ...report.warnings,
      ],
      facts: {
        dates: dated.dates.length,
        valid_share: shareOf(summary.valid, summary.valid + summary.nodata),
      },
    }
  },
})
