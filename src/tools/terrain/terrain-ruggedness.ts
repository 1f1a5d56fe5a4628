import { z } from 'zod'
import { ruggedness } from '../../raster/kernels/terrain/ruggedness.ts'
import { whenOf } from '../support/naming.ts'
import {
  elevationArgument,
  elevationPort,
  elevationRaster,
  saveTerrain,
  terrainMeasures,
} from '../support/terrain.ts'
import { defineTool } from '../tool.ts'

const METHODS = {
  riley: 'root of the summed squared differences to the eight neighbours (Riley)',
  wilson: 'mean absolute difference to the eight neighbours (Wilson)',
} as const

export const terrainRuggednessTool = defineTool({
  name: 'terrain_ruggedness',
  family: 'terrain',
  title: 'Terrain ruggedness index',
  summary:
    'Terrain ruggedness index (TRI) of an elevation model (DEM): how much each height differs from its eight neighbours, by Riley or Wilson, in the unit of the heights. How rugged the ground is.',
  source: 'https://gdal.org/en/stable/programs/gdaldem.html',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'ruggedness' },
  measures: terrainMeasures('ruggedness', 'length'),
  input: z.object({
    elevation: elevationArgument,
    method: z
      .enum(['riley', 'wilson'])
      .default('riley')
      .describe(
        'Riley: root of the sum of squares, for land. Wilson: mean of absolute differences, for the sea floor.',
      ),
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', method: 'wilson' }],
  async run(input, context) {
    const { layer, source } = await elevationRaster(context, input.elevation)
    const made = await saveTerrain(context, ruggedness(source, input.method), {
      from: layer,
      as: {
        title: `Ruggedness ${whenOf(layer)}`,
        name: 'ruggedness',
        unit: layer.unit,
        dimension: 'length',
        style: { ramp: 'magma', min: 0, max: 50 },
      },
    })
    return {
      text: `${made.saved.id} holds the ruggedness of ${layer.id}, ${METHODS[input.method]}: ${made.text}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
