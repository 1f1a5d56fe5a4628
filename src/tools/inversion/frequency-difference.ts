import { z } from 'zod'
import { formulaMeasures } from '../support/formula-layer.ts'
import { defineTool, layerRef } from '../tool.ts'
import { MICROWAVE, relationFields, relationNotes, savePair } from './microwave.ts'

export const frequencyDifferenceTool = defineTool({
  name: 'frequency_difference',
  family: 'inversion',
  title: 'Frequency difference',
  summary:
    'Difference of two microwave frequencies of one polarisation, such as 19 less 37 GHz: rises with snow and plants; optionally brought to soil moisture or leaf area by a fitted factor and offset, cut to bounds.',
  source: 'doi:10.3189/S0260305500200736',
  needs: { first: MICROWAVE, second: MICROWAVE },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'frequency_difference' },
  measures: formulaMeasures('value'),
  input: z.object({
    first: layerRef(
      'Id of the first frequency: brightness temperature in K, or backscatter (dB is made linear).',
    ),
    second: layerRef('Id of the second frequency, of the same kind.'),
    ...relationFields,
  }),
  examples: [
    { first: 'layer-1', second: 'layer-2' },
    { first: 'layer-1', second: 'layer-2', gain: 0.7, offset: 0.1, lowest: 0, highest: 1 },
  ],
  async run(input, context) {
    const made = await savePair(
      context,
      {
        ids: [input.first, input.second],
        figure: (first, second) => first - second,
        name: 'frequency_difference',
        title: 'frequency difference',
      },
      input,
    )
    return {
      text: [
        `${made.saved.id} is the frequency difference of ${input.first} and ${input.second} (${made.kind}): ${made.words}.`,
        ...made.notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...relationNotes(input), ...made.notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
