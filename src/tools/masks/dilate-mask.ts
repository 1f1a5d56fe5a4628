import { dilate } from '../../raster/kernels/morphology/morphology.ts'
import { changeMask, MORPHOLOGY_MEASURES, morphologyInput } from '../support/morphology.ts'
import { defineTool } from '../tool.ts'

export const dilateMaskTool = defineTool({
  name: 'dilate_mask',
  family: 'masks',
  title: 'Dilate a mask',
  summary:
    'Grows a mask by some pixels beyond its borders (dilation): gaps close and near parts join. For a distance in metres see buffer_mask.',
  source: 'https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.binary_dilation.html',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'raster', quantity: 'mask' },
  measures: MORPHOLOGY_MEASURES,
  input: morphologyInput,
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', radius: 3, shape: 'circle' }],
  run: (input, context) => changeMask(context, input, { change: dilate, done: 'grown' }),
})
