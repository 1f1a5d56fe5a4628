import { z } from 'zod'
import { boundary } from '../../raster/kernels/morphology/morphology.ts'
import { PerimeterReducer } from '../../raster/kernels/morphology/perimeter.ts'
import { tap } from '../../raster/reduce.ts'
import { figure, quantity } from '../support/figures.ts'
import { MASK_MEASURES, saveMask } from '../support/mask-result.ts'
import { meaningOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

export const maskBoundaryTool = defineTool({
  name: 'mask_boundary',
  family: 'masks',
  title: 'Boundary of a mask',
  summary:
    'Marks the pixels along the border of a mask and measures its length: shoreline of water, perimeter of a burn, in metres along the sides of pixels.',
  source: 'doi:10.2737/PNW-GTR-351',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: [
    ...MASK_MEASURES,
    { name: 'perimeter', dimension: 'length' },
    { name: 'edge_length', dimension: 'length' },
  ],
  input: z.object({ mask: layerRef('Id of the mask.') }),
  examples: [{ mask: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { signal } = context
    const measured = tap(source, { perimeter: new PerimeterReducer(source.grid) })
    const made = await saveMask(context, boundary(measured.source), {
      from: layer,
      meaning: `${meaningOf(layer)}_boundary`,
    })
    const { perimeter } = await measured.finish({ signal })
    const total = perimeter.outside + perimeter.edge
    const length = { unit: 'm', dimension: 'length', layer: layer.id } as const
    return {
      text:
        `${made.saved.id} marks the border of ${input.mask}: ${figure(total)} m along the sides of its pixels, ` +
        `${figure(perimeter.edge)} m of it at the edge of the grid or against no data, where the mask may go on. ` +
        `Slanted borders are longer that way than as the crow flies. ${made.text}`,
      numbers: [
        ...made.numbers,
        quantity('perimeter', total, length),
        quantity('edge_length', perimeter.edge, length),
      ],
      layers: [made.saved],
      warnings: made.warnings,
    }
  },
})
