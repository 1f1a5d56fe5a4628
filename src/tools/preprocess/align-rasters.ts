import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { describeGrid, isSameGrid } from '../../raster/blocks.ts'
import { overlap } from '../../raster/grid/overlap.ts'
import { AppError } from '../../lib/errors.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Quantity } from '../../trace/quantity.ts'
import { count } from '../support/figures.ts'
import { singleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { anyRaster, bandArgument, methodArgument } from './arguments.ts'
import { assertCodesFit, heldBy, meaningWords, saveDerived } from './derived.ts'
import { ontoGrid } from './onto-grid.ts'

export const alignRastersTool = defineTool({
  name: 'align_rasters',
  family: 'preprocess',
  title: 'Align rasters on one grid',
  summary:
    'Brings rasters of any resolution or coordinate system on to the grid of a target layer (co-register, match pixels, stack), so that they lie pixel on pixel.',
  source: 'https://gdal.org/en/stable/programs/gdalwarp.html',
  needs: { layers: { kind: 'rasters', of: anyRaster }, target: anyRaster },
  gives: { kind: 'rasters', of: anyRaster },
  measures: [{ name: 'aligned', dimension: 'count' }],
  input: z.object({
    layers: z
      .array(layerRef('Id of a raster or scene.'))
      .min(1)
      .max(100)
      .describe('Ids of the rasters to bring on to the grid.'),
    band: bandArgument,
    target: layerRef('Id of the raster or scene whose grid is taken.'),
    target_band: bandArgument.describe('Band of the target, where it is a scene of several resolutions.'),
    method: methodArgument,
  }),
  examples: [
    { layers: ['layer-1', 'layer-2'], target: 'layer-3' },
    { layers: ['scene-1'], band: 'nir', target: 'scene-1', target_band: 'swir1' },
  ],
  async run(input, context) {
    const { grid, id } = await targetOf()
    const layers: Layer[] = []
    const told: string[] = []
    const numbers: Quantity[] = []
    for (const each of input.layers) {
      throwIfAborted(context.signal)
      const raster = await singleRaster(context, each, context.layer(each).scene ? input.band : undefined)
      if (isSameGrid(raster.source.grid, grid)) {
        told.push(`${each} lies on that grid already.`)
        continue
      }
      if (!overlap(raster.source.grid, grid)) {
        throw new AppError(
          'grid_mismatch',
          `${each} and ${id} cover no common ground; give layers of one area`,
        )
      }
      const held = heldBy(raster)
      await assertCodesFit(context, raster, held)
      const { source, how } = ontoGrid(raster.source, grid, { held, method: input.method })
      const made = await saveDerived(context, {
        source,
        held,
        title: `${meaningWords(held)}, aligned,`,
        of: raster.layer,
        empty: `no pixel of ${each} with a value lies on the grid of ${id}; leave it out`,
      })
      layers.push(made.layer)
      numbers.push(...made.numbers)
      told.push(`${made.layer.id} is ${meaningWords(held)} of ${each} by ${how}, ${made.words}.`)
    }
    return {
      text: [`On the grid of ${id}, ${describeGrid(grid)}:`, ...told].join(' '),
      numbers: [count('aligned', layers.length), ...numbers],
      layers,
    }

    async function targetOf() {
      const layer = context.layer(input.target)
      const raster = layer.scene ? input.target_band : undefined
      // A scene without a band named means its finest grid.
      if (layer.scene && raster === undefined && layer.grid) return { grid: layer.grid, id: layer.id }
      const { source } = await singleRaster(context, input.target, raster)
      return { grid: source.grid, id: layer.id }
    }
  },
})
