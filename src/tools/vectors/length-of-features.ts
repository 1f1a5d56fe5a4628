import { z } from 'zod'
import { lengthOf } from '../../raster/vector/shape.ts'
import { count, counted, figure, quantity } from '../support/figures.ts'
import { shapedLayer, vectorLayer, withParts } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const lengthOfFeaturesTool = defineTool({
  name: 'length_of_features',
  family: 'vectors',
  title: 'Length of lines and perimeters',
  summary:
    'Length in kilometres of each line, or perimeter of each polygon, of a vector layer and of all together, on the ellipsoid: roads, rivers, fire lines, coasts.',
  source: 'doi:10.1007/s00190-012-0578-z',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [
    ...['length', 'longest', 'mean_length'].map((name) => ({ name, dimension: 'length' as const })),
    { name: 'features', dimension: 'count' },
  ],
  input: z.object({ layer: layerRef('Id of the vector layer of lines or polygons.') }),
  examples: [{ layer: 'layer-1' }],
  async run(input, context) {
    const shaped = await shapedLayer(context, input.layer)
    const { features, notes } = withParts(shaped, ['lines', 'polygons'])
    const lengths = features.map(({ shape }) => lengthOf(shape))
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const longest = lengths.reduce((most, length) => Math.max(most, length), 0)
    const saved = await context.saveVector(vectorLayer(`lengths of ${input.layer}`, shaped.layer, 'm'), {
      type: 'FeatureCollection',
      features: features.map(({ feature }, index) => ({
        ...feature,
        properties: { ...feature.properties, length_m: lengths[index]! },
      })),
    })
    const kilometres = (name: string, metres: number) =>
      quantity(name, metres / 1000, { unit: 'km', dimension: 'length', layer: input.layer })
    return {
      text:
        `${counted(features.length, 'feature')} of ${input.layer} measure ${figure(total / 1000)} km together, the longest ` +
        `${figure(longest / 1000)} km (polygons by all of their rings). ${saved.id} holds them with length_m.`,
      numbers: [
        kilometres('length', total),
        kilometres('longest', longest),
        kilometres('mean_length', total / features.length),
        count('features', features.length, { layer: input.layer }),
      ],
      layers: [saved],
      warnings: notes,
    }
  },
})
