import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { arrivalPlane, LocalArrivalReducer, PlaneReducer } from '../../raster/kernels/arrival.ts'
import { burnDays } from '../../raster/kernels/burn-days.ts'
import { sectorNames, sectorOf } from '../../raster/kernels/sectors.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { reduce } from '../../raster/reduce.ts'
import { count, counted, degrees, figure, quantity, ratio } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Days of the year end here; larger numbers count from 1970. */
const LAST_DAY = 366
/** A plane that explains less than this is told with a warning. */
const WEAK = 0.3

export const arrivalDirectionTool = defineTool({
  name: 'arrival_direction',
  family: 'direction',
  title: 'Direction of arrival',
  summary:
    'Which way and how fast a fire or flood arrived, from a raster of burn or arrival days (such as MCD64): bearing from true north and speed by least squares, and the spread of local directions.',
  source: 'doi:10.1071/WF13138',
  needs: { layer: { kind: 'raster', quantity: ['day', 'raw', 'class'] } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'bearing', dimension: 'angle' },
    { name: 'bearing_error', dimension: 'angle' },
    { name: 'speed', dimension: 'speed' },
    { name: 'explained', dimension: 'ratio' },
    { name: 'sector', dimension: 'sector' },
  ],
  input: z.object({
    layer: layerRef(
      'Id of the raster of days: of the year (1 to 366, 0 and below is unburned or unmapped), or since 1970.',
    ),
    first_day: z
      .number()
      .int()
      .min(1)
      .max(LAST_DAY)
      .optional()
      .describe(
        'Day of the year on which the season begins, where it runs over new year: earlier days count to the year after. Not for days since 1970.',
      ),
  }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.layer)
    const { grid } = source
    const { signal } = context
    const part = (from: number, note: string) => (fraction: number) =>
      context.progress(from + fraction / 3, note)
    const all = await summarise(source, { signal, progress: part(0, 'reading') })
    const isOfYear = all.max <= LAST_DAY
    if (input.first_day !== undefined && !isOfYear) {
      throw new AppError(
        'invalid_input',
        `${input.layer} holds days up to ${figure(all.max)}, which count from 1970, and first_day is for days of the year; leave it out`,
      )
    }
    const days = burnDays(source, { firstDay: input.first_day ?? 1, yearLength: yearLength(layer.date) })
    const { sums } = await reduce(
      days,
      { sums: new PlaneReducer(grid) },
      { signal, progress: part(1 / 3, 'fitting') },
    )
    if (isOfYear && input.first_day === undefined && sums.latest - sums.earliest > 183) {
      throw new AppError(
        'invalid_input',
        `days of the year in ${input.layer} run from ${figure(sums.earliest)} to ${figure(sums.latest)}, more than half a year: they may run over new year, where 366 is followed by 1. ` +
          'Give first_day, the day on which the season begins (1 where it does not), or mask one fire first',
      )
    }
    const plane = arrivalPlane(sums, grid)
    if (plane === null) {
      throw new AppError(
        'nothing_valid',
        `${counted(sums.count, 'pixel')} of ${input.layer} have a day${sums.count > 0 ? `, from ${figure(sums.earliest)} to ${figure(sums.latest)}` : ''}; ` +
          'direction needs at least four pixels, not on one line, with different days',
      )
    }
    const { local } = await reduce(
      days,
      { local: new LocalArrivalReducer(grid, plane.centre) },
      { signal, progress: part(2 / 3, 'comparing neighbours') },
    )
    const sector = sectorNames(8)[sectorOf(plane.bearing, 8)]!
    const on = { layer: layer.id }
    const perDay = (name: string, metres: number, group?: string) =>
      quantity(name, metres, {
        unit: 'm/day',
        dimension: 'speed',
        ...on,
        ...(group === undefined ? {} : { group }),
      })
    const hasLocal = local.count > 0 && local.agreement > 1e-6
    const notBurned = all.valid - sums.count
    const report = leftOutReport({ nodata: all.nodata })
    const warnings = [
      ...(plane.explained < WEAK
        ? [
            `A plane explains only ${figure(plane.explained * 100)} % of the days: there was no single front, so its bearing and speed say little.`,
          ]
        : []),
      ...(notBurned > 0
        ? [`${counted(notBurned, 'pixel')} at or below 0 (unburned, unmapped or water) left out.`]
        : []),
      ...report.warnings,
    ]
    return {
      text: [
        `Arrival in ${input.layer} over ${counted(sums.count, 'pixel')} and ${figure(sums.latest - sums.earliest)} days: the plane of least squares moves at bearing ${figure(plane.bearing)}° ± ${figure(plane.bearingError)}° from true north (${sector}), ${figure(plane.speed)} ± ${figure(plane.speedError)} m a day, and explains ${figure(plane.explained * 100)} % of the days (± is one standard error, pixels taken as independent).`,
        hasLocal
          ? `Local directions at ${counted(local.count, 'pixel')} (four neighbours known, not all of one day): mean ${figure(local.bearing)}°, circular spread ${figure(local.spread)}°, agreement ${figure(local.agreement)} of 1, typical speed ${figure(local.speed)} m a day.`
          : 'No pixel has a local direction.',
        ...warnings,
      ].join(' '),
      numbers: [
        degrees('bearing', plane.bearing, on),
        degrees('bearing_error', plane.bearingError, on),
        perDay('speed', plane.speed),
        perDay('speed_error', plane.speedError),
        ratio('explained', plane.explained, on),
        count('pixels', sums.count, on),
        ...(hasLocal
          ? [
              degrees('bearing', local.bearing, { group: 'local', ...on }),
              degrees('circular_spread', local.spread, { group: 'local', ...on }),
              ratio('agreement', local.agreement, { group: 'local', ...on }),
              perDay('speed', local.speed, 'local'),
            ]
          : []),
        ...report.numbers,
      ],
      labels: [{ name: 'sector', value: sector }],
      warnings,
    }
  },
})

/** Days of the year in which the layer's date lies; 365 where it has none. */
function yearLength(date: string | null): number {
  const year = date === null ? 1 : Number(date.slice(0, 4))
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 366 : 365
}
