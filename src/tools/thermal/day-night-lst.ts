import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { emissivityCorrected } from '../../raster/kernels/physics/surface-temperature.ts'
import { saveFormula } from '../support/formula-layer.ts'
import { measured } from '../support/figures.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid, plainInput } from '../support/physical-inputs.ts'
import { isReadySurface } from '../support/surface-product.ts'
import { defineTool, layerRef } from '../tool.ts'

export const dayNightLstTool = defineTool({
  name: 'day_night_lst',
  family: 'thermal',
  title: 'Day and night surface temperature',
  summary:
    'Land surface temperature of day and of night in kelvin from brightness temperatures and emissivity, and the daily range, day less night.',
  source: 'doi:10.1016/0034-4257(82)90043-8',
  needs: {
    day: { kind: 'raster', quantity: 'temperature' },
    night: { kind: 'raster', quantity: 'temperature' },
    day_emissivity: { kind: 'raster', quantity: 'emissivity' },
    night_emissivity: { kind: 'raster', quantity: 'emissivity' },
  },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: ['mean_day', 'mean_night', 'mean_difference'].map((name) => ({
    name,
    dimension: 'temperature' as const,
  })),
  input: z.object({
    day: layerRef('Id of the brightness temperature by day, in K.'),
    night: layerRef('Id of the brightness temperature by night, in K.'),
    day_emissivity: layerRef('Id of the emissivity by day; without it one number is taken.').optional(),
    night_emissivity: layerRef('Id of the emissivity by night; without it that by day.').optional(),
    emissivity: z
      .number()
      .min(0.8)
      .max(1)
      .default(0.98)
      .describe('Emissivity of the ground where no layer of it is given.'),
    wavelength: z
      .number()
      .min(8)
      .max(14)
      .default(11.03)
      .describe('Effective wavelength of the band in µm; 11.03 for MODIS 31.'),
  }),
  examples: [
    { day: 'layer-1', night: 'layer-2' },
    { day: 'layer-1', night: 'layer-2', day_emissivity: 'layer-3', night_emissivity: 'layer-4' },
  ],
  async run(input, context) {
    const { wavelength } = input
    const [day, night] = [await kelvinInput(context, input.day), await kelvinInput(context, input.night)]
    for (const { layer } of [day, night]) {
      if (isReadySurface(layer)) {
        throw new AppError(
          'invalid_input',
          `${layer.id} is surface temperature already; take the difference of two such layers with difference`,
        )
      }
    }
    const nightId = input.night_emissivity ?? input.day_emissivity
    const emissivities = [
      ...(input.day_emissivity === undefined ? [] : [await plainInput(context, input.day_emissivity)]),
      ...(nightId === undefined ? [] : [await plainInput(context, nightId)]),
    ]
    const { sources, notes } = onOneGrid([day, night, ...emissivities])
    const [daySource, nightSource] = [sources[0]!, sources[1]!]
    const nightEmissivity = nightId === undefined ? [] : [sources.at(-1)!]
    const dayEmissivity = input.day_emissivity === undefined ? [] : [sources[2]!]
    const corrected = (kelvin: number, emissivity: number | undefined) =>
      isEarthly(kelvin) ? emissivityCorrected(kelvin, emissivity ?? input.emissivity, wavelength) : NaN
    const single = (of: 'day' | 'night') => {
      const { layer } = of === 'day' ? day : night
      return saveFormula(context, {
        inputs: of === 'day' ? [daySource, ...dayEmissivity] : [nightSource, ...nightEmissivity],
        formula: ([kelvin, emissivity]) => corrected(kelvin!, emissivity),
        layer: {
          title: `surface temperature by ${of} ${whenOf(layer)}`,
          port: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
          unit: 'K',
          date: layer.date,
        },
        ramp: 'magma',
        group: of,
      })
    }
    const [lstDay, lstNight] = [await single('day'), await single('night')]
    const hasDay = dayEmissivity.length
    const range = await saveFormula(context, {
      inputs: [daySource, nightSource, ...dayEmissivity, ...nightEmissivity],
      formula: (values) =>
        corrected(values[0]!, hasDay ? values[2] : undefined) - corrected(values[1]!, values[2 + hasDay]),
      layer: {
        title: `day less night temperature ${whenOf(day.layer)}`,
        port: { kind: 'raster', quantity: 'difference', meaning: 'dtemperature' },
        unit: 'K',
        date: day.layer.date,
      },
      ramp: 'magma',
    })
    return {
      text: [
        `${lstDay.saved.id} is the surface temperature by day: ${lstDay.words}. ${lstNight.saved.id} is that by night: ${lstNight.words}. ` +
          `${range.saved.id} is day less night: ${range.words}.`,
        ...notes,
      ].join(' '),
      numbers: [
        measured('mean_day', lstDay.summary.mean, 'K', { layer: lstDay.saved.id }),
        measured('mean_night', lstNight.summary.mean, 'K', { layer: lstNight.saved.id }),
        measured('mean_difference', range.summary.mean, 'K', { layer: range.saved.id }),
        ...lstDay.numbers,
        ...lstNight.numbers,
      ],
      layers: [lstDay.saved, lstNight.saved, range.saved],
      warnings: [
        ...(emissivities.length === 0
          ? [`An emissivity of ${input.emissivity} is taken everywhere, as no layer of it was given.`]
          : []),
        ...notes,
        ...range.warnings,
      ],
      facts: range.facts,
    }
  },
})
