import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { sectorNames, sectorOf } from '../../raster/kernels/sectors.ts'
import { geodesicSpan } from '../../raster/vector/geodesic.ts'
import { sectorsArgument } from '../support/arguments.ts'
import { degrees, figure, quantity } from '../support/figures.ts'
import { defineTool, slot } from '../tool.ts'

const longitude = (which: string) =>
  z.number().min(-180).max(180).describe(`Longitude of the ${which} place in degrees, east positive.`)
const latitude = (which: string) =>
  z.number().min(-90).max(90).describe(`Latitude of the ${which} place in degrees, north positive.`)

export const bearingBetweenTool = defineTool({
  name: 'bearing_between',
  family: 'direction',
  title: 'Bearing between two places',
  summary:
    'Bearing and distance from one place to another on the globe (geodesic on WGS 84), with the back bearing and the compass sector.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: {},
  gives: { kind: 'figures' },
  measures: [
    { name: 'bearing', dimension: 'angle' },
    { name: 'back_bearing', dimension: 'angle' },
    { name: 'distance', dimension: 'length' },
    { name: 'sector', dimension: 'sector' },
  ],
  input: z.object({
    from_longitude: slot(longitude('first'), 'longitude'),
    from_latitude: slot(latitude('first'), 'latitude'),
    to_longitude: longitude('second'),
    to_latitude: latitude('second'),
    sectors: sectorsArgument,
    unit: slot(z.enum(['m', 'km']).default('km').describe('Unit of the distance.'), 'unit'),
  }),
  examples: [{ from_longitude: -57.6, from_latitude: -19, to_longitude: -57.2, to_latitude: -18.8 }],
  async run(input, context) {
    throwIfAborted(context.signal)
    const from = [input.from_longitude, input.from_latitude] as const
    const to = [input.to_longitude, input.to_latitude] as const
    const { metres, bearing } = geodesicSpan(from, to)
    if (metres === 0) {
      throw new AppError(
        'invalid_input',
        'both places are one, so there is no bearing; give two different ones',
      )
    }
    const back = geodesicSpan(to, from).bearing
    const sector = sectorNames(input.sectors)[sectorOf(bearing, input.sectors)]!
    const distance = metres / (input.unit === 'm' ? 1 : 1000)
    return Promise.resolve({
      text: `From ${from[1]}, ${from[0]} to ${to[1]}, ${to[0]} (latitude, longitude): bearing ${figure(bearing)}° from true north (${sector}), ${figure(distance)} ${input.unit} along the geodesic; back bearing ${figure(back)}°.`,
      numbers: [
        degrees('bearing', bearing),
        degrees('back_bearing', back),
        quantity('distance', distance, { unit: input.unit, dimension: 'length' }),
      ],
      labels: [{ name: 'sector', value: sector }],
      places: [
        { name: 'first place', geometry: { type: 'Point', coordinates: from } },
        { name: 'second place', geometry: { type: 'Point', coordinates: to } },
      ],
    })
  },
})
