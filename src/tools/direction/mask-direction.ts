import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { apply } from '../../raster/grid/affine.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { fromLonLat, toLonLat } from '../../raster/grid/lon-lat.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { MomentsReducer, shapeOf } from '../../raster/kernels/moments.ts'
import { SectorReducer, sectorNames } from '../../raster/kernels/sectors.ts'
import { labelComponents, selectComponents } from '../../raster/kernels/select-components.ts'
import { reduce } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import { sectorsArgument } from '../support/arguments.ts'
import { counted, degrees, figure, percent, ratio, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskRaster } from '../support/single-raster.ts'
import { meaningOf } from '../support/naming.ts'
import { sectorRose } from '../support/sector-rose.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

export const maskDirectionTool = defineTool({
  name: 'mask_direction',
  family: 'direction',
  title: 'Axis and sectors of a mask',
  summary:
    'How a mask is oriented: the bearing of its longer axis (two-way) and how it lies around the scene centre or a given point, by compass sector. ' +
    'It cannot tell which way something spread; spread_between can, from two dates.',
  source: 'doi:10.1109/TIT.1962.1057692',
  needs: { mask: { kind: 'raster', quantity: 'mask' } },
  gives: { kind: 'figures' },
  measures: [
    { name: 'axis_bearing', dimension: 'angle' },
    { name: 'axis_ratio', dimension: 'ratio' },
    { name: 'share', dimension: 'share' },
    { name: 'main_sector', dimension: 'sector' },
  ],
  input: z.object({
    mask: layerRef('Id of the mask.'),
    part: slot(
      z
        .enum(['whole', 'largest'])
        .default('whole')
        .describe('Measure the whole mask, or only its largest connected part.'),
      'part',
    ),
    sectors: sectorsArgument,
    origin_longitude: slot(
      z
        .number()
        .min(-180)
        .max(180)
        .optional()
        .describe(
          'Longitude in degrees of the point that sectors are seen from; the centre of the scene by default.',
        ),
      'longitude',
    ),
    origin_latitude: slot(
      z.number().min(-90).max(90).optional().describe('Latitude in degrees of that point.'),
      'latitude',
    ),
  }),
  examples: [{ mask: 'layer-1' }, { mask: 'layer-1', part: 'largest', sectors: 4 }],
  async run(input, context) {
    const { layer, source } = await maskRaster(context, input.mask)
    const toDegrees = toLonLat(source.grid.crs)
    const origin = originOf(source, input)
    const mask = input.part === 'largest' ? await largestPart(source, context) : source
    const { signal } = context
    const { moments, counts, areas } = await reduce(
      mask,
      {
        moments: new MomentsReducer(mask.grid),
        counts: new SectorReducer(mask.grid, { origin, sectors: input.sectors }),
        areas: new CodeAreaReducer(() => 1),
      },
      { signal },
    )
    if (moments.count === 0) {
      return { text: `${input.mask} marks nothing, so it has no axis and lies in no sector.` }
    }
    const report = leftOutReport({ nodata: areas.nodata })
    const names = sectorNames(input.sectors)
    const total = counts.reduce((sum, each) => sum + each, 0)
    const main = names[counts.indexOf(Math.max(...counts))]!
    const shape = shapeOf(moments, source.grid)
    const bearing = shape.axisBearingDegrees
    const isLine = !Number.isFinite(shape.axisRatio)
    const on = { layer: layer.id }
    const whose = `${input.part === 'largest' ? 'the largest part' : 'the whole'} of ${input.mask} (${meaningOf(layer)}, ${counted(moments.count, 'pixel')})`
    const from = input.origin_longitude === undefined ? 'the centre of the scene' : 'the point given'
    const [longitude, latitude] = toDegrees(...shape.centroid)
    return {
      text: [
        Number.isFinite(bearing)
          ? `The longer axis of ${whose} bears ${figure(bearing)}° or ${figure(bearing + 180)}°, clockwise from map north` +
            `${isLine ? '' : `; it is ${figure(shape.axisRatio)} times as long as the shorter one`}. ` +
            'The axis is two-way: the shape of one mask does not tell which way something moved.'
          : `There is no longer axis in ${whose}: it is as wide as it is long.`,
        total > 0
          ? `Seen from ${from} the largest share lies ${main}: ${names.map((name, index) => `${name} ${figure(shareOf(counts[index]!, total) * 100)} %`).join(', ')}.`
          : `It lies at ${from} itself, in no sector.`,
      ].join(' '),
      numbers: [
        ...(Number.isFinite(bearing) ? [degrees('axis_bearing', bearing, on)] : []),
        ...(Number.isFinite(shape.axisRatio) ? [ratio('axis_ratio', shape.axisRatio, on)] : []),
        ...names.map((group, index) => percent('share', shareOf(counts[index]!, total), { group, ...on })),
        ...report.numbers,
      ],
      labels: total > 0 ? [{ name: 'main_sector', value: main }] : [],
      warnings: report.warnings,
      ...(total > 0
        ? {
            chart: sectorRose(
              'Share by direction',
              'grid',
              names,
              (index) => shareOf(counts[index]!, total) * 100,
            ),
          }
        : {}),
      places: [
        {
          name: input.part === 'largest' ? 'centroid of the largest part' : 'centroid of the mask',
          geometry: { type: 'Point', coordinates: [longitude, latitude] },
        },
      ],
    }
  },
})

function originOf(
  source: RasterSource,
  input: { readonly origin_longitude?: number | undefined; readonly origin_latitude?: number | undefined },
): readonly [x: number, y: number] {
  const { origin_longitude: longitude, origin_latitude: latitude } = input
  const { grid } = source
  if (longitude === undefined && latitude === undefined) {
    return apply(grid.transform, grid.width / 2, grid.height / 2)
  }
  if (longitude === undefined || latitude === undefined) {
    throw new AppError(
      'invalid_input',
      'a point needs both origin_longitude and origin_latitude; one of them was given',
    )
  }
  const point = fromLonLat(grid.crs)(longitude, latitude)
  if (!Number.isFinite(point[0])) {
    throw new AppError(
      'invalid_input',
      `longitude ${longitude}, latitude ${latitude} cannot be placed in ${grid.crs.id}; give a point near the scene`,
    )
  }
  return point
}

async function largestPart(source: RasterSource, context: ToolContext): Promise<RasterSource> {
  const labelling = await labelComponents(source, {
    connectivity: 8,
    rowArea: cellArea(source.grid),
    signal: context.signal,
    progress: (fraction) => context.progress(fraction / 2, 'finding parts'),
  })
  // Of equal ones the first is taken.
  const largest = labelling.areas.reduce(
    (best, area, part) => (area > labelling.areas[best]! ? part : best),
    0,
  )
  return selectComponents(source, labelling, (part) => part === largest)
}
