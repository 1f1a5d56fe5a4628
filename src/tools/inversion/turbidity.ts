import { z } from 'zod'
import { dogliottiTurbidity } from '../../raster/kernels/physics/water-quality.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { formulaMeasures } from '../support/formula-layer.ts'
import { defineTool, layerRef } from '../tool.ts'
import { saveWater, waterArgument } from './water-scene.ts'

export const turbidityTool = defineTool({
  name: 'turbidity',
  family: 'inversion',
  title: 'Turbidity of water',
  summary:
    'Turbidity in FNU (told as NTU) from red and near infrared water reflectance by the single equation of Dogliotti for all coasts: red alone in clear water, near infrared in very turbid water, blended between.',
  source: 'doi:10.1016/j.rse.2014.09.020',
  needs: {
    scene: { kind: 'raster', quantity: 'reflectance', bands: ['red', 'nir'] },
    water: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'turbidity' },
  measures: formulaMeasures('value'),
  input: z.object({
    scene: layerRef('Id of a scene of reflectance over water.'),
    water: waterArgument,

    clouds: cloudsArgument,
  }),
  examples: [{ scene: 'scene-1' }, { scene: 'scene-1', water: 'layer-2' }],
  async run(input, context) {
    const made = await saveWater(context, {
      ...input,
      water: input.water,
      bands: ['red', 'nir'],
      formula: ([red, nir]) => dogliottiTurbidity(red!, nir!),
      meaning: 'turbidity',
      unit: 'NTU',
    })
    return {
      text: [
        `${made.saved.id} is the turbidity by Dogliotti 2015 of ${input.scene}: ${made.words}.`,
        ...made.notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: made.facts,
    }
  },
})
