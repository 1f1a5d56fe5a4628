import { z } from 'zod'
import { saturating } from '../../raster/kernels/physics/water-quality.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { formulaMeasures } from '../support/formula-layer.ts'
import { defineTool, layerRef } from '../tool.ts'
import { saveWater, waterArgument } from './water-scene.ts'

export const suspendedMatterTool = defineTool({
  name: 'suspended_matter',
  family: 'inversion',
  title: 'Suspended particulate matter',
  summary:
    'Concentration of suspended matter in g/m³ (mg/L) from red water reflectance near 665 nm by Nechad: 355.85·ρ / (1 − ρ / 0.1728).',
  source: 'doi:10.1016/j.rse.2009.11.022',
  needs: {
    scene: { kind: 'raster', quantity: 'reflectance', bands: ['red'] },
    water: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'suspended_matter' },
  measures: formulaMeasures('value'),
  input: z.object({
    scene: layerRef('Id of a scene of reflectance over water.'),
    water: waterArgument,
    offset: z
      .number()
      .min(0)
      .max(10)
      .default(0)
      .describe('Added in g/m³; the fit of the paper has 1.74, which clear water never reaches down to.'),
    clouds: cloudsArgument,
  }),
  examples: [{ scene: 'scene-1' }, { scene: 'scene-1', water: 'layer-2' }],
  async run(input, context) {
    const made = await saveWater(context, {
      ...input,
      water: input.water,
      bands: ['red'],
      formula: ([red]) => saturating(red!, 355.85, 0.1728) + input.offset,
      meaning: 'suspended_matter',
      unit: 'g/m3',
    })
    return {
      text: [
        `${made.saved.id} is the suspended matter by Nechad 2010 of ${input.scene}: ${made.words}.`,
        ...made.notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: made.facts,
    }
  },
})
