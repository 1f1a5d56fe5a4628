import { z } from 'zod'
import { formulaMeasures } from '../support/formula-layer.ts'
import { defineTool, layerRef } from '../tool.ts'
import { MICROWAVE, relationFields, relationNotes, savePair } from './microwave.ts'

export const polarisationDifferenceTool = defineTool({
  name: 'polarisation_difference',
  family: 'inversion',
  title: 'Polarisation difference',
  summary:
    'Vertical less horizontal polarisation (V − H) of a passive microwave or dual-polarised radar pair, which falls with plants and roughness and rises with wet bare soil; optionally brought to soil moisture by a fitted factor and offset.',
  source:
    'https://www.longdom.org/open-access/microwave-polarization-and-gradient-ratio-mpgr-for-global-land-surface-phenology-38490.html',
  needs: { vertical: MICROWAVE, horizontal: MICROWAVE },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'polarisation_difference' },
  measures: formulaMeasures('value'),
  input: z.object({
    vertical: layerRef(
      'Id of the vertical polarisation: brightness temperature in K, or backscatter (dB is made linear).',
    ),
    horizontal: layerRef('Id of the horizontal polarisation, of the same kind.'),
    ...relationFields,
  }),
  examples: [
    { vertical: 'layer-1', horizontal: 'layer-2' },
    { vertical: 'layer-1', horizontal: 'layer-2', gain: 0.3, offset: 0.1 },
  ],
  async run(input, context) {
    const made = await savePair(
      context,
      {
        ids: [input.vertical, input.horizontal],
        figure: (first, second) => first - second,
        name: 'polarisation_difference',
        title: 'polarisation difference',
      },
      input,
    )
    return {
      text: [
        `${made.saved.id} is the polarisation difference of ${input.vertical} and ${input.horizontal} (${made.kind}): ${made.words}.`,
        ...made.notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...relationNotes(input), ...made.notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
