import { z } from 'zod'
import { burnRatio } from '../../raster/kernels/change-measures.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { CHANGE_MEASURES, changeResult, saveChange } from '../support/change-layer.ts'
import { nbrPair } from '../support/nbr-pair.ts'
import { defineTool, layerRef } from '../tool.ts'
import { offsetArgument } from './arguments.ts'

export const rbrTool = defineTool({
  name: 'rbr',
  family: 'change',
  title: 'Relativised burn ratio (RBR)',
  summary:
    'Burn severity RBR of a fire from a scene before and one after it: dNBR over NBR before plus 1.001, relative to the vegetation there was and without the spikes of RdNBR.',
  source: 'doi:10.3390/rs6031827',
  needs: {
    pre: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] },
    post: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['nir', 'swir2'] },
  },
  gives: { kind: 'raster', quantity: 'difference', meaning: 'rbr' },
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
      measure: burnRatio(input.offset),
      meaning: 'rbr',
      title: 'RBR',
      unit: '1',
      quantity: 'difference',
    })
    return changeResult(change, {
      lead: 'RBR, (dNBR − offset) / (NBR before + 1.001)',
      notes: [
        'It is unscaled: the published scale is 1000 times this.',
        'Cut it into classes with severity_classes.',
        ...notes,
      ],
      warnings: await warnings(),
    })
  },
})
