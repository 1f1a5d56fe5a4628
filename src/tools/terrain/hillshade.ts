import { z } from 'zod'
import { hillshade } from '../../raster/kernels/terrain/slope.ts'
import { figure } from '../support/figures.ts'
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

export const hillshadeTool = defineTool({
  name: 'hillshade',
  family: 'terrain',
  title: 'Hillshade',
  summary:
    'Shaded relief of an elevation model (DEM) under a sun of given direction and height, 1 (shade) to 255 (full light): to see the terrain.',
  source: 'doi:10.1109/PROC.1981.11918',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'hillshade' },
  measures: terrainMeasures('hillshade', 'value'),
  input: z.object({
    elevation: elevationArgument,
    azimuth: z
      .number()
      .min(0)
      .max(360)
      .default(315)
      .describe('Direction the light comes from, degrees clockwise from north.'),
    altitude: z
      .number()
      .min(0)
      .max(90)
      .default(45)
      .describe('Height of the light, degrees above the horizon.'),
    z_factor: z
      .number()
      .min(0.01)
      .max(100)
      .default(1)
      .describe('How many times heights are exaggerated before shading.'),
    heights: heightsArgument,
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', azimuth: 135, altitude: 30, z_factor: 2 }],
  async run(input, context) {
    const { layer, source, metres } = await elevationRaster(context, input.elevation, input.heights)
    const made = await saveTerrain(context, hillshade(source, metres * input.z_factor, input), {
      from: layer,
      as: {
        title: `Hillshade ${whenOf(layer)}`,
        name: 'hillshade',
        unit: '1',
        dimension: 'value',
        style: { ramp: 'gray', min: 1, max: 255 },
      },
    })
    return {
      text:
        `${made.saved.id} holds the shaded relief of ${layer.id}, light from ${figure(input.azimuth)}° at ${figure(input.altitude)}° ` +
        `above the horizon, heights times ${figure(input.z_factor)}: ${made.text}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
