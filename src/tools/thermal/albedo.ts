import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { BandName } from '../../trace/port.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { hiddenGround, sceneBands } from '../support/scene-bands.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Bands with their weights, and the offset, of broadband shortwave albedo (Liang 2001). */
const CONVERSIONS = {
  landsat: {
    weights: { blue: 0.356, red: 0.13, nir: 0.373, swir1: 0.085, swir2: 0.072 },
    offset: -0.0018,
  },
  modis: {
    weights: { red: 0.16, nir: 0.291, blue: 0.243, green: 0.116, swir_1240: 0.112, swir2: 0.081 },
    offset: -0.0015,
  },
} as const satisfies Readonly<
  Record<string, { readonly weights: Partial<Record<BandName, number>>; readonly offset: number }>
>

export const albedoTool = defineTool({
  name: 'albedo',
  family: 'thermal',
  title: 'Broadband albedo',
  summary:
    'Shortwave albedo of the ground, 0 to 1, out of the reflectance of a Landsat, Sentinel-2 or MODIS scene by the narrow-to-broadband formula of Liang. Needed for thermal inertia and radiation.',
  source: 'doi:10.1016/S0034-4257(00)00205-4',
  needs: {
    scene: { kind: 'raster', quantity: 'reflectance', bands: ['blue', 'red', 'nir', 'swir1', 'swir2'] },
  },
  gives: { kind: 'raster', quantity: 'fraction', meaning: 'albedo' },
  measures: formulaMeasures('value'),
  input: z.object({
    scene: layerRef('Id of a scene of surface reflectance with bands blue, red, nir, swir1, swir2.'),
    conversion: z
      .enum(['landsat', 'modis'])
      .default('landsat')
      .describe(
        'Whose formula: landsat (also used for Sentinel-2), or modis, which needs the 1.24 µm band too.',
      ),
    clouds: cloudsArgument,
  }),
  examples: [{ scene: 'scene-1' }, { scene: 'scene-1', conversion: 'modis' }],
  async run(input, context) {
    const layer = context.layer(input.scene)
    if (layer.scene && layer.scene.quantity !== 'reflectance') {
      throw new AppError(
        'scaling_unknown',
        `${layer.id} holds ${layer.scene.quantity} numbers, and albedo needs reflectance from 0 to 1; give the scene its scale and offset`,
      )
    }
    const { weights, offset } = CONVERSIONS[input.conversion]
    const names = Object.keys(weights) as BandName[]
    const factors: readonly number[] = Object.values(weights)
    const { sources, grid, notes } = await sceneBands(context, layer, names)
    const hidden = input.clouds === 'mask' ? await hiddenGround(context, layer, { grid }) : null
    const made = await saveFormula(context, {
      inputs: hidden ? [...sources, hidden] : sources,
      formula: (values) => {
        if (hidden && values[factors.length] !== 0) return NaN
        const sum = factors.reduce((total, factor, band) => total + factor * values[band]!, offset)
        return sum >= 0 && sum <= 1 ? sum : NaN
      },
      layer: {
        title: `albedo ${whenOf(layer)}`,
        port: { kind: 'raster', quantity: 'fraction', meaning: 'albedo' },
        unit: '1',
        date: layer.date,
      },
      ramp: 'gray',
    })
    return {
      text: [
        `${made.saved.id} is the shortwave albedo of ${layer.id} by the ${input.conversion} formula of Liang 2001: ${made.words}.`,
        ...notes,
        ...(hidden ? ['Pixels under cloud and shadow are left out.'] : []),
      ].join(' '),
      numbers: made.numbers,
      layers: [made.saved],
      warnings: [...notes, ...made.warnings],
      facts: made.facts,
    }
  },
})
