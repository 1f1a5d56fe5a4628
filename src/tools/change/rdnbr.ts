import { z } from 'zod'
import { relativeBurn } from '../../raster/kernels/change-measures.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { CHANGE_MEASURES, changeResult, saveChange } from '../support/change-layer.ts'
import { nbrPair } from '../support/nbr-pair.ts'
import { defineTool, layerRef } from '../tool.ts'
import { offsetArgument } from './arguments.ts'

export const rdnbrTool = defineTool({
  name: 'rdnbr',
  family: 'change',
  title: 'Relative burn severity (RdNBR)',
  summary:
    'Relative burn severity RdNBR of a fire from a scene before and one after it: dNBR over the square root of NBR before, so that sparse vegetation counts like dense.',
  source: 'doi:10.1016/j.rse.2006.12.006',
  needs: {
    pre: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] },
    post: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] },
  },
  gives: { kind: 'raster', quantity: 'difference', meaning: 'rdnbr' },
  measures: CHANGE_MEASURES,
  input: z.object({
    pre: layerRef('Id of the scene before the fire.'),
    post: layerRef('Id of the scene after the fire.'),
    offset: offsetArgument,
    clouds: cloudsArgument,
  }),
  examples: [{ pre: 'scene-1', post: 'scene-2' }],
  async run(input, context) {
    const { before, after, notes, warnings } = await nbrPair(context, input)
    const change = await saveChange(context, {
      before,
      after,
      measure: relativeBurn(input.offset),
      meaning: 'rdnbr',
      title: 'RdNBR',
      unit: '1',
      quantity: 'difference',
    })
    return changeResult(change, {
      lead: 'RdNBR, (dNBR − offset) / √|NBR before|',
      notes: [
        'It is unscaled: the published scale is 1000 times this. An NBR before of less than 0.001 in size was taken as 0.001.',
        'Cut it into classes with severity_classes.',
        ...notes,
      ],
      warnings: await warnings(),
    })
  },
})
