import { z } from 'zod'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { kelvinInput, onOneGrid } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

const weight = (fallback: number, of: string) =>
  z.number().min(-10).max(10).default(fallback).describe(`Weight of the ${of} band.`)

export const threeBandLstTool = defineTool({
  name: 'three_band_lst',
  family: 'thermal',
  title: 'Land surface temperature, three-band weighted mean',
  summary:
    'Empirical approximation of surface temperature as a weighted sum of three thermal bands plus an offset, with given weights. ' +
    'It separates no emissivity: for that take temperature_emissivity_separation.',
  source: 'doi:10.1109/36.700995',
  needs: {
    first: { kind: 'raster', quantity: 'temperature' },
    second: { kind: 'raster', quantity: 'temperature' },
    third: { kind: 'raster', quantity: 'temperature' },
  },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: formulaMeasures('temperature'),
  input: z.object({
    first: layerRef('Id of the brightness temperature of the first thermal band, in K.'),
    second: layerRef('Id of the brightness temperature of the second thermal band, in K.'),
    third: layerRef('Id of the brightness temperature of the third thermal band, in K.'),
    first_weight: weight(0.3, 'first'),
    second_weight: weight(0.3, 'second'),
    third_weight: weight(0.4, 'third'),
    offset: z.number().min(-50).max(50).default(2).describe('Added to the weighted sum, in K.'),
    lowest: z
      .number()
      .min(100)
      .max(400)
      .default(240)
      .describe('Pixels colder than this in any band, in K, are left out.'),
    highest: z
      .number()
      .min(100)
      .max(400)
      .default(340)
      .describe('Pixels warmer than this in any band, in K, are left out.'),
  }),
  examples: [{ first: 'layer-1', second: 'layer-2', third: 'layer-3' }],
  async run(input, context) {
    const first = await kelvinInput(context, input.first)
    const { sources, notes } = onOneGrid([
      first,
      await kelvinInput(context, input.second),
      await kelvinInput(context, input.third),
    ])
    const weights = [input.first_weight, input.second_weight, input.third_weight]
    const { lowest, highest, offset } = input
    const made = await saveFormula(context, {
      inputs: sources,
      formula: (kelvin) =>
        kelvin.every((each) => each > lowest && each < highest)
          ? weights.reduce((sum, each, band) => sum + each * kelvin[band]!, offset)
          : NaN,
      layer: {
        title: `surface temperature ${whenOf(first.layer)}`,
        port: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
        unit: 'K',
        date: first.layer.date,
      },
      ramp: 'magma',
    })
    return {
      text: [
        `${made.saved.id} is the weighted sum of ${input.first}, ${input.second} and ${input.third} (${weights.join(', ')}) plus ${offset} K, an empirical approximation of surface temperature: ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [
        'The formula is an empirical approximation that separates no emissivity.',
        ...notes,
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})
