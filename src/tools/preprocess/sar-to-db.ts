import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { toDecibel } from '../../raster/kernels/decibel.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { count, counted } from '../support/figures.ts'
import { defineTool, layerRef } from '../tool.ts'
import { backscatterRaster, bandArgument } from './arguments.ts'
import { meaningWords, saveDerived } from './derived.ts'
import { backscatterHeld, sarInput, sarScaleArgument } from './sar-input.ts'

export const sarToDbTool = defineTool({
  name: 'sar_to_db',
  family: 'preprocess',
  title: 'Radar backscatter to decibel',
  summary:
    'Converts SAR backscatter from linear power (sigma nought) to decibel, 10 times the logarithm to base 10; amplitude takes 20.',
  source: 'https://step.esa.int/main/doc/online-help/',
  needs: { layer: backscatterRaster },
  gives: { kind: 'raster', quantity: 'backscatter' },
  measures: [
    { name: 'not_positive', dimension: 'count' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the radar raster or scene in linear numbers.'),
    band: bandArgument,
    given: sarScaleArgument,
  }),
  examples: [
    { layer: 'layer-1', given: 'power' },
    { layer: 'scene-1', band: 'vv', given: 'power' },
  ],
  async run(input, context) {
    const sar = await sarInput(context, input.layer, input)
    const { id } = sar.layer
    if (sar.scale === 'decibel') {
      throw new AppError('invalid_input', `${id} is in decibel already; use it as it is`, { layer: id })
    }
    const before = await summarise(sar.source, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction / 3, 'reading'),
    })
    const made = await saveDerived(context, {
      source: toDecibel(sar.source, sar.scale === 'amplitude' ? 20 : 10),
      held: backscatterHeld(sar.held, 'dB'),
      title: `${meaningWords(sar.held)} in dB`,
      of: sar.layer,
      empty: `no pixel of ${id} is above zero, so there is no logarithm to take; check the layer`,
    })
    const refused = before.valid - made.summary.valid
    return {
      text: `${made.layer.id} is ${meaningWords(sar.held)} of ${id} in decibel, ${sar.scale === 'amplitude' ? 20 : 10}·log10: ${made.words}.`,
      numbers: [count('not_positive', refused, { layer: made.layer.id }), ...made.numbers],
      layers: [made.layer],
      warnings: [
        ...sar.warnings,
        ...(refused > 0
          ? [`${counted(refused, 'pixel')} left out: at or below zero, where there is no logarithm.`]
          : []),
      ],
    }
  },
})
