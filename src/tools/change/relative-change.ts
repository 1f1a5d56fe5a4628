import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { relativeChange } from '../../raster/kernels/change-measures.ts'
import { CHANGE_MEASURES, changeResult, saveChange } from '../support/change-layer.ts'
import { figure } from '../support/figures.ts'
import { orderWarning } from '../support/naming.ts'
import { valuePair } from '../support/value-pair.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, notOnScale, VALUES } from './arguments.ts'

export const relativeChangeTool = defineTool({
  name: 'relative_change',
  family: 'change',
  title: 'Change in percent',
  summary:
    'Change of one measurement between two dates in percent of the earlier value, pixel by pixel: how many percent more or less.',
  source: 'doi:10.1080/01431168908903939',
  needs: {
    before: { kind: 'raster', quantity: VALUES, bands: [] },
    after: { kind: 'raster', quantity: VALUES, bands: [] },
  },
  gives: { kind: 'raster', quantity: 'difference', meaning: 'relative_change' },
  measures: CHANGE_MEASURES,
  input: z.object({
    before: layerRef('Id of the raster of the earlier date.'),
    after: layerRef('Id of the raster of the later date, of the same meaning.'),
    band: bandArgument,
    smallest: z
      .number()
      .min(0)
      .default(0)
      .describe(
        'Earlier values nearer to zero than this are left out, in the unit of the layer, as percentages of almost nothing run to infinity.',
      ),
  }),
  examples: [{ before: 'layer-1', after: 'layer-2', smallest: 0.05 }],
  async run(input, context) {
    const pair = await valuePair(context, [input.before, input.after], input.band)
    if (notOnScale(pair.first.layer.unit)) {
      throw new AppError(
        'invalid_input',
        `${input.before} is in ${pair.first.layer.unit}, whose zero is no nothing, so percentages of it mean nothing; use difference, or bring it to K or to linear power first`,
      )
    }
    const change = await saveChange(context, {
      before: pair.first,
      after: pair.second,
      measure: relativeChange(input.smallest),
      meaning: 'relative_change',
      title: `change of ${pair.meaning.replaceAll('_', ' ')} in percent`,
      unit: '%',
      quantity: 'difference',
    })
    const warning = orderWarning(pair.first.layer, pair.second.layer)
    const note = pair.note ? [pair.note] : []
    return changeResult(change, {
      lead: `the change of ${pair.meaning} from ${input.before} to ${input.after} in percent of the absolute value before`,
      notes: [
        `Pixels of 0 before${input.smallest > 0 ? ` or less than ${figure(input.smallest)} away from it` : ''} are left out.`,
        ...note,
      ],
      warnings: [...(warning ? [warning] : []), ...note],
    })
  },
})
