import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { toLonLat } from '../../raster/grid/lon-lat.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { MomentsReducer, shapeOf } from '../../raster/kernels/moments.ts'
import { fitMotion } from '../../raster/kernels/motion-fit.ts'
import { reduce } from '../../raster/reduce.ts'
import { geodesicSpan } from '../../raster/vector/geodesic.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import { metresPerDegree } from '../../raster/vector/local-plane.ts'
import { inOneRun } from '../../raster/vector/shape.ts'
import { areaNotes } from '../support/area-notes.ts'
import { datedSources } from '../support/dated-layers.ts'
import { asPoint } from '../support/features.ts'
import { counted, figure, quantity } from '../support/figures.ts'
import { motionWords } from '../support/motion-words.ts'
import { defineTool, layerRef } from '../tool.ts'

const MILLISECONDS = 86_400_000

export const centroidPathTool = defineTool({
  name: 'centroid_path',
  family: 'direction',
  title: 'Path of a centroid over dates',
  summary:
    'Path of the centroid of a mask over several dates (fire front, flood, ice, bloom): bearing, distance and speed of each step, and the mean motion with its error; a table and a line.',
  source: 'doi:10.1071/WF08088',
  needs: { masks: { kind: 'rasters', of: { kind: 'raster', quantity: 'mask' } } },
  gives: { kind: 'table' },
  measures: [
    { name: 'bearing', dimension: 'angle' },
    { name: 'speed', dimension: 'speed' },
    { name: 'path_length', dimension: 'length' },
    { name: 'net_distance', dimension: 'length' },
    { name: 'sector', dimension: 'sector' },
  ],
  input: z.object({
    masks: z
      .array(layerRef('Id of a mask with a date.'))
      .min(2)
      .max(400)
      .describe('Ids of the masks of one thing, one a date, in any order.'),
  }),
  examples: [{ masks: ['mask-1', 'mask-2', 'mask-3'] }],
  async run(input, context) {
    const series = await datedSources(context, input.masks, { holds: 'masks' })
    const { grid } = series
    const toDegrees = toLonLat(grid.crs)
    const rowArea = cellArea(grid)
    const { signal } = context
    const stops: { date: string; at: LonLat; area: number }[] = []
    const empty: string[] = []
    for (const [index, source] of series.sources.entries()) {
      const { moments, areas } = await reduce(
        source,
        { moments: new MomentsReducer(grid), areas: new CodeAreaReducer(rowArea) },
        {
          signal,
          progress: (fraction) =>
            context.progress((index + fraction) / series.sources.length, 'finding centroids'),
        },
      )
      if (moments.count === 0) empty.push(series.layers[index]!.id)
      else {
        const [longitude, latitude] = toDegrees(...shapeOf(moments, grid).centroid)
        stops.push({
          date: series.dates[index]!,
          at: [longitude, latitude],
          area: maskAreaOf(areas).inside.area,
        })
      }
    }
    if (stops.length < 2) {
      throw new AppError(
        'nothing_valid',
        `${counted(stops.length, 'mask')} of ${series.layers.length} marks something and a path needs two; give masks that do`,
      )
    }
    const steps = stops.slice(1).map(({ at, date }, index) => {
      const before = stops[index]!
      const span = geodesicSpan(before.at, at)
      const days = (Date.parse(date) - Date.parse(before.date)) / MILLISECONDS
      return { ...span, speed: span.metres / 1000 / days }
    })
    const places = inOneRun(stops.map(({ at }) => at))
    const [east, north] = metresPerDegree(places)
    const motion = fitMotion({
      days: stops.map(({ date }) => Date.parse(date) / MILLISECONDS),
      east: places.map(([longitude]) => (longitude - places[0]![0]) * east),
      north: places.map(([, latitude]) => (latitude - places[0]![1]) * north),
    })
    const [first, last] = [stops[0]!, stops.at(-1)!]
    const net = geodesicSpan(first.at, last.at)
    const length = steps.reduce((sum, { metres }) => sum + metres, 0)
    const when = `${first.date} to ${last.date}`
    const table = await context.saveTable(
      {
        title: `path of a centroid ${when}`,
        port: { kind: 'table' },
        unit: 'km',
        date: last.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'date', unit: 'date' },
          { name: 'longitude', unit: 'deg' },
          { name: 'latitude', unit: 'deg' },
          { name: 'area', unit: 'ha' },
          { name: 'step', unit: 'km' },
          { name: 'bearing', unit: 'deg' },
          { name: 'speed', unit: 'km/day' },
        ],
        rows: stops.map(({ date, at, area }, index) => {
          const step = steps[index - 1]
          return [
            date,
            at[0],
            at[1],
            area / 10_000,
            step ? step.metres / 1000 : null,
            step && step.metres > 0 ? step.bearing : null,
            step ? step.speed : null,
          ]
        }),
      },
    )
    const line = await context.saveVector(
      {
        title: `line of a centroid ${when}`,
        port: { kind: 'vector' },
        unit: 'km',
        date: last.date,
        style: { ramp: 'none' },
      },
      {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'LineString', coordinates: stops.map(({ at }) => asPoint(at).coordinates) },
            properties: { from: first.date, to: last.date, length_km: length / 1000 },
          },
          ...stops.map(({ date, at, area }) => ({
            type: 'Feature' as const,
            geometry: asPoint(at),
            properties: { date, area_ha: area / 10_000 },
          })),
        ],
      },
    )
    const isMoving = Number.isFinite(motion.speed)
    const told = isMoving ? motionWords(motion, { layer: table.id }) : null
    const kilometres = (name: string, metres: number) =>
      quantity(name, metres / 1000, { unit: 'km', dimension: 'length', layer: table.id })
    const notes = [
      ...series.notes,
      ...(empty.length > 0 ? [`Nothing is marked in ${empty.join(', ')}: left out.`] : []),
    ]
    return {
      text: [
        `${table.id} is the path of the centroid on ${counted(stops.length, 'date')}, ${when}; ${line.id} its line.`,
        `It is ${figure(length / 1000)} km long; first to last ${figure(net.metres / 1000)} km${net.metres > 0 ? ` at ${figure(net.bearing)}° from true north` : ''}.`,
        told ? `Mean motion by least squares: ${told.text}.` : 'It does not move, so it has no bearing.',
        'A centroid also moves where a mask grows to one side.',
        ...notes,
      ].join(' '),
      numbers: [
        ...(told?.numbers ?? []),
        kilometres('path_length', length),
        kilometres('net_distance', net.metres),
      ],
      labels: told?.labels ?? [],
      layers: [table, line],
      warnings: [...areaNotes(grid), ...notes],
      places: stops.slice(0, 50).map(({ date, at }) => ({
        name: `centroid ${date}`,
        geometry: { type: 'Point', coordinates: at },
      })),
    }
  },
})
