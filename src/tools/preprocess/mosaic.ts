import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { describeGrid } from '../../raster/blocks.ts'
import { mosaicOf } from '../../raster/grid/mosaic.ts'
import { unionGrid } from '../../raster/grid/union-grid.ts'
import type { RasterSource } from '../../raster/source.ts'
import { count, counted } from '../support/figures.ts'
import { defineTool, layerRef } from '../tool.ts'
import { anyRaster, bandArgument, holdsCodes } from './arguments.ts'
import { assertCodesFit, inPower, meaningWords, powerWords, saveDerived } from './derived.ts'
import { ontoGrid } from './onto-grid.ts'
import { rasterList } from './raster-list.ts'

const RULE_WORDS = {
  first: 'the first in the list',
  last: 'the last in the list',
  mean: 'their mean',
  min: 'the least',
  max: 'the greatest',
} as const

export const mosaicTool = defineTool({
  name: 'mosaic',
  family: 'preprocess',
  title: 'Mosaic of rasters',
  summary:
    'Joins neighbouring or overlapping tiles of the same measurement (merge, stitch, combine tiles) to one raster that covers them all.',
  source: 'https://rasterio.readthedocs.io/en/stable/api/rasterio.merge.html',
  needs: { layers: { kind: 'rasters', of: anyRaster } },
  gives: anyRaster,
  measures: [
    { name: 'tiles', dimension: 'count' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layers: z
      .array(layerRef('Id of a raster or scene.'))
      .min(2)
      .max(200)
      .describe('Ids of the rasters to join; the grid is that of the first, made larger.'),
    band: bandArgument,
    rule: z
      .enum(['first', 'last', 'mean', 'min', 'max'])
      .default('first')
      .describe('Which value stands where several rasters have one.'),
  }),
  examples: [
    { layers: ['layer-1', 'layer-2'] },
    { layers: ['scene-1', 'scene-2'], band: 'nir', rule: 'mean' },
  ],
  async run(input, context) {
    const { rasters, held } = await rasterList(context, input.layers, input.band)
    const { rule } = input
    if (holdsCodes(held.quantity) && rule === 'mean') {
      throw new AppError(
        'invalid_input',
        `${held.quantity} pixels are codes and have no mean; use first or last`,
      )
    }
    for (const raster of rasters) await assertCodesFit(context, raster, held)
    const grid = unionGrid(rasters.map(({ source }) => source.grid))
    const placed = rasters.map(({ source }) => ontoGrid(source, grid, { held, method: 'auto' }))
    const sources = placed.map(({ source }) => source)
    const join = (parts: readonly RasterSource[]) => mosaicOf(parts, { rule, grid })
    const ways = [...new Set(placed.map(({ how }) => how))].filter((how) => how !== 'a shift of whole pixels')
    const { layer: first } = rasters[0]!
    const made = await saveDerived(context, {
      source: rule === 'mean' ? inPower(held, sources, join) : join(sources),
      held,
      title: `${meaningWords(held)}, mosaic,`,
      of: first,
      empty: 'no pixel of any of the rasters holds a value; give others',
    })
    const days = new Set(rasters.map(({ layer }) => layer.date))
    const notes = ways.map((how) => `Rasters came on to the grid of ${first.id} by ${how}.`)
    return {
      text: [
        `${made.layer.id} joins ${counted(rasters.length, 'raster')} of ${meaningWords(held)} to ${describeGrid(grid)}; where they overlap ${RULE_WORDS[rule]}${rule === 'mean' ? powerWords(held) : ''} stands; ${made.words}.`,
        ...notes,
      ].join(' '),
      numbers: [count('tiles', rasters.length), ...made.numbers],
      layers: [made.layer],
      warnings: [
        ...notes,
        ...(days.size > 1 ? [`The rasters are of ${days.size} dates; the result carries the latest.`] : []),
      ],
    }
  },
})
