import { z } from 'zod'
import { curvature } from '../../raster/kernels/terrain/curvature.ts'
import { whenOf } from '../support/naming.ts'
import {
  elevationArgument,
  elevationPort,
  elevationRaster,
  heightsArgument,
  saveTerrain,
  terrainMeasures,
} from '../support/terrain.ts'
import { defineTool } from '../tool.ts'

export const curvatureTool = defineTool({
  name: 'curvature',
  family: 'terrain',
  title: 'Curvature of the terrain',
  summary:
    'Profile or plan curvature of an elevation model (DEM) by Zevenbergen and Thorne, in 1/m: where the ground is convex (shoulders, ridges) or concave (foot slopes, hollows), down or across the slope.',
  source: 'doi:10.1002/esp.3290120107',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'curvature' },
  measures: terrainMeasures('curvature', 'value'),
  input: z.object({
    elevation: elevationArgument,
    kind: z
      .enum(['profile', 'plan'])
      .default('profile')
      .describe(
        'Profile: bend down the slope, where flow speeds up or slows. Plan: bend across it, where flow parts or gathers.',
      ),
    heights: heightsArgument,
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', kind: 'plan' }],
  async run(input, context) {
    const { layer, source, metres } = await elevationRaster(context, input.elevation, input.heights)
    const made = await saveTerrain(context, curvature(source, metres, input.kind), {
      from: layer,
      as: {
        title: `Curvature ${input.kind} ${whenOf(layer)}`,
        name: 'curvature',
        unit: '1',
        dimension: 'value',
        style: { ramp: 'diverging', min: -0.02, max: 0.02 },
      },
    })
    return {
      text:
        `${made.saved.id} holds the ${input.kind} curvature of ${layer.id} a metre, above 0 convex, below 0 concave: ` +
        `${made.text}. Level pixels in a bend have no direction to measure along and are left out.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
