import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { geodesicSpan } from '../../raster/vector/geodesic.ts'
import type { TableCell } from '../../trace/table.ts'
import { count, counted, degrees, figure, quantity } from '../support/figures.ts'
import { placesOfTable } from '../support/places-of-table.ts'
import { defineTool, layerRef } from '../tool.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]

export const trackStatisticsTool = defineTool({
  name: 'track_statistics',
  family: 'vectors',
  title: 'Track length, duration and speed',
  summary:
    'Length, duration, mean and highest speed and bearing of a track: a GPX file or a table of places with their time or date, in order of time.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: { table: { kind: 'table' } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'length', dimension: 'length' },
    { name: 'direct_distance', dimension: 'length' },
    { name: 'duration', dimension: 'time' },
    { name: 'mean_speed', dimension: 'speed' },
    { name: 'max_speed', dimension: 'speed' },
    { name: 'bearing', dimension: 'angle' },
    { name: 'points', dimension: 'count' },
  ],
  input: z.object({
    table: layerRef('Id of the table of places, with columns longitude, latitude and time or date.'),
  }),
  examples: [{ table: 'layer-1' }],
  async run(input, context) {
    throwIfAborted(context.signal)
    const { table, rows } = await placesOfTable(context, input.table)
    const clock = ['time', 'date'].map((unit) => table.columns.findIndex((column) => column.unit === unit))
    const at = clock.find((index) => index >= 0)
    if (at === undefined) {
      throw new AppError(
        'invalid_input',
        `${input.table} has no column of times or dates; a track needs one`,
        {
          layer: input.table,
        },
      )
    }
    const segment = table.columns.findIndex(({ name }) => name === 'segment')
    const places = rows
      .map((each) => ({ at: each.at, when: timeOf(each.row[at]), part: each.row[segment] ?? null }))
      .filter(({ when }) => Number.isFinite(when))
      // Sorting is stable: places of one moment stay in the order of the file.
      .sort((a, b) => a.when - b.when)
    const [first, last] = [places[0], places.at(-1)]
    if (!first || !last || places.length < 2) {
      throw new AppError(
        'nothing_valid',
        `${input.table} holds fewer than two places with a time; a track needs two`,
      )
    }
    let [metres, fastest, still] = [0, 0, 0]
    for (const [index, place] of places.entries()) {
      const before = places[index - 1]
      if (!before || before.part !== place.part) continue
      const stretch = geodesicSpan(before.at, place.at).metres
      metres += stretch
      const hours = (place.when - before.when) / HOUR
      if (hours > 0) fastest = Math.max(fastest, stretch / 1000 / hours)
      else still++
    }
    const duration = last.when - first.when
    if (duration === 0) {
      throw new AppError('nothing_valid', `all places of ${input.table} are of one time; a speed needs two`)
    }
    const direct = geodesicSpan(first.at, last.at)
    const speed = metres / 1000 / (duration / HOUR)
    const untimed = table.rows.length - places.length
    const on = { layer: input.table }
    return {
      text:
        `The track of ${input.table} has ${counted(places.length, 'place')} and is ${figure(metres / 1000)} km long; it takes ` +
        `${figure(duration / DAY)} days, ${figure(speed)} km/h in the mean and ${figure(fastest)} km/h at most between two places. ` +
        `It ends ${figure(direct.metres / 1000)} km from its start, bearing ${figure(direct.bearing)}°.`,
      numbers: [
        quantity('length', metres / 1000, { unit: 'km', dimension: 'length', ...on }),
        quantity('direct_distance', direct.metres / 1000, { unit: 'km', dimension: 'length', ...on }),
        quantity('duration', duration / DAY, { unit: 'days', dimension: 'time', ...on }),
        quantity('mean_speed', speed, { unit: 'km/h', dimension: 'speed', ...on }),
        quantity('max_speed', fastest, { unit: 'km/h', dimension: 'speed', ...on }),
        degrees('bearing', direct.bearing, on),
        count('points', places.length, on),
      ],
      warnings: [
        ...(untimed > 0
          ? [`${counted(untimed, 'row')} of ${input.table} without a place or a time left out.`]
          : []),
        ...(still > 0
          ? [
              `${counted(still, 'stretch').replace(/stretchs$/, 'stretches')} between places of one time have no speed; their length is counted.`,
            ]
          : []),
      ],
    }
  },
})

const timeOf = (cell: TableCell | undefined): number => (typeof cell === 'string' ? Date.parse(cell) : NaN)
