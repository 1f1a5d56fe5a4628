import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cutAtAntimeridian, inOneTurn, type RunningRing } from '../../io/write/antimeridian.ts'
import { geodesicStep, type LonLat } from '../../raster/vector/geodesic.ts'
import { count, counted, figure, hectares } from '../support/figures.ts'
import { roundDegrees, spotsOf, vectorLayer } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

/** A polygon of so many corners holds 99.96 % of its circle. */
const CORNERS = 128
const MOST_POINTS = 10_000

export const bufferFeaturesTool = defineTool({
  name: 'buffer_features',
  family: 'vectors',
  title: 'Circles around points',
  summary:
    'Draws a circle of a radius in metres around each point of a vector layer, such as 1 km around fire detections or stations. Lines and polygons are taken by their centroid; for a margin around an area use a mask and buffer_mask.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [
    { name: 'circles', dimension: 'count' },
    { name: 'circle_area', dimension: 'area' },
  ],
  input: z.object({
    layer: layerRef('Id of the vector layer of points.'),
    metres: z.number().min(0.1).max(1_000_000).default(1000).describe('Radius in metres.'),
  }),
  examples: [{ layer: 'layer-1', metres: 500 }],
  async run(input, context) {
    const { layer, spots, notes } = await spotsOf(context, input.layer)
    if (spots.length > MOST_POINTS) {
      throw new AppError(
        'limit_reached',
        `${spots.length} points are more than the ${MOST_POINTS} that are drawn around at once; select fewer first`,
      )
    }
    const saved = await context.saveVector(vectorLayer(`circles around ${input.layer}`, layer), {
      type: 'FeatureCollection',
      features: spots.map(({ at, feature }) => ({
        type: 'Feature',
        geometry: circle(at, input.metres),
        properties: { ...feature.properties, radius_m: input.metres },
      })),
    })
    const area = Math.PI * input.metres ** 2
    return {
      text:
        `${saved.id} holds ${counted(spots.length, 'circle')} of ${figure(input.metres)} m around the points of ${input.layer}, ` +
        `${figure(area / 10_000)} ha each, drawn with ${CORNERS} corners. Circles that overlap are not joined.`,
      numbers: [
        count('circles', spots.length, { layer: saved.id }),
        // Of a flat circle; on the ellipsoid it is less by about (r / R)² / 12.
        hectares('circle_area', area, { layer: saved.id }),
      ],
      layers: [saved],
      warnings: notes,
    }
  },
})

function circle(centre: LonLat, metres: number) {
  const points: LonLat[] = []
  let last = centre[0]
  for (let corner = 0; corner < CORNERS; corner++) {
    // Counter-clockwise, as outer rings run; longitudes go on without jumps.
    const [longitude, latitude] = geodesicStep(centre, 360 - (corner * 360) / CORNERS, metres)
    last += longitude - last - 360 * Math.round((longitude - last) / 360)
    points.push([last, latitude])
  }
  const back = last + (points[0]![0] - last - 360 * Math.round((points[0]![0] - last) / 360))
  const ring: RunningRing = { points, turn: 360 * Math.round((back - points[0]![0]) / 360) }
  const round = ([x, y]: LonLat): LonLat => [roundDegrees(x), roundDegrees(y)]
  const whole = inOneTurn([ring])
  const polygons = (whole ? [whole] : cutAtAntimeridian([ring], round)).map((rings) =>
    rings.map((each) => [...each, each[0]!].map(round)),
  )
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons }
}
