import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { groundPixel, rescaledGrid } from '../../raster/grid/rescale-grid.ts'
import { figure, quantity } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { anyRaster, bandArgument, methodArgument } from './arguments.ts'
import { assertCodesFit, heldBy, meaningWords, saveDerived } from './derived.ts'
import { ontoGrid } from './onto-grid.ts'

export const resampleRasterTool = defineTool({
  name: 'resample_raster',
  family: 'preprocess',
  title: 'Resample to another pixel size',
  summary:
    'Makes the pixels of a raster or band larger or smaller (coarsen, aggregate, downscale, refine) by a size in metres or a whole factor, keeping its coordinate system.',
  source: 'https://gdal.org/en/stable/programs/gdalwarp.html',
  needs: { layer: anyRaster },
  gives: anyRaster,
  measures: [
    { name: 'pixel_size', dimension: 'length' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layer: layerRef('Id of the raster or scene to resample.'),
    band: bandArgument,
    pixel_metres: z
      .number()
      .min(0.01)
      .max(1_000_000)
      .optional()
      .describe('Side of the new pixels in metres. Give this or a factor.'),
    factor: z
      .int()
      .min(2)
      .max(1000)
      .optional()
      .describe('How many old pixels make the side of a new one, or the other way round for finer.'),
    direction: z
      .enum(['coarser', 'finer'])
      .default('coarser')
      .describe('Whether the factor makes pixels larger (coarser) or smaller (finer).'),
    method: methodArgument,
  }),
  examples: [
    { layer: 'layer-1', factor: 2 },
    { layer: 'scene-1', band: 'nir', pixel_metres: 100 },
  ],
  async run(input, context) {
    const raster = await singleRaster(context, input.layer, input.band)
    const held = heldBy(raster)
    const { pixel_metres: metres, factor, direction, method } = input
    if ((metres === undefined) === (factor === undefined)) {
      throw new AppError('invalid_input', 'give pixel_metres or factor, one of them')
    }
    const { grid } = raster.source
    const size = groundPixel(grid)
    const times = direction === 'coarser' ? factor! : 1 / factor!
    const target =
      metres === undefined
        ? rescaledGrid(grid, times)
        : rescaledGrid(grid, metres / size.width, metres / size.height)
    await assertCodesFit(context, raster, held)
    const { source, how } = ontoGrid(raster.source, target, { held, method })
    const made = await saveDerived(context, {
      source,
      held,
      title: `${meaningWords(held)}, resampled,`,
      of: raster.layer,
      empty: `no pixel of ${raster.layer.id} holds a value; give another layer or band`,
    })
    const side = Math.sqrt(groundPixel(target).width * groundPixel(target).height)
    return {
      text:
        `${made.layer.id} is ${meaningWords(held)} of ${raster.layer.id} by ${how}: ${describeGrid(target)} ` +
        `(before ${describeGrid(grid)}), pixels of ${figure(side)} m on the ground; ${made.words}.`,
      numbers: [
        quantity('pixel_size', side, { unit: 'm', dimension: 'length', layer: made.layer.id }),
        ...made.numbers,
      ],
      layers: [made.layer],
      warnings:
        source.grid.width * source.grid.height > 1.5 * grid.width * grid.height
          ? ['Finer pixels hold no more detail than the raster they were made of.']
          : [],
    }
  },
})
