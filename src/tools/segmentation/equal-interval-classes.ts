import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { checkedBreaks } from '../support/class-areas.ts'
import { figure } from '../support/figures.ts'
import {
  classesByBreaks,
  readValues,
  VALUE_CLASS_MEASURES,
  valueFields,
  valuesPort,
} from '../support/value-classes.ts'
import { defineTool } from '../tool.ts'

export const equalIntervalClassesTool = defineTool({
  name: 'equal_interval_classes',
  family: 'segmentation',
  title: 'Classes of equal intervals',
  summary:
    'Cuts a raster into classes of equal width between its lowest and highest value, with the area and share of each class.',
  source: 'https://pysal.org/mapclassify/generated/mapclassify.EqualInterval.html',
  needs: { layer: valuesPort },
  gives: { kind: 'raster', quantity: 'class' },
  measures: VALUE_CLASS_MEASURES,
  input: z.object({
    ...valueFields,
    classes: z.int().min(2).max(20).default(5).describe('How many classes.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir', classes: 8 }],
  async run(input, context) {
    const values = await readValues(context, input)
    const { min, max } = values.summary
    if (min === max) {
      throw new AppError(
        'nothing_valid',
        `all valid pixels of ${values.layer.id} are ${figure(min)}; there is nothing to divide`,
      )
    }
    const breaks = Array.from(
      { length: input.classes - 1 },
      (_, index) => min + ((max - min) * (index + 1)) / input.classes,
    )
    return classesByBreaks(context, values, {
      breaks: checkedBreaks(breaks),
      how: 'equal intervals',
      name: 'classes',
    })
  },
})
