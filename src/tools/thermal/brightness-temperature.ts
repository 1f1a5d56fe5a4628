import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { RasterSource } from '../../raster/source.ts'
import { calibratedTemperature } from '../../raster/kernels/physics/surface-temperature.ts'
import type { Layer } from '../../trace/layer.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { isReadySurface } from '../support/surface-product.ts'
import { defineTool, layerRef } from '../tool.ts'
import type { ToolContext } from '../tool.ts'
import { THERMAL_BANDS, thermalBandOf } from './calibration.ts'
import type { ThermalBandName } from './calibration.ts'

const BAND_IDS = Object.keys(THERMAL_BANDS) as [ThermalBandName, ...ThermalBandName[]]

interface Given {
  readonly layer: Layer
  readonly source: RasterSource
  readonly kind: 'kelvin' | 'radiance' | 'numbers'
  readonly calibration: ThermalBandName | null
}

export const brightnessTemperatureTool = defineTool({
  name: 'brightness_temperature',
  family: 'thermal',
  title: 'Brightness temperature',
  summary:
    'Temperature at the sensor in kelvin from a thermal band: raw Landsat level 1 numbers or radiance by the K1 and K2 constants of TM, ETM+ or TIRS; ' +
    'a thermal band that is in kelvin already is taken as it is. First step towards land surface temperature.',
  source: 'doi:10.1016/j.rse.2009.01.007',
  needs: {
    layer: { kind: 'raster', quantity: ['radiance', 'raw'] },
    scene: {
      kind: 'raster',
      quantity: ['reflectance', 'raw', 'temperature', 'radiance'],
      bands: ['thermal1'],
    },
  },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'brightness_temperature' },
  measures: formulaMeasures('temperature'),
  input: z.object({
    layer: layerRef(
      'Id of a single raster of radiance or of raw thermal numbers; or give a scene.',
    ).optional(),
    scene: layerRef('Id of a scene with a thermal band; or give a layer.').optional(),
    band: z
      .enum(['thermal1', 'thermal2'])
      .default('thermal1')
      .describe('Thermal band of the scene: thermal1 is B6 or B10, thermal2 is B11.'),
    calibration: z
      .enum(BAND_IDS)
      .optional()
      .describe('Sensor band whose K1 and K2 are taken; without it that of the sensor of the scene.'),
  }),
  examples: [{ layer: 'layer-1', calibration: 'landsat_8_b10' }, { scene: 'scene-1' }],
  async run(input, context) {
    const given = await resolve(input, context)
    const name = input.calibration ?? given.calibration
    if (given.kind !== 'kelvin' && name === null) {
      throw new AppError(
        'invalid_input',
        `the sensor of ${given.layer.id} is not known to have thermal constants; give its calibration, one of ${BAND_IDS.join(', ')}`,
      )
    }
    const { layer } = given
    const constants = THERMAL_BANDS[name ?? 'landsat_8_b10']
    const radiance = (value: number) =>
      given.kind === 'radiance' ? value : constants.gain * value + constants.offset
    const made = await saveFormula(context, {
      inputs: [given.source],
      formula:
        given.kind === 'kelvin'
          ? ([value]) => value!
          : ([value]) => calibratedTemperature(radiance(value!), constants.k1, constants.k2),
      layer: {
        title: `brightness temperature ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'temperature', meaning: 'brightness_temperature' },
        unit: 'K',
        date: layer.date,
      },
      ramp: 'magma',
    })
    const how = {
      kelvin: 'the band is in kelvin already',
      radiance: `from radiance by K1 ${constants.k1} and K2 ${constants.k2}`,
      numbers: `from raw numbers by gain ${constants.gain} and offset ${constants.offset}, K1 ${constants.k1} and K2 ${constants.k2}`,
    }[given.kind]
    return {
      text: `${made.saved.id} is the brightness temperature of ${layer.id} (${how}): ${made.words}.`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [
        ...(given.kind === 'numbers'
          ? [
              'Gain and offset are the usual ones of the sensor; a scene whose MTL file states others differs.',
            ]
          : []),
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})

async function resolve(
  input: {
    readonly layer?: string | undefined
    readonly scene?: string | undefined
    readonly band: 'thermal1' | 'thermal2'
  },
  context: ToolContext,
): Promise<Given> {
  if ((input.layer === undefined) === (input.scene === undefined)) {
    throw new AppError('invalid_input', 'give either a layer or a scene with a thermal band')
  }
  if (input.layer !== undefined) {
    const { layer, source } = await singleRaster(context, input.layer)
    const isRadiance = layer.port.kind === 'raster' && layer.port.quantity === 'radiance'
    return {
      layer,
      source,
      kind: layer.unit === 'K' ? 'kelvin' : isRadiance ? 'radiance' : 'numbers',
      calibration: null,
    }
  }
  const { layer, source } = await singleRaster(context, input.scene!, input.band)
  if (isReadySurface(layer)) {
    throw new AppError(
      'invalid_input',
      `${layer.id} holds surface temperature already, corrected for air and emissivity; take it with surface_temperature`,
    )
  }
  const facts = layer.scene?.bands.find(({ name }) => name === input.band)
  return {
    layer,
    source,
    kind: Number.isFinite(facts?.scale) ? 'kelvin' : 'numbers',
    calibration: thermalBandOf(layer.scene?.sensor ?? 'unknown', input.band),
  }
}
