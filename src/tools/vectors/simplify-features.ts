import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cornersOf } from '../../raster/vector/shape.ts'
import { simplifyLine } from '../../raster/vector/simplify-line.ts'
import { count, counted } from '../support/figures.ts'
import { shapedLayer, vectorLayer } from '../support/features.ts'
import type { ShapedFeature } from '../support/features.ts'
import { defineTool, layerRef } from '../tool.ts'

export const simplifyFeaturesTool = defineTool({
  name: 'simplify_features',
  family: 'vectors',
  title: 'Simplify lines and polygons',
  summary:
    'Leaves out corners of lines and polygons that lie within a distance of the simpler line, to make a vector layer lighter.',
  source: 'doi:10.3138/FM57-6770-U75U-7727',
  needs: { layer: { kind: 'vector' } },
  gives: { kind: 'vector' },
  measures: [
    { name: 'corners', dimension: 'count' },
    { name: 'corners_before', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the vector layer of lines or polygons.'),
    metres: z
      .number()
      .positive()
      .max(100_000)
      .default(30)
      .describe('Distance that the line may move at most, in metres.'),
  }),
  examples: [{ layer: 'layer-1', metres: 10 }],
  async run(input, context) {
    const { layer, features } = await shapedLayer(context, input.layer)
    const before = countCorners(features)
    const simpler = features.map((each) => simplified(each, input.metres))
    const after = countCorners(simpler)
    if (before === after && features.every(({ shape }) => shape.points.length > 0)) {
      throw new AppError(
        'invalid_input',
        `${input.layer} holds points, which cannot be simplified; give lines or polygons`,
      )
    }
    const saved = await context.saveVector(vectorLayer(`simplified ${input.layer}`, layer), {
      type: 'FeatureCollection',
      features: simpler.map(({ feature }) => feature),
    })
    return {
      text:
        `${saved.id} is ${input.layer} with ${counted(after, 'corner')} of ${before}; no corner left out lies more than ` +
        `${input.metres} m from the line. Borders that polygons share may come apart.`,
      numbers: [
        count('corners', after, { layer: saved.id }),
        count('corners_before', before, { layer: input.layer }),
      ],
      layers: [saved],
    }
  },
})

const countCorners = (features: readonly ShapedFeature[]) =>
  features.reduce((sum, { shape }) => sum + cornersOf(shape).length, 0)

function simplified({ feature, shape }: ShapedFeature, metres: number): ShapedFeature {
  const lines = shape.lines.map((line) => simplifyLine(line, metres))
  const polygons = shape.polygons.map((rings) => rings.map((ring) => simplifyLine(ring, metres)))
  const { type } = feature.geometry
  const parts = polygons.length > 0 ? polygons : lines
  const coordinates =
    shape.points.length > 0 ? feature.geometry.coordinates : type.startsWith('Multi') ? parts : parts[0]
  return {
    feature: { ...feature, geometry: { type, coordinates } },
    shape: { points: shape.points, lines, polygons },
  }
}
