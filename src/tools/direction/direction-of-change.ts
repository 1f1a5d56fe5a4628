import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { toLonLat } from '../../raster/grid/lon-lat.ts'
import { sectorNames, sectorOf } from '../../raster/kernels/sectors.ts'
import { WeightedCentroidReducer } from '../../raster/kernels/weighted-centroid.ts'
import { reduce } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import { geodesicSpan } from '../../raster/vector/geodesic.ts'
import { VALUED, bandArgument } from '../hotspots/arguments.ts'
import { counted, degrees, figure, quantity } from '../support/figures.ts'
import { orderWarning } from '../support/naming.ts'
import { valuePair } from '../support/value-pair.ts'
import { defineTool, layerRef } from '../tool.ts'

const MILLISECONDS = 86_400_000

export const directionOfChangeTool = defineTool({
  name: 'direction_of_change',
  family: 'direction',
  title: 'Shift of the weighted centre',
  summary:
    'Which way the weight of a raster shifted between two dates, such as night lights or biomass: bearing and distance of its centre of gravity, values at or below zero weighing nothing.',
  source: 'https://www.census.gov/geographies/reference-files/time-series/geo/centers-population.html',
  needs: {
    before: { kind: 'raster', quantity: VALUED, bands: [] },
    after: { kind: 'raster', quantity: VALUED, bands: [] },
  },
  gives: { kind: 'figures' },
  measures: [
    { name: 'distance', dimension: 'length' },
    { name: 'bearing', dimension: 'angle' },
    { name: 'sector', dimension: 'sector' },
  ],
  input: z.object({
    before: layerRef('Id of the raster of the earlier date.'),
    after: layerRef('Id of the raster of the later date, of the same meaning and unit.'),
    band: bandArgument,
  }),
  examples: [{ before: 'layer-1', after: 'layer-2' }],
  async run(input, context) {
    const pair = await valuePair(context, [input.before, input.after], input.band)
    const { grid } = pair.first.source
    const toDegrees = toLonLat(grid.crs)
    const rowArea = cellArea(grid)
    const centreOf = async (source: RasterSource, from: number) => {
      const { found } = await reduce(
        source,
        { found: new WeightedCentroidReducer(grid, rowArea) },
        {
          signal: context.signal,
          progress: (fraction) => context.progress(from + fraction / 2, 'weighing'),
        },
      )
      return found
    }
    const [first, second] = [await centreOf(pair.first.source, 0), await centreOf(pair.second.source, 0.5)]
    for (const [id, { weighing }] of [
      [input.before, first],
      [input.after, second],
    ] as const) {
      if (weighing > 0) continue
      throw new AppError(
        'nothing_valid',
        `no pixel of ${id} is above 0, so it has no weight and no centre; give rasters with values above 0`,
      )
    }
    const [from, to] = [first, second].map(({ centre }) => toDegrees(...centre)) as [
      readonly [number, number],
      readonly [number, number],
    ]
    const { metres, bearing } = geodesicSpan(from, to)
    const sector = sectorNames(8)[sectorOf(bearing, 8)]!
    const [earlier, later] = [pair.first.layer.date, pair.second.layer.date]
    const days =
      earlier !== null && later !== null ? (Date.parse(later) - Date.parse(earlier)) / MILLISECONDS : 0
    const warning = orderWarning(pair.first.layer, pair.second.layer)
    const gaps = [
      ...(first.notAbove + second.notAbove > 0
        ? [
            `${counted(first.notAbove, 'pixel')} of ${input.before} and ${second.notAbove} of ${input.after} are at or below 0 and weigh nothing.`,
          ]
        : []),
      ...(first.nodata + second.nodata > 0
        ? [
            `${counted(first.nodata, 'pixel')} of ${input.before} and ${second.nodata} of ${input.after} hold no data; where these differ the centre moves for that alone.`,
          ]
        : []),
      ...(days === 0
        ? [
            'The two layers do not have two different dates, so this is a shift between layers and no motion in time.',
          ]
        : []),
    ]
    const on = { layer: pair.second.layer.id }
    return {
      text: [
        metres > 0
          ? `The weighted centre of ${pair.meaning} shifts ${figure(metres)} m at ${figure(bearing)}° from true north (${sector}) from ${input.before} to ${input.after}${days > 0 ? `, in ${counted(days, 'day')}` : ''}.`
          : `The weighted centre of ${pair.meaning} is the same in ${input.before} and ${input.after}, so there is no bearing.`,
        ...gaps,
        ...(pair.note ? [pair.note] : []),
      ].join(' '),
      numbers: [
        quantity('distance', metres, { unit: 'm', dimension: 'length', ...on }),
        ...(metres > 0 ? [degrees('bearing', bearing, on)] : []),
        ...(days > 0 ? [quantity('speed', metres / days, { unit: 'm/day', dimension: 'speed', ...on })] : []),
      ],
      labels: metres > 0 ? [{ name: 'sector', value: sector }] : [],
      warnings: [...(warning ? [warning] : []), ...(pair.note ? [pair.note] : []), ...gaps],
      places: [
        { name: 'earlier centre', geometry: { type: 'Point', coordinates: from } },
        { name: 'later centre', geometry: { type: 'Point', coordinates: to } },
      ],
    }
  },
})
