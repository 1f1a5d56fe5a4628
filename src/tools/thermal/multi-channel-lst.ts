import { z } from 'zod'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid } from '../support/physical-inputs.ts'
import { defineTool, layerRef } from '../tool.ts'

const coefficient = (fallback: number, of: string) =>
  z.number().min(-100).max(100).default(fallback).describe(of)

export const multiChannelLstTool = defineTool({
  name: 'multi_channel_lst',
  family: 'thermal',
  title: 'Land surface temperature, two-band linear formula',
  summary:
    'Empirical approximation of land surface temperature from two thermal bands: a·T31 + b·(T31 − T32) + c, with given coefficients. ' +
    'It knows no emissivity and no water vapour; split_window_lst is the better method where emissivities are there.',
  source: 'doi:10.1029/JC090iC06p11587',
  needs: {
    band11: { kind: 'raster', quantity: 'temperature' },
    band12: { kind: 'raster', quantity: 'temperature' },
  },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: formulaMeasures('temperature'),
  input: z.object({
    band11: layerRef('Id of the brightness temperature near 11 µm in K, such as MODIS 31.'),
    band12: layerRef('Id of the brightness temperature near 12 µm in K, such as MODIS 32.'),
    a: coefficient(1.022, 'Factor of the band near 11 µm.'),
    b: coefficient(0.47, 'Factor of the difference of the bands, 11 less 12 µm.'),
    c: coefficient(0.43, 'Offset in K.'),
  }),
  examples: [{ band11: 'layer-1', band12: 'layer-2' }],
  async run(input, context) {
    const { a, b, c } = input
    const first = await kelvinInput(context, input.band11)
    const { sources, notes } = onOneGrid([first, await kelvinInput(context, input.band12)])
    const made = await saveFormula(context, {
      inputs: sources,
      formula: ([t11, t12]) => (isEarthly(t11!) && isEarthly(t12!) ? a * t11! + b * (t11! - t12!) + c : NaN),
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
        `${made.saved.id} is ${a}·T + ${b}·(T − T12) + ${c} of ${input.band11} and ${input.band12}, an empirical approximation of surface temperature: ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [
        'The formula is an empirical approximation without emissivity or water vapour.',
        ...notes,
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})
