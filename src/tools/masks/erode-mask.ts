import { erode } from '../../raster/kernels/morphology/morphology.ts'
import { changeMask, MORPHOLOGY_MEASURES, morphologyInput } from '../support/morphology.ts'
import { defineTool } from '../tool.ts'

export const erodeMaskTool = defineTool({
  name: 'erode_mask',
  family: 'masks',
  title: 'Erode a mask',
  summary:
    'Shrinks a mask by some pixels from its borders (erosion): thin parts and specks go. Edges of the grid and no data do not eat into it.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.binary_erosion.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MORPHOLOGY_MEASURES,
  input: morphologyInput,
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', radius: 3, shape: 'circle' }],
  run: (input, context) => changeMask(context, input, { change: erode, done: 'shrunk' }),
})
