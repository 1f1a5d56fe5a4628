import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { apply, invert } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { fromLonLat } from '../../raster/grid/lon-lat.ts'
import { datedLayers, sharedDates, unitIn } from '../support/dated-layers.ts'
import { counted } from '../support/figures.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster, type SingleRaster } from '../support/single-raster.ts'
import { defineTool, slot } from '../tool.ts'
import { valuesFields, valuesNeed, SERIES_QUANTITIES } from './series-map.ts'
import { seriesFigures, seriesMeasures, seriesText, tableOfDates } from './series-table.ts'

export const layerValueSeriesTool = defineTool({
  name: 'layer_value_series',
  family: 'pixelseries',
  title: 'Values at a place over time',
  summary:
    'The value at one longitude and latitude in every raster of a dated list, as a table by date: the course of NDVI, temperature or backscatter at a point.',
  source: 'https://www.rfc-editor.org/rfc/rfc7946',
  needs: { layers: valuesNeed([...SERIES_QUANTITIES, 'mask', 'class']) },
  gives: { kind: 'table' },
  measures: seriesMeasures('value'),
  input: z.object({
    ...valuesFields,
    longitude: slot(
      z.number().min(-180).max(180).describe('Longitude of the place in degrees, east positive.'),
      'longitude',
    ),
    latitude: slot(
      z.number().min(-90).max(90).describe('Latitude of the place in degrees, north positive.'),
      'latitude',
    ),
  }),
  examples: [{ layers: ['layer-1', 'layer-2'], longitude: 15.0008, latitude: 45.1529 }],
  async run({ layers, band, longitude, latitude }, context) {
    const series = datedLayers(context, layers)
    const rasters: SingleRaster[] = []
    for (const { layer } of series) {
      throwIfAborted(context.signal)
      rasters.push(await singleRaster(context, layer.id, band))
    }
    requireAlike(rasters)
    const values: (number | null)[] = []
    let beyond = 0
    for (const [place, { source }] of rasters.entries()) {
      throwIfAborted(context.signal)
      context.progress(place / rasters.length)
      const at = pixelOf(source.grid, longitude, latitude)
      if (!at) beyond++
      const value = at
        ? (await source.read({ ...at, width: 1, height: 1 }, { signal: context.signal }))[0]!
        : NaN
      values.push(Number.isFinite(value) ? value : null)
    }
    const dates = series.map(({ date }) => date)
    const table = tableOfDates(dates, values)
    if (table.length === 0) {
      throw new AppError(
        'nothing_valid',
        beyond === rasters.length
          ? 'the place lies outside all of the rasters; give a longitude and latitude within them'
          : 'none of the rasters has data at the place; give another place or other dates',
      )
    }
    const first = rasters[0]!
    const [unit, noun] = [unitIn(first), (band ?? meaningOf(first.layer)).replaceAll('_', ' ')]
    const saved = await context.saveTable(
      {
        title: `${noun} at a place ${dates[0]!} to ${dates.at(-1)!}`,
        port: { kind: 'table' },
        unit,
        date: dates.at(-1)!,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'date', unit: 'date' },
          { name: 'value', unit },
        ],
        rows: dates.map((date, place) => [date, values[place]!]),
      },
    )
    const missing = dates.length - table.length - beyond
    const twice = sharedDates(series)
    return {
      text: `${saved.id} is a table of ${noun} at longitude ${longitude}, latitude ${latitude} by date, the pixel that holds the place: ${seriesText(table, unit)}.`,
      numbers: seriesFigures(table, unit, saved.id),
      places: [{ name: 'place', geometry: { type: 'Point', coordinates: [longitude, latitude] } }],
      layers: [saved],
      warnings: [
        ...(beyond > 0 ? [`${counted(beyond, 'raster')} not reaching the place: no value there.`] : []),
        ...(missing > 0 ? [`${counted(missing, 'date')} without data at the place: no value there.`] : []),
        ...(twice.length > 0 ? [`More than one raster is of ${twice[0]!}: each has a row of its own.`] : []),
      ],
      facts: { dates: table.length },
      chart: { kind: 'series', title: `${noun} at the place`, unit, points: table },
    }
  },
})

/** Throws invalid_input where rasters of unlike meaning or unit would stand in one column. */
export function requireAlike(rasters: readonly SingleRaster[]): void {
  const [first, ...others] = rasters
  const what = (raster: SingleRaster) => `${raster.band ?? meaningOf(raster.layer)} in ${unitIn(raster)}`
  const other = others.find((each) => what(each) !== what(first!))
  if (!other) return
  throw new AppError(
    'invalid_input',
    `${first!.layer.id} holds ${what(first!)} and ${other.layer.id} ${what(other)}; a series needs rasters of one meaning and unit`,
  )
}

function pixelOf(grid: Grid, longitude: number, latitude: number) {
  const [x, y] = fromLonLat(grid.crs)(longitude, latitude)
  const [col, row] = apply(invert(grid.transform), x, y).map(Math.floor) as [number, number]
  return col >= 0 && row >= 0 && col < grid.width && row < grid.height ? { col, row } : null
}
