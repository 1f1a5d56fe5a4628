import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea, isStretched } from '../../raster/grid/cell-area.ts'
import { toLonLat } from '../../raster/grid/lon-lat.ts'
import { groundDistance } from '../../raster/grid/map-ground.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { combineMasks } from '../../raster/kernels/combine.ts'
import { MomentsReducer, metresPerUnit, shapeOf } from '../../raster/kernels/moments.ts'
import { bearingOf, SectorReducer, sectorNames, sectorOf } from '../../raster/kernels/sectors.ts'
import { reduce } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { sectorsArgument } from '../support/arguments.ts'
import { degrees, figure, hectares, percent, quantity, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { maskPair } from '../support/mask-pair.ts'
import { meaningOf, orderWarning } from '../support/naming.ts'
import { sectorRose } from '../support/sector-rose.ts'
import { defineTool, layerRef } from '../tool.ts'

export const spreadBetweenTool = defineTool({
  name: 'spread_between',
  family: 'direction',
  title: 'Spread between two dates',
  summary:
    'Which way something grew between two dates (fire, flood, city): bearing, distance and area of what the later mask added to the earlier one, with shares by sector.',
  source: 'doi:10.1071/WF08088',
  needs: {
    earlier: { kind: 'raster', quantity: 'mask' },
    later: { kind: 'raster', quantity: 'mask' },
  },
  gives: { kind: 'figures' },
  measures: [
    { name: 'bearing', dimension: 'angle' },
    { name: 'distance', dimension: 'length' },
    { name: 'growth_area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'sector', dimension: 'sector' },
  ],
  input: z.object({
    earlier: layerRef('Id of the mask of the earlier date.'),
    later: layerRef('Id of the mask of the later date.'),
    sectors: sectorsArgument,
  }),
  examples: [{ earlier: 'layer-1', later: 'layer-2' }],
  async run(input, context) {
    const { first, second, note } = await maskPair(context, input.earlier, input.later)
    const { grid } = first.source
    const { signal } = context
    const toDegrees = toLonLat(grid.crs)
    const { start } = await reduce(first.source, { start: new MomentsReducer(grid) }, { signal })
    if (start.count === 0) {
      throw new AppError(
        'nothing_valid',
        `${input.earlier} marks nothing, so there is nothing that could have spread; give a mask that marks something`,
      )
    }
    context.progress(0.5, 'measuring')
    const grown = combineMasks(second.source, first.source, 'and_not')
    const from = shapeOf(start, grid).centroid
    const { areas, moments, counts } = await reduce(
      grown,
      {
        areas: new CodeAreaReducer(cellArea(grid)),
        moments: new MomentsReducer(grid),
        counts: new SectorReducer(grid, { origin: from, sectors: input.sectors }),
      },
      { signal },
    )
    const growth = maskAreaOf(areas)
    if (growth.inside.pixels === 0) {
      throw new AppError(
        'nothing_valid',
        `nothing is marked in ${input.later} that was not marked in ${input.earlier} already: nothing grew, so there is no direction. ` +
          'Check that the later mask is given as later',
      )
    }
    const to = shapeOf(moments, grid).centroid
    const [unitEast, unitNorth] = metresPerUnit(grid.crs, (from[1] + to[1]) / 2)
    const [east, north] = [(to[0] - from[0]) * unitEast, (to[1] - from[1]) * unitNorth]
    const distance = isStretched(grid) ? groundDistance(grid.crs, from, to) : Math.hypot(east, north)
    const bearing = bearingOf(east, north)
    const names = sectorNames(input.sectors)
    const total = counts.reduce((sum, each) => sum + each, 0)
    // Growth all round, or mirrored, has its centroid where it began: then there is no bearing to report.
    const hasBearing =
      distance > 1e-6 * Math.hypot(unitEast * grid.transform[0], unitNorth * grid.transform[4])
    const sector = names[sectorOf(bearing, input.sectors)]!
    const on = { layer: second.layer.id }
    const report = leftOutReport({ nodata: growth.nodata })
    const warning = orderWarning(first.layer, second.layer)
    const shares = names
      .map((name, index) => `${name} ${figure(shareOf(counts[index]!, total) * 100)} %`)
      .join(', ')
    return {
      text: [
        `From ${input.earlier} to ${input.later}, ${meaningOf(second.layer)} grew by ${figure(growth.inside.area / 10_000)} ha.`,
        hasBearing
          ? `The centroid of what grew lies ${sector} of the earlier centroid: bearing ${figure(bearing)}° from map north, ${figure(distance)} m away.`
          : 'It grew alike to all sides: the centroid of what grew is the earlier one, so there is no bearing.',
        `Shares of the growth by sector: ${shares}.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        ...(hasBearing ? [degrees('bearing', bearing, on)] : []),
        quantity('distance', distance, { unit: 'm', dimension: 'length', ...on }),
        hectares('growth_area', growth.inside.area, on),
        ...names.map((group, index) => percent('share', shareOf(counts[index]!, total), { group, ...on })),
        ...report.numbers,
      ],
      labels: hasBearing ? [{ name: 'sector', value: sector }] : [],
      places: [
        { name: 'earlier centroid', geometry: { type: 'Point', coordinates: toDegrees(...from) } },
        { name: 'centroid of growth', geometry: { type: 'Point', coordinates: toDegrees(...to) } },
      ],
      warnings: [
        ...(warning ? [warning] : []),
        ...areaNotes(grid),
        ...(note ? [note] : []),
        ...report.warnings,
      ],
      chart: sectorRose(
        'Share of the growth by direction',
        'grid',
        names,
        (index) => shareOf(counts[index]!, total) * 100,
      ),
    }
  },
})
