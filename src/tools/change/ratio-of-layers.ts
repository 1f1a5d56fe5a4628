import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { ratio } from '../../raster/kernels/change-measures.ts'
import { CHANGE_MEASURES, changeResult, saveChange } from '../support/change-layer.ts'
import { orderWarning } from '../support/naming.ts'
import { valuePair } from '../support/value-pair.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, notOnScale, VALUES } from './arguments.ts'

export const ratioOfLayersTool = defineTool({
  name: 'ratio_of_layers',
  family: 'change',
  title: 'Ratio of two dates',
  summary:
    'Ratio of one measurement between two dates or layers, later over earlier, pixel by pixel: how many times as much there is after as before.',
  source: 'doi:10.1080/01431168908903939',
  needs: {
    before: { kind: 'raster', quantity: VALUES, bands: [] },
    after: { kind: 'raster', quantity: VALUES, bands: [] },
  },
  gives: { kind: 'raster', quantity: 'difference', meaning: 'ratio' },
  measures: CHANGE_MEASURES,
  input: z.object({
    before: layerRef('Id of the raster that is divided by: the earlier date.'),
    after: layerRef('Id of the raster that is divided: the later date, of the same meaning.'),
    band: bandArgument,
  }),
  examples: [{ before: 'layer-1', after: 'layer-2' }],
  async run(input, context) {
    const pair = await valuePair(context, [input.before, input.after], input.band)
    if (notOnScale(pair.first.layer.unit)) {
      throw new AppError(
        'invalid_input',
        `${input.before} is in ${pair.first.layer.unit}, whose zero is no nothing, so ratios of it mean nothing; use difference, or bring it to K or to linear power first`,
      )
    }
    const change = await saveChange(context, {
      before: pair.first,
      after: pair.second,
      measure: ratio,
      meaning: 'ratio',
      title: `ratio of ${pair.meaning.replaceAll('_', ' ')}`,
      unit: '1',
      quantity: 'difference',
    })
    const warning = orderWarning(pair.first.layer, pair.second.layer)
    const note = pair.note ? [pair.note] : []
    return changeResult(change, {
      lead: `${pair.meaning} of ${input.after} divided by that of ${input.before}`,
      notes: ['1 is no change. Pixels of 0 before are left out.', ...note],
      warnings: [...(warning ? [warning] : []), ...note],
    })
  },
})
