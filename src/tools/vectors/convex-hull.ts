import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import { areaOf, boxOf, convexHull, cornersOf } from '../../raster/vector/shape.ts'
import type { Shape } from '../../raster/vector/shape.ts'
import { counted, figure, hectares } from '../support/figures.ts'
import { roundDegrees, shapedLayer, vectorLayer } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const convexHullTool = defineTool({
  name: 'convex_hull',
  family: 'vectors',
  title: 'Convex hull',
  summary:
    'The smallest polygon without dents around all features of a vector layer, and its area: such as the extent of a day’s fire detections.',
  source: 'doi:10.1016/0020-0190(79)90072-3',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [{ name: 'area', dimension: 'area' }],
  input: z.object({ layer: layerRef('Id of the vector layer.') }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const { layer, features } = await shapedLayer(context, input.layer)
    const shapes = features.map(({ shape }) => shape)
    const box = boxOf(shapes)
    if (box && box[2] < box[0]) {
      throw new AppError(
        'invalid_input',
        `${input.layer} crosses 180° of longitude, where a hull in longitude and latitude cannot be drawn; give the features of one side`,
      )
    }
    const ring = convexHull(shapes.flatMap(cornersOf))
    if (ring.length < 4) {
      throw new AppError(
        'nothing_valid',
        `the features of ${input.layer} lie on one line, so their hull has no area; three places off a line are needed`,
      )
    }
    const rounded = ring.map(([x, y]): LonLat => [roundDegrees(x), roundDegrees(y)])
    const shape: Shape = { points: [], lines: [], polygons: [[rounded]] }
    const area = areaOf(shape)
    const saved = await context.saveVector(vectorLayer(`hull of ${input.layer}`, layer, 'ha'), {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Polygon', coordinates: [rounded] },
          properties: { id: 1, area_ha: area / 10_000 },
        },
      ],
    })
    return {
      text: `${saved.id} is the convex hull of ${counted(features.length, 'feature')} of ${input.layer}: ${ring.length - 1} corners, ${figure(area / 10_000)} ha.`,
      numbers: [hectares('area', area, { layer: saved.id })],
      layers: [saved],
    }
  },
})
