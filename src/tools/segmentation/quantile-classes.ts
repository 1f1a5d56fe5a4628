import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { figure } from '../support/figures.ts'
import {
  classesByBreaks,
  readValues,
  VALUE_CLASS_MEASURES,
  valueFields,
  valuesPort,
} from '../support/value-classes.ts'
import { defineTool } from '../tool.ts'

export const quantileClassesTool = defineTool({
  name: 'quantile_classes',
  family: 'segmentation',
  title: 'Classes of equal count',
  summary:
    'Cuts a raster at its quantiles into classes of about equally many pixels (quartiles, quintiles, deciles), with the area and share of each class.',
  source: 'doi:10.1080/00031305.1996.10473566',
  needs: { layer: valuesPort },
  gives: { kind: 'raster', quantity: 'class' },
  measures: VALUE_CLASS_MEASURES,
  input: z.object({
    ...valueFields,
    classes: z.int().min(2).max(20).default(4).describe('How many classes: 4 for quartiles, 10 for deciles.'),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'scene-1', band: 'nir', classes: 10 }],
  async run(input, context) {
    const values = await readValues(context, input)
    const { distribution, summary, layer } = values
    const fractions = Array.from({ length: input.classes - 1 }, (_, index) => (index + 1) / input.classes)
    const found = await exactQuantiles(values.source, { distribution, fractions }, { signal: context.signal })
    // Where many pixels share a value several quantiles fall on it; the lowest value begins no class of its own.
    const breaks = [...new Set(found.map(Math.fround))].filter((each) => each > summary.min)
    if (breaks.length === 0) {
      throw new AppError(
        'nothing_valid',
        `so many pixels of ${layer.id} are ${figure(summary.min)} that no quantile divides them; give breaks instead`,
      )
    }
    const result = await classesByBreaks(context, values, { breaks, how: 'quantiles', name: 'classes' })
    const lost = input.classes - 1 - breaks.length
    if (lost === 0) return result
    const warning = `Many pixels share one value, so ${breaks.length + 1} classes were made of the ${input.classes} asked for.`
    return { ...result, text: `${result.text} ${warning}`, warnings: [...(result.warnings ?? []), warning] }
  },
})
