import { z } from 'zod'
import { gearysC } from '../../raster/kernels/neighbour-statistics.ts'
import { autocorrelationMeasures, autocorrelationResult, neighboursOf } from '../support/autocorrelation.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, contiguityArgument, VALUED } from './arguments.ts'

export const gearysCTool = defineTool({
  name: 'gearys_c',
  family: 'hotspots',
  title: "Geary's C",
  summary:
    "Geary's C of a raster: spatial autocorrelation from differences of neighbours, below 1 where neighbours are alike, above 1 where they differ, with z score and p value.",
  source: 'doi:10.2307/2986645',
  needs: { layer: { kind: 'raster', quantity: VALUED, bands: [] } },
  gives: { kind: 'figures' },
  measures: autocorrelationMeasures('gearys_c'),
  input: z.object({
    layer: layerRef('Id of the raster.'),
    band: bandArgument,
    neighbours: contiguityArgument,
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', neighbours: 'rook' }],
  async run(input, context) {
    const neighbours = await neighboursOf(context, { ...input, contiguity: input.neighbours })
    const found = gearysC(neighbours.sums)
    return autocorrelationResult(neighbours, found, {
      name: 'gearys_c',
      title: "Geary's C",
      contiguity: input.neighbours,
      reading: (isSignificant) =>
        isSignificant
          ? found.value < 1
            ? 'Neighbours are alike.'
            : 'Neighbours differ more than by chance.'
          : 'That is no more than chance would give.',
    })
  },
})
