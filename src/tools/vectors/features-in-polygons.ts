import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { boxOf, isWithin } from '../../raster/vector/shape.ts'
import { count, counted, percent, shareOf } from '../support/figures.ts'
import { shapedLayer, spotsOf, vectorLayer, withParts } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const featuresInPolygonsTool = defineTool({
  name: 'features_in_polygons',
  family: 'vectors',
  title: 'Count points in polygons',
  summary:
    'How many points of one vector layer lie in each polygon of another, and how many in none: fires per district, stations in a burn, detections inside a perimeter.',
  source: 'doi:10.1145/368637.368653',
  needs: { points: { kind: 'vector' }, polygons: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [
    ...['inside', 'outside', 'most_in_one'].map((name) => ({ name, dimension: 'count' as const })),
    { name: 'share_inside', dimension: 'share' },
  ],
  input: z.object({
    points: layerRef('Id of the vector layer of points to count.'),
    polygons: layerRef('Id of the vector layer of polygons.'),
  }),
  examples: [{ points: 'layer-1', polygons: 'layer-2' }],
  async run(input, context) {
    const { spots, notes } = await spotsOf(context, input.points)
    const shaped = await shapedLayer(context, input.polygons)
    const zones = withParts(shaped, ['polygons'])
    const isInside = new Uint8Array(spots.length)
    const counts: number[] = []
    for (const [index, { shape }] of zones.features.entries()) {
      throwIfAborted(context.signal)
      context.progress(index / zones.features.length, 'counting')
      const [west, south, east, north] = boxOf([shape])!
      let found = 0
      for (const [place, { at }] of spots.entries()) {
        const [x, y] = at
        // A box across the antimeridian sorts nothing out by longitude.
        if (y < south || y > north || (west <= east && (x < west || x > east))) continue
        if (!isWithin(at, shape.polygons)) continue
        found++
        isInside[place] = 1
      }
      counts.push(found)
    }
    const inside = isInside.reduce((sum, each) => sum + each, 0)
    const most = counts.reduce((largest, each) => Math.max(largest, each), 0)
    const saved = await context.saveVector(
      vectorLayer(`counts in ${input.polygons}`, shaped.layer, 'count'),
      {
        type: 'FeatureCollection',
        features: zones.features.map(({ feature }, index) => ({
          ...feature,
          properties: { ...feature.properties, points: counts[index]! },
        })),
      },
    )
    const on = { layer: input.points }
    return {
      text:
        `${inside} of ${counted(spots.length, 'point')} of ${input.points} lie in polygons of ${input.polygons}, ` +
        `${spots.length - inside} in none; the fullest of ${counted(counts.length, 'polygon feature')} holds ${most}. ` +
        `${saved.id} holds the polygons with their number of points.`,
      numbers: [
        count('inside', inside, on),
        count('outside', spots.length - inside, on),
        count('most_in_one', most, { layer: saved.id }),
        percent('share_inside', shareOf(inside, spots.length), on),
      ],
      layers: [saved],
      warnings: [...notes, ...zones.notes],
    }
  },
})
