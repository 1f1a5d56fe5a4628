import { z } from 'zod'
import { formulaMeasures } from '../support/formula-layer.ts'
import { defineTool, layerRef } from '../tool.ts'
import { MICROWAVE, relationFields, relationNotes, savePair } from './microwave.ts'

export const polarisationRatioTool = defineTool({
  name: 'polarisation_ratio',
  family: 'inversion',
  title: 'Polarisation ratio',
  summary:
    'Normalised polarisation ratio (V − H) / (V + H) of a passive microwave or dual-polarised radar pair (microwave polarisation difference index); optionally brought to vegetation water or soil moisture by a fitted factor and offset.',
  source:
    'https://www.longdom.org/open-access/microwave-polarization-and-gradient-ratio-mpgr-for-global-land-surface-phenology-38490.html',
  needs: { vertical: MICROWAVE, horizontal: MICROWAVE },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'polarisation_ratio' },
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
    { vertical: 'layer-1', horizontal: 'layer-2', gain: 15, offset: 5 },
  ],
  async run(input, context) {
    const made = await savePair(
      context,
      {
        ids: [input.vertical, input.horizontal],
        figure: (first, second) => (first - second) / (first + second),
        name: 'polarisation_ratio',
        title: 'polarisation ratio',
      },
      input,
    )
    return {
      text: [
        `${made.saved.id} is the polarisation ratio of ${input.vertical} and ${input.horizontal} (${made.kind}): ${made.words}.`,
        ...made.notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...relationNotes(input), ...made.notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
