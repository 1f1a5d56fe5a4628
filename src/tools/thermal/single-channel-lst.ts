import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { tableEmissivity, thresholdsEmissivity } from '../../raster/kernels/physics/emissivity.ts'
import { emissivityCorrected } from '../../raster/kernels/physics/surface-temperature.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly, kelvinInput, onOneGrid, plainInput } from '../support/physical-inputs.ts'
import { isReadySurface } from '../support/surface-product.ts'
import { defineTool, layerRef } from '../tool.ts'

const ENDS = { soil: 0.97, vegetation: 0.99, water: 0.991 }

export const singleChannelLstTool = defineTool({
  name: 'single_channel_lst',
  family: 'thermal',
  title: 'Land surface temperature, single channel',
  summary:
    'Land surface temperature (LST) in kelvin from one thermal band: brightness temperature corrected for emissivity, which is given or taken from NDVI. ' +
    'The air is not corrected, so it reads some kelvin low in humid air.',
  source: 'doi:10.1016/0034-4257(82)90043-8',
  needs: {
    temperature: { kind: 'raster', quantity: 'temperature' },
    emissivity: { kind: 'raster', quantity: 'emissivity' },
    ndvi: { kind: 'raster', quantity: 'index', meaning: 'ndvi' },
  },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: formulaMeasures('temperature'),
  input: z.object({
    temperature: layerRef('Id of the brightness temperature, in K.'),
    emissivity: layerRef('Id of an emissivity raster; or give ndvi.').optional(),
    ndvi: layerRef('Id of an NDVI raster that emissivity is taken from; or give emissivity.').optional(),
    rule: z
      .enum(['thresholds', 'table'])
      .default('thresholds')
      .describe(
        'How emissivity follows from ndvi: thresholds (Sobrino 2004), or a plain table (0.96 below 0.2, 0.99 above 0.7, 0.97 + 0.003 NDVI between).',
      ),
    wavelength: z
      .number()
      .min(8)
      .max(14)
      .default(10.9)
      .describe(
        'Effective wavelength of the thermal band in µm: 10.9 for TIRS B10, 12.0 for B11, 11.45 for TM B6, 11.03 for MODIS 31.',
      ),
  }),
  examples: [
    { temperature: 'layer-1', ndvi: 'layer-2' },
    { temperature: 'layer-1', emissivity: 'layer-2', wavelength: 11.45 },
  ],
  async run(input, context) {
    const { emissivity, ndvi, rule, wavelength } = input
    if ((emissivity === undefined) === (ndvi === undefined)) {
      throw new AppError('invalid_input', 'give either an emissivity raster or an ndvi raster')
    }
    const thermal = await kelvinInput(context, input.temperature)
    if (isReadySurface(thermal.layer)) {
      throw new AppError(
        'invalid_input',
        `${thermal.layer.id} is surface temperature already; correcting it again would make it too warm`,
      )
    }
    const second = await plainInput(context, (emissivity ?? ndvi)!)
    const { sources, notes } = onOneGrid([thermal, second])
    const fromNdvi = (value: number) =>
      rule === 'table' ? tableEmissivity(value) : thresholdsEmissivity(value, ENDS)
    const { layer } = thermal
    const made = await saveFormula(context, {
      inputs: sources,
      formula: ([kelvin, value]) =>
        isEarthly(kelvin!)
          ? emissivityCorrected(kelvin!, emissivity === undefined ? fromNdvi(value!) : value!, wavelength)
          : NaN,
      layer: {
        title: `surface temperature ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
        unit: 'K',
        date: layer.date,
      },
      ramp: 'magma',
    })
    const how = emissivity === undefined ? `emissivity from ${second.layer.id} by ${rule}` : second.layer.id
    return {
      text: [
        `${made.saved.id} is the land surface temperature from ${layer.id} with ${how} at ${wavelength} µm: ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: ['Emissivity is corrected, the air is not.', ...notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
