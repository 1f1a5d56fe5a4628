import { z } from 'zod'
import { roughness } from '../../raster/kernels/terrain/ruggedness.ts'
import { whenOf } from '../support/naming.ts'
import {
  elevationArgument,
  elevationPort,
  elevationRaster,
  saveTerrain,
  terrainMeasures,
} from '../support/terrain.ts'
import { defineTool } from '../tool.ts'

export const roughnessTool = defineTool({
  name: 'roughness',
  family: 'terrain',
  title: 'Roughness of the terrain',
  summary:
    'Roughness of an elevation model (DEM): the highest less the lowest of each height and its eight neighbours, in the unit of the heights.',
  source: 'doi:10.1080/01490410701295962',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'roughness' },
  measures: terrainMeasures('roughness', 'length'),
  input: z.object({ elevation: elevationArgument }),
  examples: [{ elevation: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await elevationRaster(context, input.elevation)
    const made = await saveTerrain(context, roughness(source), {
      from: layer,
      as: {
        title: `Roughness ${whenOf(layer)}`,
        name: 'roughness',
        unit: layer.unit,
        dimension: 'length',
        style: { ramp: 'magma', min: 0, max: 50 },
      },
    })
    return {
      text: `${made.saved.id} holds the roughness of ${layer.id}, highest less lowest of 3 × 3 pixels: ${made.text}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
