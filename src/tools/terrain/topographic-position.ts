import { z } from 'zod'
import { topographicPosition } from '../../raster/kernels/terrain/position.ts'
import { counted } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import {
  elevationArgument,
  elevationPort,
  elevationRaster,
  saveTerrain,
  terrainMeasures,
} from '../support/terrain.ts'
import { defineTool } from '../tool.ts'

export const topographicPositionTool = defineTool({
  name: 'topographic_position',
  family: 'terrain',
  title: 'Topographic position index',
  summary:
    'Topographic position index (TPI) of an elevation model (DEM): each height less the mean of those around it; above 0 ridges and hilltops, below 0 valleys.',
  source: 'doi:10.1080/01490410701295962',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'position' },
  measures: terrainMeasures('position', 'length'),
  input: z.object({
    elevation: elevationArgument,
    radius: z
      .int()
      .min(1)
      .max(200)
      .default(1)
      .describe(
        'Reach of the window in pixels: 1 looks at the eight neighbours, larger ones find larger landforms.',
      ),
    shape: z.enum(['square', 'circle']).default('square').describe('Shape of the window around each pixel.'),
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', radius: 10, shape: 'circle' }],
  async run(input, context) {
    const { layer, source } = await elevationRaster(context, input.elevation)
    const made = await saveTerrain(context, topographicPosition(source, input), {
      from: layer,
      as: {
        title: `Topographic position ${whenOf(layer)}`,
        name: 'position',
        unit: layer.unit,
        dimension: 'length',
        style: { ramp: 'diverging', min: -20, max: 20 },
      },
    })
    return {
      text:
        `${made.saved.id} holds the topographic position of ${layer.id}: height less the mean of the ${input.shape} window ` +
        `of ${counted(input.radius, 'pixel')} around, above 0 higher than its surroundings: ${made.text}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
