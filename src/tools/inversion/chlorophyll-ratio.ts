import { z } from 'zod'
import { chlorophyll } from '../../raster/kernels/physics/water-quality.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { formulaMeasures } from '../support/formula-layer.ts'
import { defineTool, layerRef } from '../tool.ts'
import { saveWater, waterArgument } from './water-scene.ts'

export const chlorophyllRatioTool = defineTool({
  name: 'chlorophyll_ratio',
  family: 'inversion',
  title: 'Chlorophyll by NDCI',
  summary:
    'Chlorophyll-a of turbid productive water in mg/m³ from red and red-edge reflectance (665 and 708 nm) by the normalised difference chlorophyll index of Mishra: 14.039 + 86.115·NDCI + 194.325·NDCI².',
  source: 'doi:10.1016/j.rse.2011.10.016',
  needs: {
    scene: { kind: 'raster', quantity: 'reflectance', bands: ['red', 'rededge1'] },
    water: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'chlorophyll_ratio' },
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
      bands: ['red', 'rededge1'],
      formula: ([red, edge]) => chlorophyll(red!, edge!),
      meaning: 'chlorophyll_ratio',
      unit: 'mg/m3',
    })
    return {
      text: [
        `${made.saved.id} is the chlorophyll-a by NDCI of ${input.scene}: ${made.words}.`,
        ...made.notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: made.facts,
    }
  },
})
