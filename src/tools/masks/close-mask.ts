import { dilate, erode } from '../../raster/kernels/morphology/morphology.ts'
import { changeMask, MORPHOLOGY_MEASURES, morphologyInput } from '../support/morphology.ts'
import { defineTool } from '../tool.ts'

export const closeMaskTool = defineTool({
  name: 'close_mask',
  family: 'masks',
  title: 'Close a mask',
  summary:
    'Morphological closing of a mask, dilation and then erosion: fills small gaps, cracks and bays and keeps the size of the rest.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.binary_closing.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MORPHOLOGY_MEASURES,
  input: morphologyInput,
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', radius: 3, shape: 'circle' }],
  run: (input, context) =>
    changeMask(context, input, { change: (mask, by) => erode(dilate(mask, by), by), done: 'closed' }),
})
