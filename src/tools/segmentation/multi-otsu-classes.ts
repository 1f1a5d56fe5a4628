import { z } from 'zod'
import { optimalClasses } from '../support/optimal-classes.ts'
import { VALUE_CLASS_MEASURES, valueFields, valuesPort } from '../support/value-classes.ts'
import { defineTool } from '../tool.ts'

export const multiOtsuClassesTool = defineTool({
  name: 'multi_otsu_classes',
  family: 'segmentation',
  title: 'Multi-level Otsu classes',
  summary:
    "Segments a raster into 2 to 5 classes by Otsu's method for several thresholds at once, found from the values themselves, with the area of each class.",
  source: 'https://ftp.iis.sinica.edu.tw/JISE/2001/200109_01.pdf',
  needs: { layer: valuesPort },
  gives: { kind: 'raster', quantity: 'class' },
  measures: [...VALUE_CLASS_MEASURES, { name: 'explained_share', dimension: 'share' }],
  input: z.object({
    ...valueFields,
    classes: z.int().min(2).max(5).default(3).describe('How many classes.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir', classes: 4 }],
  run: (input, context) => optimalClasses(context, input, "Otsu's method"),
})
