import { z } from 'zod'
import { areaOf } from '../../raster/vector/shape.ts'
import { count, counted, figure, hectares } from '../support/figures.ts'
import { shapedLayer, vectorLayer, withParts } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const areaOfFeaturesTool = defineTool({
  name: 'area_of_features',
  family: 'vectors',
  title: 'Area of polygons',
  summary:
    'Area in hectares of each polygon of a vector layer and of all together, on the ellipsoid: fields, parcels, perimeters, lakes.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [
    ...['area', 'largest_area', 'mean_area'].map((name) => ({ name, dimension: 'area' as const })),
    { name: 'polygons', dimension: 'count' },
  ],
  input: z.object({ layer: layerRef('Id of the vector layer of polygons.') }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const shaped = await shapedLayer(context, input.layer)
    const { features, notes } = withParts(shaped, ['polygons'])
    const areas = features.map(({ shape }) => areaOf(shape))
    const total = areas.reduce((sum, area) => sum + area, 0)
    const largest = areas.reduce((most, area) => Math.max(most, area), 0)
    const saved = await context.saveVector(vectorLayer(`areas of ${input.layer}`, shaped.layer, 'ha'), {
      type: 'FeatureCollection',
      features: features.map(({ feature }, index) => ({
        ...feature,
        properties: { ...feature.properties, area_ha: areas[index]! / 10_000 },
      })),
    })
    const on = { layer: input.layer }
    return {
      text:
        `${counted(features.length, 'polygon feature')} of ${input.layer} cover ${figure(total / 10_000)} ha, the largest ` +
        `${figure(largest / 10_000)} ha; where polygons overlap, ground counts twice. ${saved.id} holds them with area_ha.`,
      numbers: [
        hectares('area', total, on),
        hectares('largest_area', largest, on),
        hectares('mean_area', total / features.length, on),
        count('polygons', features.length, on),
      ],
      layers: [saved],
      warnings: notes,
    }
  },
})
