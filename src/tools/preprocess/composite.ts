import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { mosaicOf } from '../../raster/grid/mosaic.ts'
import { medianOf } from '../../raster/kernels/composite.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { RasterSource } from '../../raster/source.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { count, counted, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import type { SingleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, valueRaster } from './arguments.ts'
import { assertValues, inPower, meaningWords, powerWords, saveDerived } from './derived.ts'
import { allOnto, clearPixels, rasterList } from './raster-list.ts'

type Method = 'median' | 'mean' | 'max' | 'min' | 'most_recent'

const METHOD_WORDS: Readonly<Record<Method, string>> = {
  median: 'the median',
  mean: 'the mean',
  max: 'the greatest',
  min: 'the least',
  most_recent: 'the most recent',
}

export const compositeTool = defineTool({
  name: 'composite',
  family: 'preprocess',
  title: 'Composite of several dates',
  summary:
    'One cloud-free raster from several dates: the median, mean, maximum, minimum or most recent clear value of each pixel, of one band or index. Clouds of each scene are left out by its quality band.',
  source: 'doi:10.1016/j.rse.2017.06.031',
  needs: { layers: { kind: 'rasters', of: valueRaster } },
  gives: valueRaster,
  measures: [
    { name: 'dates', dimension: 'count' },
    { name: 'covered_share', dimension: 'share' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    layers: z
      .array(layerRef('Id of a raster or scene of one date.'))
      .min(2)
      .max(400)
      .describe(
        'Ids of the rasters or scenes, one a date, of one measurement; the grid is that of the first.',
      ),
    band: bandArgument,
    method: z
      .enum(['median', 'mean', 'max', 'min', 'most_recent'])
      .default('median')
      .describe('Which value of the clear ones stands for a pixel.'),
    clouds: cloudsArgument,
  }),
  examples: [
    { layers: ['layer-1', 'layer-2', 'layer-3'], method: 'median' },
    { layers: ['scene-1', 'scene-2'], band: 'nir', method: 'most_recent' },
  ],
  async run(input, context) {
    const { method } = input
    const { rasters: given, held } = await rasterList(context, input.layers, input.band)
    const [first] = given as readonly [SingleRaster]
    // The latest code is a code; a median of two may be another class altogether.
    if (method !== 'most_recent') assertValues(first, held)
    const isMean = method === 'mean'
    const rasters = method === 'most_recent' ? latestFirst(given) : given
    let masked = 0
    const clear: { source: RasterSource; id: string }[] = []
    for (const raster of rasters) {
      const source = input.clouds === 'mask' ? await clearPixels(context, raster) : null
      if (source) masked++
      clear.push({ source: source ?? raster.source, id: raster.layer.id })
    }
    const { grid } = first.source
    const { sources, notes } = allOnto({ grid, id: first.layer.id }, clear, held)
    const made = await saveDerived(context, {
      source: isMean
        ? inPower(held, sources, (powers) => compositeOf(method, powers, grid))
        : compositeOf(method, sources, grid),
      held,
      title: `${meaningWords(held)}, ${method.replace('_', ' ')} composite to`,
      of: rasters.find(({ layer }) => layer.date === held.date)?.layer ?? first.layer,
      empty: 'no pixel is clear and valid on any of the dates; give more dates',
    })
    const { valid, nodata } = made.summary
    const share = shareOf(valid, valid + nodata)
    const report = leftOutReport({ nodata })
    const masks =
      input.clouds === 'keep'
        ? 'Clouds were kept.'
        : `Clouds, shadow and saturation were masked by the quality band in ${masked} of ${rasters.length} layers.`
    return {
      text: [
        `${made.layer.id} is ${METHOD_WORDS[method]} of the clear values of ${meaningWords(held)} on ${counted(rasters.length, 'date')}${isMean ? powerWords(held) : ''}: ${made.words}.`,
        masks,
        ...notes,
      ].join(' '),
      numbers: [
        count('dates', rasters.length, { layer: made.layer.id }),
        percent('covered_share', share, { layer: made.layer.id }),
        ...made.numbers,
        ...report.numbers,
      ],
      layers: [made.layer],
      warnings: [...notes, ...report.warnings],
      facts: { valid_share: share },
    }
  },
})

function compositeOf(method: Method, sources: readonly RasterSource[], grid: Grid): RasterSource {
  if (method === 'median') return medianOf(sources)
  // A mosaic reads one source after the other, and holds one of them at a time.
  return mosaicOf(sources, { rule: method === 'most_recent' ? 'first' : method, grid })
}

function latestFirst(rasters: readonly SingleRaster[]): readonly SingleRaster[] {
  const undated = rasters.filter(({ layer }) => layer.date === null).map(({ layer }) => layer.id)
  if (undated.length > 0) {
    throw new AppError(
      'invalid_input',
      `${undated.join(', ')} has no date, and the most recent pixel needs one of each; set it in the details of the scene`,
    )
  }
  return [...rasters].sort((a, b) => (a.layer.date! < b.layer.date! ? 1 : -1))
}
