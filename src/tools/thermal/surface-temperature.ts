import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { isEarthly } from '../support/physical-inputs.ts'
import { hiddenGround } from '../support/scene-bands.ts'
import { singleRaster } from '../support/single-raster.ts'
import { isReadySurface } from '../support/surface-product.ts'
import { defineTool, layerRef } from '../tool.ts'

export const surfaceTemperatureTool = defineTool({
  name: 'surface_temperature',
  family: 'thermal',
  title: 'Surface temperature of a product',
  summary:
    'Land surface temperature in kelvin out of a product that holds it ready, such as Landsat level 2 ST or MOD11, as a layer of its own without cloud.',
  source: 'https://www.usgs.gov/landsat-missions/landsat-collection-2-surface-temperature',
  needs: { scene: { kind: 'raster', quantity: ['reflectance', 'temperature', 'raw'], bands: ['thermal1'] } },
  gives: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
  measures: formulaMeasures('temperature'),
  input: z.object({
    scene: layerRef('Id of a scene whose thermal band is surface temperature.'),
    clouds: cloudsArgument,
  }),
  examples: [{ scene: 'scene-1' }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.scene, 'thermal1')
    const band = layer.scene?.bands.find(({ name }) => name === 'thermal1')
    if (!Number.isFinite(band?.scale)) {
      throw new AppError(
        'scaling_unknown',
        `the thermal band of ${layer.id} holds raw numbers; make kelvin of it with brightness_temperature, or give it its scale and offset (Landsat level 2: 0.00341802 and 149)`,
      )
    }
    const hidden = input.clouds === 'mask' ? await hiddenGround(context, layer, { grid: source.grid }) : null
    const made = await saveFormula(context, {
      inputs: hidden ? [source, hidden] : [source],
      formula: ([kelvin, isHidden = 0]) => (isHidden === 0 && isEarthly(kelvin!) ? kelvin! : NaN),
      layer: {
        title: `surface temperature ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'temperature', meaning: 'surface_temperature' },
        unit: 'K',
        date: layer.date,
      },
      ramp: 'magma',
    })
    const isReady = isReadySurface(layer)
    return {
      text: `${made.saved.id} is the surface temperature of ${layer.id}: ${made.words}.${hidden ? ' Pixels under cloud and shadow are left out.' : ''}`,
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [
        ...(isReady
          ? []
          : [
              band?.planck
                ? `The thermal band of ${layer.id} is of level 1: this is brightness temperature at the sensor, often some kelvin below that of the ground. Correct it with single_channel_lst, or take level 2.`
                : `${layer.id} is not known as a product of surface temperature; if its thermal band is brightness temperature, correct it with single_channel_lst.`,
            ]),
        ...made.warnings,
      ],
      facts: made.facts,
    }
  },
})
