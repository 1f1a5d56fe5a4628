import { z } from 'zod'
import { optimalClasses } from '../support/optimal-classes.ts'
import { VALUE_CLASS_MEASURES, valueFields, valuesPort } from '../support/value-classes.ts'
import { defineTool } from '../tool.ts'

export const naturalBreaksTool = defineTool({
  name: 'natural_breaks',
  family: 'segmentation',
  title: 'Natural breaks (Jenks)',
  summary:
    'Cuts a raster into classes at its natural breaks (Jenks, Fisher): values within a class as alike as can be. Gives the breaks and the area of each class, for maps of graded values.',
  source: 'doi:10.1080/01621459.1958.10501479',
  needs: { layer: valuesPort },
  gives: { kind: 'raster', quantity: 'class' },
  measures: [...VALUE_CLASS_MEASURES, { name: 'explained_share', dimension: 'share' }],
  input: z.object({
    ...valueFields,
    classes: z.int().min(2).max(10).default(5).describe('How many classes.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir', classes: 7 }],
  run: (input, context) => optimalClasses(context, input, 'natural breaks'),
})
