import { z } from 'zod'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { kelvinInput, onOneGrid } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'
import { isMicrowave } from './microwave.ts'

export const snowDepthMicrowaveTool = defineTool({
  name: 'snow_depth_microwave',
  family: 'inversion',
  title: 'Snow depth from passive microwave',
  summary:
    'Depth of dry snow in centimetres from brightness temperatures at 18 or 19 and 37 GHz, horizontal: 1.59·(T18H − T37H) of Chang. Not for wet snow, forest, or depths above about a metre.',
  source: 'doi:10.3189/S0260305500200736',
  needs: {
    h18: { kind: 'raster', quantity: 'temperature' },
    h37: { kind: 'raster', quantity: 'temperature' },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'snow_depth' },
  measures: formulaMeasures('value'),
  input: z.object({
    h18: layerRef('Id of the brightness temperature at 18 or 19 GHz, horizontal, in K.'),
    h37: layerRef('Id of the brightness temperature at 37 GHz, horizontal, in K.'),
    coefficient: z
      .number()
      .min(0)
      .max(10)
      .default(1.59)
      .describe(
        'Centimetres of snow for each kelvin; 1.59 holds for a grain radius of 0.3 mm and a density of 300 kg/m³.',
      ),
  }),
  examples: [{ h18: 'layer-1', h37: 'layer-2' }],
  async run(input, context) {
    const first = await kelvinInput(context, input.h18)
    const { sources, notes } = onOneGrid([first, await kelvinInput(context, input.h37)])
    const made = await saveFormula(context, {
      inputs: sources,
      formula: ([low, high]) =>
        isMicrowave(low!) && isMicrowave(high!) ? Math.max(0, input.coefficient * (low! - high!)) : NaN,
      layer: {
        title: `snow depth ${whenOf(first.layer)}`,
        port: { kind: 'raster', quantity: 'retrieval', meaning: 'snow_depth' },
        unit: 'cm',
        date: first.layer.date,
      },
      ramp: 'water',
    })
    return {
      text: [
        `${made.saved.id} is the depth of dry snow, ${input.coefficient}·(T18H − T37H) of ${input.h18} and ${input.h37}: ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
