import { z } from 'zod'
import { checkedBreaks } from '../support/class-areas.ts'
import {
  classesByBreaks,
  readValues,
  VALUE_CLASS_MEASURES,
  valueFields,
  valuesPort,
} from '../support/value-classes.ts'
import { defineTool, slot } from '../tool.ts'

export const classifyByBreaksTool = defineTool({
  name: 'classify_by_breaks',
  family: 'segmentation',
  title: 'Classes by given breaks',
  summary:
    'Cuts a raster into classes at given values (reclassify, slice by thresholds) and gives the area and share of each class.',
  source: 'https://gdal.org/en/stable/programs/gdal_raster_reclassify.html',
  needs: { layer: valuesPort },
  gives: { kind: 'raster', quantity: 'class' },
  measures: VALUE_CLASS_MEASURES,
  input: z.object({
    ...valueFields,
    breaks: slot(
      z
        .array(z.number())
        .min(1)
        .max(50)
        .describe(
          'Values between the classes, rising, in the unit of the layer; a value at a break belongs to the class above.',
        ),
      'breaks',
    ),
  }),
  examples: [
    { layer: 'layer-1', breaks: [0.2, 0.4] },
    { layer: 'scene-1', band: 'nir', breaks: [0.1, 0.3] },
  ],
  async run(input, context) {
    const breaks = checkedBreaks(input.breaks)
    const values = await readValues(context, input)
    return classesByBreaks(context, values, { breaks, how: 'the breaks given', name: 'classes' })
  },
})
