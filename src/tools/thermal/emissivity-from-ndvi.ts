import { z } from 'zod'
import {
  logarithmicEmissivity,
  tableEmissivity,
  thresholdsEmissivity,
} from '../../raster/kernels/physics/emissivity.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { plainInput } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

const emissivityField = (fallback: number, of: string) =>
  z.number().min(0.8).max(1).default(fallback).describe(`Emissivity of ${of}, for method "thresholds".`)

export const emissivityFromNdviTool = defineTool({
  name: 'emissivity_from_ndvi',
  family: 'thermal',
  title: 'Emissivity from NDVI',
  summary:
    'Thermal emissivity of the ground near 11 µm out of NDVI, as land surface temperature needs it: by NDVI thresholds, by the logarithm of NDVI, or by a plain table.',
  source: 'doi:10.1016/j.rse.2004.02.003',
  needs: { ndvi: { kind: 'raster', quantity: 'index', meaning: 'ndvi' } },
  gives: { kind: 'raster', quantity: 'emissivity' },
  measures: formulaMeasures('value'),
  input: z.object({
    ndvi: layerRef('Id of the NDVI raster.'),
    method: z
      .enum(['thresholds', 'logarithm', 'table'])
      .default('thresholds')
      .describe(
        'How: thresholds (Sobrino 2004: soil below 0.2, vegetation above 0.5, mixed between), logarithm (Van de Griend and Owe 1993, NDVI 0.157 to 0.727 only), or a plain table (0.96, 0.97 + 0.003 NDVI, 0.99).',
      ),
    soil: emissivityField(0.97, 'bare soil'),
    vegetation: emissivityField(0.99, 'full vegetation'),
    water: emissivityField(0.991, 'water, where NDVI is below 0'),
  }),
  examples: [{ ndvi: 'layer-1' }, { ndvi: 'layer-1', method: 'logarithm' }],
  async run(input, context) {
    const { layer, source } = await plainInput(context, input.ndvi)
    const of = {
      thresholds: (ndvi: number) => thresholdsEmissivity(ndvi, input),
      logarithm: logarithmicEmissivity,
      table: tableEmissivity,
    }[input.method]
    const made = await saveFormula(context, {
      inputs: [source],
      formula: ([ndvi]) => of(ndvi!),
      layer: {
        title: `emissivity ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'emissivity' },
        unit: '1',
        date: layer.date,
      },
      ramp: 'cividis',
    })
    return {
      text: `${made.saved.id} is the emissivity from ${layer.id} by ${input.method}: ${made.words}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: made.warnings,
      facts: made.facts,
    }
  },
})
