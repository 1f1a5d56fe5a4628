import { z } from 'zod'
import { BAND_NAMES } from '../../trace/port.ts'
import { saveFormula, formulaMeasures } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Keeps logarithms and powers of water that reflects nothing finite. */
const LEAST = 1e-6

export const empiricalWaterQualityTool = defineTool({
  name: 'empirical_water_quality',
  family: 'inversion',
  title: 'Water quality by an empirical relation',
  summary:
    'Turbidity, suspended matter or chlorophyll by a linear, power or logarithmic relation of one band, whose coefficients were fitted to samples of the same water: a·R + b, a·Rⁿ + b or a·ln R + b, never below zero.',
  source: 'doi:10.1016/j.rse.2009.11.022',
  needs: { layer: { kind: 'raster', quantity: ['reflectance', 'index', 'raw', 'radiance'], bands: [] } },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'water_quality' },
  measures: formulaMeasures('value'),
  input: z.object({
    layer: layerRef('Id of the raster or scene.'),
    band: z.enum(BAND_NAMES).optional().describe('Band, for scenes of several bands; mostly red.'),
    form: z.enum(['linear', 'power', 'logarithm']).default('linear').describe('Form of the relation.'),
    a: z.number().describe('Factor of the relation.'),
    b: z.number().default(0).describe('Offset of the relation.'),
    n: z.number().default(1).describe('Exponent, for form "power".'),
    unit: z
      .enum(['NTU', 'g/m3', 'mg/m3', '1'])
      .default('NTU')
      .describe('Unit of the result: NTU for turbidity, g/m3 for suspended matter, mg/m3 for chlorophyll.'),
  }),
  examples: [
    { layer: 'layer-1', a: 228.1 },
    { layer: 'scene-1', band: 'red', form: 'power', a: 120, n: 1.3, b: 2 },
  ],
  async run(input, context) {
    const { a, b, n, form } = input
    const { layer, source } = await singleRaster(context, input.layer, input.band)
    const relation = {
      linear: (value: number) => a * value + b,
      power: (value: number) => a * Math.max(value, LEAST) ** n + b,
      logarithm: (value: number) => a * Math.log(Math.max(value, LEAST)) + b,
    }[form]
    const made = await saveFormula(context, {
      inputs: [source],
      formula: ([value]) => Math.max(0, relation(value!)),
      layer: {
        title: `water quality ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'retrieval', meaning: 'water_quality' },
        unit: input.unit,
        date: layer.date,
      },
      ramp: 'viridis',
    })
    return {
      text: `${made.saved.id} is the ${form} relation of ${layer.id} with a ${a}, b ${b}${form === 'power' ? `, n ${n}` : ''}: ${made.words}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [
        'The coefficients were given with the call; the result is only as good as the samples they were fitted to.',
        ...(layer.scene?.quantity === 'raw'
          ? [`${layer.id} holds raw numbers, so the coefficients have to be those for raw numbers.`]
          : []),
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})
