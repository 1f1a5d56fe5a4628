import { z } from 'zod'
import { separateTemperature } from '../../raster/kernels/physics/emissivity.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { measured } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid } from '../support/physical-inputs.ts'
import type { Port } from '../../trace/port.ts'
import { defineTool, layerRef } from '../tool.ts'

const need: Port = { kind: 'raster', quantity: 'temperature' }
const band = (place: string) =>
  layerRef(`Id of the brightness temperature of the ${place} thermal band, in K.`)
const micrometres = (fallback: number, place: string) =>
  z.number().min(7).max(14).default(fallback).describe(`Effective wavelength of the ${place} band in µm.`)

export const temperatureEmissivitySeparationTool = defineTool({
  name: 'temperature_emissivity_separation',
  family: 'thermal',
  title: 'Temperature and emissivity separation (TES)',
  summary:
    'Surface temperature and emissivity together from four or five thermal bands such as ASTER 10 to 14: normalised emissivity, ratios and the min–max difference (ε min = 0.994 − 0.687·MMD^0.737). ' +
    'Needs brightness temperatures at the ground, corrected for the air.',
  source: 'doi:10.1109/36.700995',
  needs: { band1: need, band2: need, band3: need, band4: need, band5: need },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: [...formulaMeasures('temperature'), { name: 'mean_emissivity', dimension: 'value' }],
  input: z.object({
    band1: band('first'),
    band2: band('second'),
    band3: band('third'),
    band4: band('fourth'),
    band5: band('fifth').optional(),
    wavelength1: micrometres(8.291, 'first'),
    wavelength2: micrometres(8.634, 'second'),
    wavelength3: micrometres(9.075, 'third'),
    wavelength4: micrometres(10.657, 'fourth'),
    wavelength5: micrometres(11.318, 'fifth'),
    highest: z
      .number()
      .min(0.9)
      .max(1)
      .default(0.99)
      .describe('Highest emissivity that is assumed to start from.'),
  }),
  examples: [
    { band1: 'layer-1', band2: 'layer-2', band3: 'layer-3', band4: 'layer-4', band5: 'layer-5' },
    {
      band1: 'layer-1', band2: 'layer-2', band3: 'layer-3', band4: 'layer-4', wavelength1: 8.3, wavelength2: 8.65,
      wavelength3: 9.1, wavelength4: 11.3,
    },
  ], // prettier-ignore
  async run(input, context) {
    const ids = [input.band1, input.band2, input.band3, input.band4, ...(input.band5 ? [input.band5] : [])]
    const wavelengths = [
      input.wavelength1,
      input.wavelength2,
      input.wavelength3,
      input.wavelength4,
      input.wavelength5,
    ].slice(0, ids.length)
    const bands = []
    for (const id of ids) bands.push(await kelvinInput(context, id))
    const { sources, notes } = onOneGrid(bands)
    const { layer } = bands[0]!
    const separate = (kelvin: Float64Array) =>
      separateTemperature(
        kelvin.every(isEarthly) ? kelvin : kelvin.map(() => NaN),
        wavelengths,
        input.highest,
      )
    const lst = await saveFormula(context, {
      inputs: sources,
      formula: (kelvin) => separate(kelvin).temperature,
      layer: {
        title: `surface temperature ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
        unit: 'K',
        date: layer.date,
      },
      ramp: 'magma',
    })
    const lowest = await saveFormula(context, {
      inputs: sources,
      formula: (kelvin) => separate(kelvin).lowest,
      layer: {
        title: `lowest emissivity ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'emissivity' },
        unit: '1',
        date: layer.date,
      },
      ramp: 'cividis',
    })
    return {
      text: [
        `${lst.saved.id} is the surface temperature of ${ids.length} thermal bands by TES: ${lst.words}. ` +
          `${lowest.saved.id} is the lowest emissivity of the bands: ${lowest.words}.`,
        ...notes,
      ].join(' '),
      numbers: [
        ...lst.numbers,
        measured('mean_emissivity', lowest.summary.mean, '1', { layer: lowest.saved.id }),
      ],
      layers: [lst.saved, lowest.saved],
      warnings: [
        'Bands count as corrected for the air; radiation that the ground reflects from the sky is not taken off.',
        ...notes,
        ...lst.warnings,
      ],
      facts: lst.facts,
    }
  },
})
