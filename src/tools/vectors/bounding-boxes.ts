import { z } from 'zod'
import { boxOf, type Box } from '../../raster/vector/shape.ts'
import type { Feature } from '../tool.ts'
import { counted, degrees, figure } from '../support/figures.ts'
import { shapedLayer, vectorLayer } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const boundingBoxesTool = defineTool({
  name: 'bounding_boxes',
  family: 'vectors',
  title: 'Bounding boxes',
  summary:
    'The box of west, south, east and north around all features of a vector layer, or one around each: the extent that they cover.',
  source: 'https://www.rfc-editor.org/rfc/rfc7946#section-5',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: ['west', 'south', 'east', 'north'].map((name) => ({ name, dimension: 'angle' as const })),
  input: z.object({
    layer: layerRef('Id of the vector layer.'),
    around: z
      .enum(['all', 'each'])
      .default('all')
      .describe('One box around all features, or one around each.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', around: 'each' }],
  async run(input, context) {
    const { layer, features } = await shapedLayer(context, input.layer)
    const whole = boxOf(features.map(({ shape }) => shape))!
    const boxes: Feature[] =
      input.around === 'all'
        ? [boxFeature(whole, {})]
        : features.flatMap(({ feature, shape }) => {
            const box = boxOf([shape])
            return box ? [boxFeature(box, feature.properties)] : []
          })
    const saved = await context.saveVector(vectorLayer(`boxes of ${input.layer}`, layer), {
      type: 'FeatureCollection',
      features: boxes,
    })
    const [west, south, east, north] = whole
    const on = { layer: input.layer }
    return {
      text:
        `${input.layer} reaches from ${figure(west)}° to ${figure(east)}° of longitude and from ${figure(south)}° to ` +
        `${figure(north)}° of latitude. ${saved.id} holds ${counted(boxes.length, 'box').replace(/boxs$/, 'boxes')}.`,
      numbers: [
        degrees('west', west, on),
        degrees('south', south, on),
        degrees('east', east, on),
        degrees('north', north, on),
      ],
      layers: [saved],
      warnings:
        east < west ? [`${input.layer} crosses 180° of longitude: the box runs east from west to east.`] : [],
    }
  },
})

/** A box that crosses the antimeridian is two polygons there. */
function boxFeature([west, south, east, north]: Box, properties: Feature['properties']): Feature {
  const ring = (left: number, right: number) => [
    [
      [left, south],
      [right, south],
      [right, north],
      [left, north],
      [left, south],
    ],
  ]
  const geometry =
    east < west
      ? { type: 'MultiPolygon', coordinates: [ring(west, 180), ring(-180, east)] }
      : { type: 'Polygon', coordinates: ring(west, east) }
  return { type: 'Feature', geometry, properties }
}
