import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { kelvinInput, onOneGrid } from '../support/physical-inputs.ts'
import type { PhysicalInput } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'
import { isMicrowave } from './microwave.ts'

const channels = (which: string) =>
  z
    .array(layerRef('Id of a brightness temperature.'))
    .min(1)
    .max(400)
    .describe(`Ids of the ${which} channel of each difference, brightness temperatures in K.`)

export const brightnessTemperatureInversionTool = defineTool({
  name: 'brightness_temperature_inversion',
  family: 'inversion',
  title: 'Regression on brightness temperature differences',
  summary:
    'Empirical regression on microwave brightness temperatures: offset + Σ coefficient·(T first − T second) over pairs of channels, cut to bounds, for soil moisture, vegetation water or leaf area. ' +
    'The coefficients have to come from a fit to field data.',
  source: 'doi:10.1029/2007JF000769',
  needs: {
    first: { kind: 'rasters', of: { kind: 'raster', quantity: 'temperature' } },
    second: { kind: 'rasters', of: { kind: 'raster', quantity: 'temperature' } },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'microwave_regression' },
  measures: formulaMeasures('value'),
  input: z.object({
    first: channels('first'),
    second: channels('second'),
    coefficients: z
      .array(z.number())
      .min(1)
      .max(400)
      .describe('Coefficient of each difference in 1/K, or one for all of them.'),
    offset: z.number().default(0).describe('Added to the sum.'),
    lowest: z.number().default(0).describe('Results below this are set to it.'),
    highest: z.number().default(1).describe('Results above this are set to it.'),
  }),
  examples: [
    { first: ['layer-1'], second: ['layer-2'], coefficients: [0.01], offset: 0.05 },
    {
      first: ['layer-1', 'layer-3'],
      second: ['layer-2', 'layer-4'],
      coefficients: [0.006, 0.004],
      offset: 0.05,
    },
  ],
  async run(input, context) {
    const { first, second, offset, lowest, highest } = input
    const pairs = first.length
    if (second.length !== pairs || ![1, pairs].includes(input.coefficients.length)) {
      throw new AppError(
        'invalid_input',
        `${pairs} first channels, ${second.length} second ones and ${input.coefficients.length} coefficients were given; give as many of each, or one coefficient for all`,
      )
    }
    if (!(highest > lowest)) {
      throw new AppError(
        'invalid_input',
        `the bounds run from ${lowest} to ${highest}; give a lowest below the highest`,
      )
    }
    const coefficients = first.map((_, pair) => input.coefficients[pair] ?? input.coefficients[0]!)
    const inputs: PhysicalInput[] = []
    for (const id of [...first, ...second]) inputs.push(await kelvinInput(context, id))
    const { sources, notes } = onOneGrid(inputs)
    const { layer } = inputs[0]!
    const made = await saveFormula(context, {
      inputs: sources,
      formula: (kelvin) => {
        let sum = offset
        for (let pair = 0; pair < pairs; pair++) {
          const [a, b] = [kelvin[pair]!, kelvin[pairs + pair]!]
          if (!isMicrowave(a) || !isMicrowave(b)) return NaN
          sum += coefficients[pair]! * (a - b)
        }
        return Math.min(highest, Math.max(lowest, sum))
      },
      layer: {
        title: `microwave regression ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'retrieval', meaning: 'microwave_regression' },
        unit: '1',
        date: layer.date,
      },
      ramp: 'viridis',
    })
    return {
      text: `${made.saved.id} is an empirical regression on ${pairs} differences of brightness temperature, cut to ${lowest} to ${highest}: ${made.words}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [
        'The coefficients were given with the call; the result is only as good as the field data they were fitted to.',
        ...notes.slice(0, 3),
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})
