import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { plainInput } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

export const vegetationCoverFractionTool = defineTool({
  name: 'vegetation_cover_fraction',
  family: 'thermal',
  title: 'Fraction of vegetation cover',
  summary:
    'Fraction of vegetation cover (FVC), 0 to 1, out of NDVI between that of bare soil and that of full vegetation.',
  source: 'doi:10.1080/014311698215333',
  needs: { ndvi: { kind: 'raster', quantity: 'index', meaning: 'ndvi' } },
  gives: { kind: 'raster', quantity: 'fraction', meaning: 'vegetation_cover' },
  measures: formulaMeasures('value'),
  input: z.object({
    ndvi: layerRef('Id of the NDVI raster.'),
    soil: z.number().min(-1).max(1).default(0.1).describe('NDVI of bare soil, where the cover is 0.'),
    vegetation: z
      .number()
      .min(-1)
      .max(1)
      .default(0.9)
      .describe('NDVI of full vegetation, where the cover is 1.'),
    form: z
      .enum(['linear', 'squared'])
      .default('linear')
      .describe('Linear (Gutman and Ignatov 1998) or squared (Carlson and Ripley 1997).'),
  }),
  examples: [{ ndvi: 'layer-1' }, { ndvi: 'layer-1', soil: 0.05, vegetation: 0.86, form: 'squared' }],
  async run(input, context) {
    const { soil, vegetation, form } = input
    if (!(vegetation > soil)) {
      throw new AppError(
        'invalid_input',
        `the NDVI of vegetation (${vegetation}) must be above that of soil (${soil})`,
      )
    }
    const { layer, source } = await plainInput(context, input.ndvi)
    const made = await saveFormula(context, {
      inputs: [source],
      formula: ([ndvi]) => {
        if (!(ndvi! >= -1 && ndvi! <= 1)) return NaN
        const share = Math.min(1, Math.max(0, (ndvi! - soil) / (vegetation - soil)))
        return form === 'squared' ? share * share : share
      },
      layer: {
        title: `vegetation cover ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'fraction', meaning: 'vegetation_cover' },
        unit: '1',
        date: layer.date,
      },
      ramp: 'vegetation',
    })
    return {
      text: `${made.saved.id} is the fraction of vegetation cover of ${input.ndvi}, ${form} between NDVI ${soil} and ${vegetation}: ${made.words}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: made.facts,
    }
  },
})
