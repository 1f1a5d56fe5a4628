import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { illumination, lineOverLight, onFlatGround } from '../../raster/kernels/terrain/illumination.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { alignOnto } from '../support/align.ts'
import { count, counted, figure, ratio } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { elevationRaster } from '../support/terrain.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument } from './arguments.ts'
import { assertValues, heldBy, meaningWords, saveDerived } from './derived.ts'

/** Pixels below which a line says nothing. */
const FEWEST = 30

export const topographicCorrectionTool = defineTool({
  name: 'topographic_correction',
  family: 'preprocess',
  title: 'Topographic correction',
  summary:
    'Takes the light and shade of slopes out of a reflectance band with an elevation model and the place of the sun (C-correction or cosine), so that sunny and shady hillsides compare.',
  source: 'doi:10.1080/07038992.1982.10855028',
  needs: {
    layer: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: [] },
    elevation: { kind: 'raster', quantity: 'elevation' },
  },
  gives: { kind: 'raster', quantity: ['reflectance', 'raw'] },
  measures: [
    { name: 'c', dimension: 'ratio' },
    { name: 'shaded', dimension: 'count' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the reflectance raster or scene.'),
    band: bandArgument,
    elevation: layerRef('Id of the elevation model (DEM) of the same ground.'),
    sun_azimuth: z
      .number()
      .min(0)
      .max(360)
      .describe('Direction of the sun in degrees clockwise from north, as in the metadata of the scene.'),
    sun_elevation: z
      .number()
      .min(5)
      .max(90)
      .optional()
      .describe(
        'Elevation of the sun above the horizon in degrees; by default that of the scene, where it is known.',
      ),
    method: z
      .enum(['c', 'cosine'])
      .default('c')
      .describe(
        'C-correction, softened by how the band follows the light; or cosine, which overcorrects faint light.',
      ),
  }),
  examples: [
    { layer: 'layer-1', elevation: 'layer-2', sun_azimuth: 140, sun_elevation: 60, method: 'cosine' },
    { layer: 'scene-1', band: 'nir', elevation: 'layer-2', sun_azimuth: 140 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const { layer, source } = raster
    const held = heldBy(raster)
    assertValues(raster, held)
    const dem = await elevationRaster(context, input.elevation)
    const altitude = input.sun_elevation ?? layer.scene?.sunElevationDegrees
    if (altitude === undefined || altitude === null || !(altitude > 0)) {
      throw new AppError(
        'invalid_input',
        `the sun elevation of ${layer.id} is not known; give it in degrees`,
        {
          layer: layer.id,
        },
      )
    }
    const heights = alignOnto(
      { grid: source.grid, id: layer.id },
      { source: dem.source, id: dem.layer.id, holds: 'values' },
    )
    const light = illumination(heights.source, dem.metres, { azimuth: input.sun_azimuth, altitude })
    const { signal } = context
    let c = 0
    let told = 'cosine correction'
    if (input.method === 'c') {
      const line = await lineOverLight(source, light, {
        signal,
        progress: (fraction) => context.progress(fraction / 3, 'fitting the light'),
      })
      if (line.pixels < FEWEST || !(line.slope > 0)) {
        throw new AppError(
          'nothing_valid',
          `${meaningWords(held)} of ${layer.id} does not grow with the light on the slopes (${counted(line.pixels, 'lit pixel')}, correlation ${figure(line.correlation || 0)}), ` +
            'so there is nothing to correct by C; check the place of the sun, or use the band as it is',
          { layer: layer.id },
        )
      }
      c = line.intercept / line.slope
      told = `C-correction with c ${figure(c)} from ${counted(line.pixels, 'lit pixel')}, correlation with the light ${figure(line.correlation)}`
    }
    const up = Math.sin((altitude * Math.PI) / 180)
    const made = await saveDerived(context, {
      source: onFlatGround(source, light, { up, c }),
      held,
      title: `${meaningWords(held)}, corrected for slopes,`,
      of: layer,
      empty: `no pixel of ${layer.id} is lit and has a slope; check that the elevation model covers it, and the place of the sun`,
    })
    const before = await summarise(source, { signal })
    const lost = before.valid - made.summary.valid
    return {
      text: [
        `${made.layer.id} is ${meaningWords(held)} of ${layer.id} by ${told}, sun at ${figure(input.sun_azimuth)} degrees from the north of the map and ${figure(altitude)} above the horizon: ${made.words}.`,
        ...(heights.note ? [heights.note] : []),
      ].join(' '),
      numbers: [
        ratio('c', c, { layer: layer.id }),
        count('shaded', lost, { layer: made.layer.id }),
        ...made.numbers,
      ],
      layers: [made.layer],
      warnings: [
        ...(lost > 0
          ? [
              `${counted(lost, 'pixel')} left out: turned away from the sun, at the border, or without heights.`,
            ]
          : []),
        ...(heights.note ? [heights.note] : []),
      ],
    }
  },
})
