import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { apply } from '../../raster/grid/affine.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { fromLonLat, toLonLat } from '../../raster/grid/lon-lat.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { GroundSectorReducer } from '../../raster/kernels/ground-sectors.ts'
import { MomentsReducer, shapeOf } from '../../raster/kernels/moments.ts'
import { sectorNames } from '../../raster/kernels/sectors.ts'
import { reduce } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import { areaNotes } from '../support/area-notes.ts'
import { sectorsArgument } from '../support/arguments.ts'
import { count, counted, figure, hectares, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { sectorRose } from '../support/sector-rose.ts'
import { defineTool, layerRef, slot } from '../tool.ts'

export const sectorSharesTool = defineTool({
  name: 'sector_shares',
  family: 'direction',
  title: 'Shares by compass sector',
  summary:
    'Where a mask lies by compass sector (N, NE, E …) from true north: share and hectares of each sector, seen from the scene centre, its own centroid or a given place.',
  source: 'doi:10.1109/TIT.1962.1057692',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'share', dimension: 'share' },
    { name: 'area', dimension: 'area' },
    { name: 'main_sector', dimension: 'sector' },
  ],
  input: z.object({
    mask: layerRef('Id of the mask.'),
    from: z
      .enum(['scene_centre', 'centroid', 'place'])
      .default('scene_centre')
      .describe(
        'Where sectors are seen from: the centre of the scene, the centroid of the mask, or a place given by longitude and latitude.',
      ),
    longitude: slot(
      z
        .number()
        .min(-180)
        .max(180)
        .optional()
        .describe('Longitude of the place in degrees, for from "place".'),
      'longitude',
    ),
    latitude: slot(
      z.number().min(-90).max(90).optional().describe('Latitude of the place in degrees, for from "place".'),
      'latitude',
    ),
    sectors: sectorsArgument,
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', from: 'centroid', sectors: 4 }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const { grid } = source
    const { signal } = context
    const { moments } = await reduce(
      source,
      { moments: new MomentsReducer(grid) },
      { signal, progress: (fraction) => context.progress(fraction / 2, 'finding the mask') },
    )
    if (moments.count === 0) return { text: `${input.mask} marks nothing, so it lies in no sector.` }
    const origin = originOf(source, input, shapeOf(moments, grid).centroid)
    const rowArea = cellArea(grid)
    const { found, areas } = await reduce(
      source,
      {
        found: new GroundSectorReducer(grid, { origin, sectors: input.sectors, rowArea }),
        areas: new CodeAreaReducer(() => 1),
      },
      { signal, progress: (fraction) => context.progress(0.5 + fraction / 2, 'sorting by sector') },
    )
    const names = sectorNames(input.sectors)
    const total = found.areas.reduce((sum, each) => sum + each, 0)
    const main = names[found.areas.indexOf(Math.max(...found.areas))]!
    const on = { layer: layer.id }
    const report = leftOutReport({ nodata: areas.nodata })
    const [longitude, latitude] = toLonLat(grid.crs)(...origin)
    return {
      text: [
        `Of ${input.mask} (${meaningOf(layer)}, ${counted(moments.count, 'pixel')}), seen from ${WORDS[input.from]} at ${figure(latitude)}, ${figure(longitude)} (latitude, longitude), by sector of true north:`,
        total > 0
          ? `${names.map((name, index) => `${name} ${figure(shareOf(found.areas[index]!, total) * 100)} %`).join(', ')}; the largest share lies ${main}.`
          : 'it lies at that place itself, in no sector.',
        'Where a mask lies does not tell which way it moved.',
        ...(found.atOrigin > 0 && total > 0 ? ['One pixel lies at that place itself, in no sector.'] : []),
      ].join(' '),
      numbers: [
        ...names.flatMap((group, index) => [
          percent('share', shareOf(found.areas[index]!, total), { group, ...on }),
          hectares('area', found.areas[index]!, { group, ...on }),
          count('pixels', found.pixels[index]!, { group, ...on }),
        ]),
        ...report.numbers,
      ],
      labels: total > 0 ? [{ name: 'main_sector', value: main }] : [],
      warnings: [...areaNotes(grid), ...report.warnings],
      places: [
        { name: 'where it is seen from', geometry: { type: 'Point', coordinates: [longitude, latitude] } },
      ],
      chart: sectorRose(
        'Share by sector',
        'true',
        names,
        (index) => shareOf(found.areas[index]!, total) * 100,
      ),
    }
  },
})

const WORDS = {
  scene_centre: 'the centre of the scene',
  centroid: 'its own centroid',
  place: 'the place given',
} as const

function originOf(
  { grid }: RasterSource,
  input: {
    readonly from: keyof typeof WORDS
    readonly longitude?: number | undefined
    readonly latitude?: number | undefined
  },
  centroid: readonly [number, number],
): readonly [number, number] {
  const { from, longitude, latitude } = input
  if (from === 'centroid') return centroid
  if (from === 'scene_centre') return apply(grid.transform, grid.width / 2, grid.height / 2)
  if (longitude === undefined || latitude === undefined) {
    throw new AppError('invalid_input', 'from "place" needs longitude and latitude; one of them is missing')
  }
  const point = fromLonLat(grid.crs)(longitude, latitude)
  if (Number.isFinite(point[0])) return point
  throw new AppError(
    'invalid_input',
    `longitude ${longitude}, latitude ${latitude} cannot be placed in ${grid.crs.id}; give a place near the scene`,
  )
}
