import { z } from 'zod'
import { boxOf } from '../../raster/vector/shape.ts'
import { centroidOf } from '../../raster/vector/shape.ts'
import { count, counted, figure } from '../support/figures.ts'
import { asPoint, shapedLayer, vectorLayer } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Centroids named in the text. */
const NAMED = 5
/** Degrees of longitude beyond which the plane of longitude and latitude bends a middle visibly. */
const WIDE = 10

export const centroidsOfFeaturesTool = defineTool({
  name: 'centroids_of_features',
  family: 'vectors',
  title: 'Centroids of features',
  summary:
    'The middle point of each polygon, line or group of points of a vector layer, with longitude and latitude: where the features are.',
  source: 'https://postgis.net/docs/ST_Centroid.html',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [{ name: 'features', dimension: 'count' }],
  input: z.object({ layer: layerRef('Id of the vector layer.') }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const { layer, features } = await shapedLayer(context, input.layer)
    const middles = features.flatMap(({ feature, shape }) => {
      const at = centroidOf(shape)
      return at ? [{ at, feature }] : []
    })
    const wide = features.filter(({ shape }) => {
      const box = boxOf([shape])
      return box !== null && (box[2] < box[0] || box[2] - box[0] > WIDE)
    }).length
    const saved = await context.saveVector(vectorLayer(`centroids of ${input.layer}`, layer), {
      type: 'FeatureCollection',
      features: middles.map(({ at, feature }) => ({
        type: 'Feature',
        geometry: asPoint(at),
        properties: feature.properties,
      })),
    })
    const leading = middles.slice(0, NAMED).map(({ at }) => asPoint(at).coordinates as [number, number])
    return {
      text:
        `${saved.id} holds ${counted(middles.length, 'centroid')} of ${input.layer}. With latitude and longitude: ` +
        leading.map(([x, y], index) => `${index + 1}: ${figure(y)}, ${figure(x)}`).join('; ') +
        `${middles.length > NAMED ? '; …' : ''}.`,
      numbers: [count('features', middles.length, { layer: saved.id })],
      places: leading.map((coordinates, index) => ({
        name: `centroid ${index + 1}`,
        geometry: { type: 'Point', coordinates },
      })),
      layers: [saved],
      warnings:
        wide > 0
          ? [
              `${counted(wide, 'feature')} of ${input.layer} ${wide === 1 ? 'is' : 'are'} wider than ${WIDE}° or cross 180°; a centroid in longitude and latitude is only rough there.`,
            ]
          : [],
    }
  },
})
