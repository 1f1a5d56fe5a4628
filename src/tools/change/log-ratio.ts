import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { logRatio } from '../../raster/kernels/change-measures.ts'
import { CHANGE_MEASURES, changeResult, saveChange } from '../support/change-layer.ts'
import { orderWarning } from '../support/naming.ts'
import { valuePair } from '../support/value-pair.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument } from './arguments.ts'

const quantity = ['backscatter', 'radiance', 'reflectance', 'raw', 'power', 'retrieval'] as const

export const logRatioTool = defineTool({
  name: 'log_ratio',
  family: 'change',
  title: 'Log-ratio of two radar dates',
  summary:
    'Change of radar backscatter (SAR) or another power between two dates in decibels, 10·log10(after / before): floods darken, built ground brightens. Cut it with threshold_mask, by Otsu for instance.',
  source: 'doi:10.1109/TGRS.2004.842441',
  needs: { before: { kind: 'raster', quantity, bands: [] }, after: { kind: 'raster', quantity, bands: [] } },
  gives: { kind: 'raster', quantity: 'difference', meaning: 'log_ratio' },
  measures: CHANGE_MEASURES,
  input: z.object({
    before: layerRef('Id of the raster of the earlier date, in linear power or in dB.'),
    after: layerRef('Id of the raster of the later date, of the same polarisation and scale.'),
    band: bandArgument,
  }),
  examples: [{ before: 'layer-1', after: 'layer-2' }],
  async run(input, context) {
    const pair = await valuePair(context, [input.before, input.after], input.band)
    const { unit } = pair.first.layer
    if (unit === 'degC') {
      throw new AppError(
        'invalid_input',
        `${input.before} is in degC and a log-ratio needs a power; use difference`,
      )
    }
    const isDecibel = unit === 'dB'
    const change = await saveChange(context, {
      before: pair.first,
      after: pair.second,
      measure: isDecibel ? (before, after) => after - before : logRatio,
      meaning: 'log_ratio',
      title: `log-ratio of ${pair.meaning.replaceAll('_', ' ')}`,
      unit: 'dB',
      quantity: 'difference',
    })
    const warning = orderWarning(pair.first.layer, pair.second.layer)
    const note = pair.note ? [pair.note] : []
    return changeResult(change, {
      lead: `the log-ratio of ${pair.meaning}, ${input.after} over ${input.before}, in dB`,
      notes: [
        isDecibel
          ? 'Both layers are in dB already, so they were subtracted.'
          : 'Pixels at or below 0 on one of the dates are left out.',
        'Below 0 it is darker than before. Speckle was not filtered here.',
        ...note,
      ],
      warnings: [...(warning ? [warning] : []), ...note],
    })
  },
})
