import { z } from 'zod'
import { moransI } from '../../raster/kernels/neighbour-statistics.ts'
import { autocorrelationMeasures, autocorrelationResult, neighboursOf } from '../support/autocorrelation.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, contiguityArgument, VALUED } from './arguments.ts'

export const moransITool = defineTool({
  name: 'morans_i',
  family: 'hotspots',
  title: "Moran's I",
  summary:
    "Global Moran's I of a raster: whether like values lie together (clustered), at random or apart (dispersed), with z score and p value.",
  source: 'doi:10.1093/biomet/37.1-2.17',
  needs: { layer: { kind: 'raster', quantity: VALUED, bands: [] } },
  gives: { kind: 'figures' },
  measures: autocorrelationMeasures('morans_i'),
  input: z.object({
    layer: layerRef('Id of the raster.'),
    band: bandArgument,
    neighbours: contiguityArgument,
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-1', neighbours: 'rook' }],
  async run(input, context) {
    const neighbours = await neighboursOf(context, { ...input, contiguity: input.neighbours })
    const found = moransI(neighbours.sums)
    return autocorrelationResult(neighbours, found, {
      name: 'morans_i',
      title: "Moran's I",
      contiguity: input.neighbours,
      reading: (isSignificant) =>
        isSignificant
          ? found.value > found.expected
            ? 'Like values lie together.'
            : 'Unlike values lie side by side.'
          : 'That is no more than chance would give.',
    })
  },
})
