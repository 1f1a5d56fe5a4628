import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { countedIndex } from '../../raster/kernels/band-index.ts'
import { bestOf } from '../../raster/kernels/composite.ts'
import { findIndex } from '../../sensing/indices.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import { cloudsArgument } from '../support/arguments.ts'
import { count, counted, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { sceneIndex } from '../support/scene-index.ts'
import { defineTool, layerRef } from '../tool.ts'
import { meaningWords, saveDerived } from './derived.ts'
import { allOnto, rasterList } from './raster-list.ts'

export const compositeBestPixelTool = defineTool({
  name: 'composite_best_pixel',
  family: 'preprocess',
  title: 'Best-pixel composite',
  summary:
    'One band from several scenes, each pixel taken from the date with the highest index there, as the greenest pixel (maximum NDVI composite). Clouds of each scene are left out by its quality band.',
  source: 'doi:10.1080/01431168608948945',
  needs: {
    scenes: {
      kind: 'rasters',
      of: { kind: 'raster', quantity: ['reflectance', 'raw'], bands: ['red', 'nir'] },
    },
  },
  gives: { kind: 'raster', quantity: ['reflectance', 'raw'] },
  measures: [
    { name: 'dates', dimension: 'count' },
    { name: 'covered_share', dimension: 'share' },
    { name: 'valid', dimension: 'count' },
  ],
  input: z.object({
    scenes: z
      .array(layerRef('Id of a scene.'))
      .min(2)
      .max(200)
      .describe('Ids of the scenes, one a date; the grid is that of the first.'),
    band: z.enum(BAND_NAMES).default('nir').describe('Band to compose.'),
    index: z
      .enum(['ndvi', 'evi', 'savi', 'gndvi', 'nbr', 'ndmi', 'ndwi', 'ndsi'])
      .default('ndvi')
      .describe('Index whose highest value chooses the date of each pixel.'),
    clouds: cloudsArgument,
  }),
  examples: [
    { scenes: ['scene-1', 'scene-2', 'scene-3'], band: 'nir' },
    { scenes: ['scene-1', 'scene-2'], band: 'red', index: 'ndvi' },
  ],
  async run(input, context) {
    const index = findIndex(input.index)
    if (!index) throw new AppError('invalid_input', `there is no index ${input.index}; use ndvi`)
    const { rasters, held } = await rasterList(context, input.scenes, input.band)
    const { layer: first, source: firstSource } = rasters[0]!
    const target = { grid: firstSource.grid, id: first.id }
    const warnings = new Set<string>()
    const scores = []
    for (const scene of input.scenes) {
      const made = await sceneIndex(context, index, { scene, clouds: input.clouds })
      for (const warning of made.warnings) warnings.add(warning)
      scores.push({ source: countedIndex(made).source, id: `${input.index} of ${scene}` })
    }
    const bands = allOnto(
      target,
      rasters.map(({ source, layer }) => ({ source, id: layer.id })),
      held,
    )
    const best = allOnto(target, scores, held)
    const result = await saveDerived(context, {
      source: bestOf(bands.sources.map((source, place) => ({ source, score: best.sources[place]! }))),
      held,
      title: `${meaningWords(held)}, greatest ${input.index.toUpperCase()} composite to`,
      of: rasters.find(({ layer }) => layer.date === held.date)?.layer ?? first,
      empty: 'no pixel is clear and valid on any of the dates; give more scenes',
    })
    const { valid, nodata } = result.summary
    const share = shareOf(valid, valid + nodata)
    const report = leftOutReport({ nodata })
    const notes = [...bands.notes, ...best.notes]
    return {
      text: [
        `${result.layer.id} is ${input.band} of the date with the highest ${input.index} at each pixel, of ${counted(rasters.length, 'scene')}: ${result.words}.`,
        ...notes,
      ].join(' '),
      numbers: [
        count('dates', rasters.length, { layer: result.layer.id }),
        percent('covered_share', share, { layer: result.layer.id }),
        ...result.numbers,
        ...report.numbers,
      ],
      layers: [result.layer],
      warnings: [...warnings, ...notes, ...report.warnings],
      facts: { valid_share: share },
    }
  },
})
