import { dilate, erode } from '../../raster/kernels/morphology/morphology.ts'
import { changeMask, MORPHOLOGY_MEASURES, morphologyInput } from '../support/morphology.ts'
import { defineTool } from '../tool.ts'

export const openMaskTool = defineTool({
  name: 'open_mask',
  family: 'masks',
  title: 'Open a mask',
  summary:
    'Morphological opening of a mask, erosion and then dilation: removes specks, spurs and thin bridges and keeps the size of what stays.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.binary_opening.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MORPHOLOGY_MEASURES,
  input: morphologyInput,
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', radius: 3, shape: 'circle' }],
  run: (input, context) =>
    changeMask(context, input, { change: (mask, by) => dilate(erode(mask, by), by), done: 'opened' }),
})
