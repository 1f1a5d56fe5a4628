import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { linear } from '../../raster/kernels/linear.ts'
import { degrees, figure } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument } from './arguments.ts'
import { assertValues, heldBy, meaningWords, saveDerived } from './derived.ts'

export const sunAngleCorrectionTool = defineTool({
  name: 'sun_angle_correction',
  family: 'preprocess',
  title: 'Sun angle correction',
  summary:
    'Divides top-of-atmosphere reflectance that still lacks it (Landsat level 1 without its metadata file) by the sine of the sun elevation, so that dates with a high and a low sun compare.',
  source: 'https://www.usgs.gov/landsat-missions/using-usgs-landsat-level-1-data-product',
  needs: { layer: { kind: 'raster', quantity: ['raw', 'reflectance'], bands: [] } },
  gives: { kind: 'raster', quantity: 'reflectance' },
  measures: [
    { name: 'sun_elevation', dimension: 'angle' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene, scaled but not corrected for the sun.'),
    band: bandArgument,
    sun_elevation: z
      .number()
      .min(5)
      .max(90)
      .optional()
      .describe(
        'Elevation of the sun above the horizon in degrees; by default that of the scene, where it is known.',
      ),
  }),
  examples: [
    { layer: 'layer-1', sun_elevation: 45 },
    { layer: 'scene-1', band: 'nir', sun_elevation: 52.3 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const { layer, band } = raster
    const held = heldBy(raster)
    assertValues(raster, held)
    if (layer.scene?.quantity === 'reflectance' && layer.scene.level !== 'unknown') {
      throw new AppError(
        'invalid_input',
        `${layer.id} holds finished reflectance, in which the sun angle is taken into account; use it as it is`,
        { layer: layer.id },
      )
    }
    if (held.unit !== '1') {
      throw new AppError(
        'scaling_unknown',
        `${layer.id}${band === null ? '' : ` ${band}`} is in ${held.unit}; scale it to reflectance first, by scale_raster or in the details of the scene`,
        { layer: layer.id },
      )
    }
    const elevation = input.sun_elevation ?? layer.scene?.sunElevationDegrees
    if (elevation === undefined || elevation === null || !(elevation > 0)) {
      throw new AppError(
        'invalid_input',
        `the sun elevation of ${layer.id} is not known; give it in degrees`,
        {
          layer: layer.id,
        },
      )
    }
    const made = await saveDerived(context, {
      source: linear(raster.source, 1 / Math.sin((elevation * Math.PI) / 180), 0),
      held: { ...held, quantity: 'reflectance' },
      title: `${meaningWords(held)}, corrected for the sun angle,`,
      of: layer,
      empty: `no pixel of ${layer.id} holds a value; give another layer or band`,
    })
    return {
      text: `${made.layer.id} is ${meaningWords(held)} of ${layer.id} divided by the sine of a sun elevation of ${figure(elevation)} degrees: ${made.words}.`,
      numbers: [degrees('sun_elevation', elevation, { layer: layer.id }), ...made.numbers],
      layers: [made.layer],
    }
  },
})
