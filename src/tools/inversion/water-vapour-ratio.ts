import { z } from 'zod'
import { continuum, pathWaterVapour } from '../../raster/kernels/physics/water-vapour.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { figure, ratio } from '../support/figures.ts'
import { formulaMeasures, saveFormula } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { hiddenGround, sceneBands } from '../support/scene-bands.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

/** α and β of the 0.94 µm band over each ground (Kaufman and Gao 1992). */
const SURFACES = { mixed: [0.02, 0.651], vegetation: [0.012, 0.651], bare_soil: [-0.04, 0.651] } as const

/** Bands of MODIS 17, 18 and 19 with their wavelengths in µm. */
const ABSORBING = [
  ['wv_905', 0.905],
  ['wv_936', 0.936],
  ['wv_940', 0.94],
] as const

export const waterVapourRatioTool = defineTool({
  name: 'water_vapour_ratio',
  family: 'inversion',
  title: 'Column water vapour by band ratio',
  summary:
    'Precipitable water vapour in cm (g/cm²) from MODIS near infrared: the transmittance of bands 17, 18 and 19 against the continuum between 0.865 and 1.24 µm, and ((α − ln T) / β)² of Kaufman and Gao for the 0.94 µm band along the path of the light. ' +
    'A straight −ln T / 0.03, as some libraries have it, is in no paper.',
  source: 'doi:10.1109/36.175321',
  needs: {
    scene: {
      kind: 'raster',
      quantity: 'reflectance',
      bands: ['nir', 'swir_1240', 'wv_905', 'wv_936', 'wv_940'],
    },
  },
  gives: { kind: 'raster', quantity: 'retrieval', meaning: 'water_vapour' },
  measures: [
    ...formulaMeasures('value'),
    ...ABSORBING.map(([band]) => ({
      name: band.replace('wv_', 'mean_transmittance_'),
      dimension: 'ratio' as const,
    })),
  ],
  input: z.object({
    scene: layerRef(
      'Id of a MODIS scene of reflectance at the top of the air with bands 2, 5, 17, 18 and 19.',
    ),
    surface: z
      .enum(['mixed', 'vegetation', 'bare_soil'])
      .default('mixed')
      .describe('Kind of ground, which sets α and β.'),
    sun_zenith: slot(
      z
        .number()
        .min(0)
        .max(85)
        .optional()
        .describe('Angle of the sun from overhead in degrees; by default from the scene, else 0.'),
      'sun_zenith',
    ),
    view_zenith: z
      .number()
      .min(0)
      .max(70)
      .default(0)
      .describe('Angle of the sensor from overhead in degrees.'),
    clouds: cloudsArgument,
  }),
  examples: [{ scene: 'scene-1', sun_zenith: 30 }],
  async run(input, context) {
    const layer = context.layer(input.scene)
    const { sources, grid, notes } = await sceneBands(context, layer, [
      'nir',
      'swir_1240',
      ...ABSORBING.map(([band]) => band),
    ])
    const hidden = input.clouds === 'mask' ? await hiddenGround(context, layer, { grid }) : null
    const known = layer.scene?.sunElevationDegrees ?? null
    const sun = input.sun_zenith ?? (known === null ? 0 : 90 - known)
    const path = 1 / cosine(sun) + 1 / cosine(input.view_zenith)
    const [alpha, beta] = SURFACES[input.surface]
    const inputs = hidden ? [...sources, hidden] : sources
    const transmittance = (values: Float64Array, band: number) => {
      if (hidden && values[5] !== 0) return NaN
      const [nir, swir, absorbed] = [values[0]!, values[1]!, values[2 + band]!]
      if (!(nir > 0 && swir > 0 && absorbed > 0)) return NaN
      return absorbed / continuum(nir, swir, ABSORBING[band]![1])
    }
    const about = (title: string, meaning: string) => ({
      title: `${title} ${whenOf(layer)}`,
      port: { kind: 'raster' as const, quantity: 'retrieval' as const, meaning },
      date: layer.date,
    })
    const vapour = await saveFormula(context, {
      inputs,
      formula: (values) => pathWaterVapour(transmittance(values, 2), alpha, beta) / path,
      layer: { ...about('water vapour', 'water_vapour'), unit: 'cm' },
      ramp: 'water',
    })
    const clear = []
    for (const [band, [name]] of ABSORBING.entries()) {
      clear.push(
        await saveFormula(context, {
          inputs,
          formula: (values) => transmittance(values, band),
          layer: { ...about(`transmittance ${name}`, name.replace('wv_', 'transmittance_')), unit: '1' },
          ramp: 'viridis',
        }),
      )
    }
    return {
      text: [
        `${vapour.saved.id} is the column water vapour of ${layer.id} over ${input.surface.replace('_', ' ')} ground: ${vapour.words}. ` +
          `Mean transmittance ${clear.map((each, band) => `${figure(each.summary.mean)} at ${ABSORBING[band]![1]} µm (${each.saved.id})`).join(', ')}.`,
        ...notes,
        ...(hidden ? ['Pixels under cloud and shadow are left out.'] : []),
      ].join(' '),
      numbers: [
        ...vapour.numbers,
        ...clear.map((each, band) =>
          ratio(ABSORBING[band]![0].replace('wv_', 'mean_transmittance_'), each.summary.mean, {
            layer: each.saved.id,
          }),
        ),
      ],
      layers: [vapour.saved, ...clear.map(({ saved }) => saved)],
      warnings: [
        ...(input.sun_zenith === undefined && known === null
          ? [
              'The height of the sun is not known; it was taken to stand overhead, so the water vapour reads too high. Give sun_zenith.',
            ]
          : []),
        ...notes,
        ...vapour.warnings,
      ],
      facts: vapour.facts,
    }
  },
})

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)
