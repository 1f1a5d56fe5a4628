import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer, maskAreaOf } from '../../raster/kernels/areas.ts'
import { reduce } from '../../raster/reduce.ts'
import { SQUARE_METRES } from '../../trace/units.ts'
import { areaNotes } from '../support/area-notes.ts'
import { datedLayers, sharedDates } from '../support/dated-layers.ts'
import { shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf, wordsOf } from '../support/naming.ts'
import { maskRaster } from '../support/single-raster.ts'
import { defineTool, slot } from '../tool.ts'
import { masksField, masksNeed } from './series-map.ts'
import { seriesFigures, seriesMeasures, seriesText, tableOfDates } from './series-table.ts'

export const maskAreaSeriesTool = defineTool({
  name: 'mask_area_series',
  family: 'pixelseries',
  title: 'Area of masks over time',
  summary:
    'Area and share of the ground inside each mask of a dated list, as a table by date: water extent, snow cover, burned or built-up area over time, ready for a trend.',
  source: 'doi:10.3133/pp1395',
  needs: { masks: masksNeed },
  gives: { kind: 'table' },
  measures: [...seriesMeasures('area'), { name: 'change', dimension: 'area' }],
  input: z.object({
    masks: masksField,
    unit: slot(
      z
        .enum(['ha', 'km2', 'm2'])
        .default('ha')
        .describe('Unit of the areas: hectares, square kilometres or square metres.'),
      'unit',
    ),
  }),
  examples: [{ masks: ['layer-1', 'layer-2'] }, { masks: ['layer-1', 'layer-2'], unit: 'km2' }],
  async run({ masks, unit }, context) {
    const series = datedLayers(context, masks)
    const found = []
    for (const [place, { layer }] of series.entries()) {
      throwIfAborted(context.signal)
      const { source } = await maskRaster(context, layer.id)
      const { areas } = await reduce(
        source,
        { areas: new CodeAreaReducer(cellArea(source.grid)) },
        {
          signal: context.signal,
          progress: (fraction) => context.progress((place + fraction) / series.length),
        },
      )
      found.push({ ...maskAreaOf(areas), grid: source.grid })
    }
    const values = found.map(({ inside, valid }) =>
      valid.pixels > 0 ? inside.area / SQUARE_METRES[unit] : null,
    )
    const dates = series.map(({ date }) => date)
    const table = tableOfDates(dates, values)
    if (table.length === 0) {
      throw new AppError(
        'nothing_valid',
        'no mask of the list has a pixel with data; give masks that hold data',
      )
    }
    const first = series[0]!.layer
    const noun = wordsOf(meaningOf(first), 'mask')
    const saved = await context.saveTable(
      {
        title: `Area of ${noun} ${dates[0]!} to ${dates.at(-1)!}`,
        port: { kind: 'table' },
        unit,
        date: dates.at(-1)!,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'date', unit: 'date' },
          { name: 'area', unit },
          { name: 'share', unit: '%' },
          { name: 'pixels', unit: 'count' },
          { name: 'valid_pixels', unit: 'count' },
        ],
        rows: found.map(({ inside, valid }, place) => [
          dates[place]!,
          values[place]!,
          valid.pixels > 0 ? 100 * shareOf(inside.area, valid.area) : null,
          inside.pixels,
          valid.pixels,
        ]),
      },
    )
    const report = leftOutReport({ nodata: found.reduce((sum, { nodata }) => sum + nodata, 0) })
    const valid = found.map((each) => each.valid.area)
    const isUneven = Math.min(...valid) < 0.95 * Math.max(...valid)
    const twice = sharedDates(series)
    const change = table.at(-1)!.value - table[0]!.value
    return {
      text: `${saved.id} is a table of the area marked as ${noun} by date, in ${unit}: ${seriesText(table, unit)}.`,
      numbers: [
        ...seriesFigures(table, unit, saved.id),
        { name: 'change', value: change, unit, dimension: 'area', layer: saved.id },
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...new Set(found.flatMap(({ grid }) => areaNotes(grid))),
        ...(isUneven
          ? [
              'The masks have data on unlike areas of ground: compare the shares rather than the areas, or cut them to one extent.',
            ]
          : []),
        ...(twice.length > 0 ? [`More than one mask is of ${twice[0]!}: each has a row of its own.`] : []),
        ...report.warnings,
      ],
      facts: { dates: dates.length },
      chart: { kind: 'series', title: `Area of ${noun}`, unit, points: table },
    }
  },
})
