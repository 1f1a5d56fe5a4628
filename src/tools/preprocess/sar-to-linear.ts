import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { defineTool, layerRef } from '../tool.ts'
import { backscatterRaster, bandArgument } from './arguments.ts'
import { meaningWords, saveDerived } from './derived.ts'
import { backscatterHeld, powerOf, sarInput, sarScaleArgument } from './sar-input.ts'

export const sarToLinearTool = defineTool({
  name: 'sar_to_linear',
  family: 'preprocess',
  title: 'Radar backscatter to linear power',
  summary:
    'Converts SAR backscatter from decibel (dB) to linear power, in which averages, ratios and sums are right; amplitude is squared.',
  source: 'https://step.esa.int/main/doc/online-help/',
  needs: { layer: backscatterRaster },
  gives: { kind: 'raster', quantity: 'backscatter' },
  measures: [{ name: 'valid', dimension: 'count' }],
  input: z.object({
    layer: layerRef('Id of the radar raster or scene in decibel.'),
    band: bandArgument,
    given: sarScaleArgument,
  }),
  examples: [{ layer: 'layer-1', given: 'decibel' }, { layer: 'layer-1' }],
  async run(input, context) {
    const sar = await sarInput(context, input.layer, input)
    const { id } = sar.layer
    if (sar.scale === 'power') {
      throw new AppError('invalid_input', `${id} is in linear power already; use it as it is`, { layer: id })
    }
    const made = await saveDerived(context, {
      source: powerOf(sar),
      held: backscatterHeld(sar.held, '1'),
      title: `${meaningWords(sar.held)} in linear power`,
      of: sar.layer,
      empty: `no pixel of ${id} holds a value; give another layer or band`,
    })
    return {
      text: `${made.layer.id} is ${meaningWords(sar.held)} of ${id} in linear power, ${sar.scale === 'amplitude' ? 'amplitude squared' : '10^(dB / 10)'}: ${made.words}.`,
      numbers: made.numbers,
      layers: [made.layer],
      warnings: sar.warnings,
    }
  },
})
