import { z } from 'zod'
import { slope } from '../../raster/kernels/terrain/slope.ts'
import { shareOf } from '../support/figures.ts'
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

export const slopeTool = defineTool({
  name: 'slope',
  family: 'terrain',
  title: 'Slope',
  summary:
    'Steepness of the ground from an elevation model (DEM), in degrees or percent, with its mean, extremes, spread and median: how steep the terrain is.',
  source: 'doi:10.1109/PROC.1981.11918',
  needs: { elevation: elevationPort },
  gives: { kind: 'raster', quantity: 'terrain', meaning: 'slope' },
  measures: terrainMeasures('slope', 'angle'),
  input: z.object({
    elevation: elevationArgument,
    unit: z
      .enum(['deg', '%'])
      .default('deg')
      .describe('Degrees from the horizontal, or percent: rise over run times 100.'),
    heights: heightsArgument,
  }),
  examples: [{ elevation: 'layer-1' }, { elevation: 'layer-1', unit: '%' }],
  async run(input, context) {
    const { layer, source, metres } = await elevationRaster(context, input.elevation, input.heights)
    const made = await saveTerrain(context, slope(source, metres, input.unit), {
      from: layer,
      as: {
        title: `Slope ${whenOf(layer)}`,
        name: 'slope',
        unit: input.unit,
        dimension: input.unit === 'deg' ? 'angle' : 'ratio',
        style: { ramp: 'burn', min: 0, max: input.unit === 'deg' ? 45 : 100 },
      },
    })
    const { valid, nodata } = made.summary
    return {
      text: `${made.saved.id} holds the slope of ${layer.id} by Horn's method: ${made.text}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: { valid_share: shareOf(valid, valid + nodata) },
    }
  },
})
