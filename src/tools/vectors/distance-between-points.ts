import { z } from 'zod'
import { geodesicSpan } from '../../raster/vector/geodesic.ts'
import { degrees, figure, quantity } from '../support/figures.ts'
import { defineTool, slot } from '../tool.ts'

const longitude = (which: string) =>
  z.number().min(-180).max(180).describe(`Longitude of the ${which} place in degrees, west negative.`)
const latitude = (which: string) =>
  z.number().min(-90).max(90).describe(`Latitude of the ${which} place in degrees, south negative.`)

export const distanceBetweenPointsTool = defineTool({
  name: 'distance_between_points',
  family: 'vectors',
  title: 'Distance between two places',
  summary:
    'Shortest distance on the ellipsoid between two places given by longitude and latitude, and the compass bearing from the first to the second.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: {},
  gives: { kind: 'figures' },
  measures: [
    { name: 'distance', dimension: 'length' },
    { name: 'bearing', dimension: 'angle' },
  ],
  input: z.object({
    longitude: slot(longitude('first'), 'longitude'),
    latitude: slot(latitude('first'), 'latitude'),
    to_longitude: longitude('second'),
    to_latitude: latitude('second'),
  }),
  examples: [{ longitude: -57.65, latitude: -19.01, to_longitude: -56.1, to_latitude: -15.6 }],
  run(input, context) {
    context.signal?.throwIfAborted()
    const { metres, bearing } = geodesicSpan(
      [input.longitude, input.latitude],
      [input.to_longitude, input.to_latitude],
    )
    return Promise.resolve({
      text: `The places lie ${figure(metres / 1000)} km apart; the second bears ${figure(bearing)}° from the first (0° is north, 90° east).`,
      numbers: [
        quantity('distance', metres / 1000, { unit: 'km', dimension: 'length' }),
        degrees('bearing', bearing),
      ],
    })
  },
})
