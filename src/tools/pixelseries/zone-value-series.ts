import { z } from 'zod'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { zonalSummary } from '../../raster/kernels/zones.ts'
import type { Layer } from '../../trace/layer.ts'
import type { TableCell } from '../../trace/table.ts'
import { alignOnto } from '../support/align.ts'
import { datedLayers, sharedDates, unitIn } from '../support/dated-layers.ts'
import { count, counted, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster, type SingleRaster } from '../support/single-raster.ts'
import { defineTool, layerRef } from '../tool.ts'
import { requireAlike } from './layer-value-series.ts'
import { valuesFields, valuesNeed } from './series-map.ts'
import { seriesText, tableOfDates } from './series-table.ts'

/** Columns of a table that people can still read. */
const MOST_ZONES = 50

export const zoneValueSeriesTool = defineTool({
  name: 'zone_value_series',
  family: 'pixelseries',
  title: 'Means of zones over time',
  summary:
    'Mean of every zone of a mask or class raster in each raster of a dated list, as a table with a row a date and a column a zone: compare the course of NDVI or temperature inside and outside a burn, or by land cover.',
  source: 'doi:10.1080/00401706.1962.10490022',
  needs: { layers: valuesNeed(), zones: { kind: 'raster', quantity: ['class', 'mask'] } },
  gives: { kind: 'table' },
  measures: [
    ...['first', 'last', 'mean'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'dates', dimension: 'count' },
    { name: 'zones', dimension: 'count' },
  ],
  input: z.object({ ...valuesFields, zones: layerRef('Id of a mask or a raster of classes.') }),
  examples: [{ layers: ['layer-1', 'layer-2'], zones: 'layer-3' }],
  async run(input, context) {
    const series = datedLayers(context, input.layers)
    const zones = await singleRaster(context, input.zones)
    const isMask = isQuantity(zones.layer, 'mask')
    if (!isMask && !isQuantity(zones.layer, 'class')) {
      throw new AppError(
        'invalid_input',
        `${input.zones} is neither a mask nor a raster of classes; give one as zones`,
      )
    }
    const rasters: SingleRaster[] = []
    for (const { layer } of series) rasters.push(await singleRaster(context, layer.id, input.band))
    requireAlike(rasters)
    const found: { readonly means: ReadonlyMap<number, number>; readonly leftOut: number }[] = []
    const notes: string[] = []
    for (const [place, { layer, source }] of rasters.entries()) {
      throwIfAborted(context.signal)
      const aligned = alignOnto(
        { grid: source.grid, id: layer.id },
        { source: zones.source, id: input.zones, holds: 'classes' },
      )
      if (aligned.note) notes.push(aligned.note)
      const { zones: summaries, leftOut } = await zonalSummary(source, aligned.source, {
        signal: context.signal,
        progress: (fraction) => context.progress((place + fraction) / rasters.length),
      })
      found.push({ means: new Map(summaries.map(({ code, mean }) => [code, mean])), leftOut })
    }
    const codes = [...new Set(found.flatMap(({ means }) => [...means.keys()]))].sort((a, b) =>
      isMask ? b - a : a - b,
    )
    requireZones(codes, input.zones)
    const dates = series.map(({ date }) => date)
    const unit = unitIn(rasters[0]!)
    const noun = (input.band ?? meaningOf(rasters[0]!.layer)).replaceAll('_', ' ')
    const nameOf = (code: number) => (isMask ? (code === 1 ? 'inside' : 'outside') : `zone_${code}`)
    const saved = await context.saveTable(
      {
        title: `${noun} by zone ${dates[0]!} to ${dates.at(-1)!}`,
        port: { kind: 'table' },
        unit,
        date: dates.at(-1)!,
        style: { ramp: 'none' },
      },
      {
        columns: [{ name: 'date', unit: 'date' }, ...codes.map((code) => ({ name: nameOf(code), unit }))],
        rows: found.map(({ means }, place): TableCell[] => [
          dates[place]!,
          ...codes.map((code) => means.get(code) ?? null),
        ]),
      },
    )
    const courses = codes.map((code) => ({
      code,
      table: tableOfDates(
        dates,
        found.map(({ means }) => means.get(code) ?? null),
      ),
    }))
    const report = leftOutReport({ nodata: found.reduce((sum, { leftOut }) => sum + leftOut, 0) })
    const twice = sharedDates(series)
    return {
      text: [
        `${saved.id} is a table of the mean ${noun} of ${counted(codes.length, 'zone')} of ${input.zones} by date, each raster on its own grid. ` +
          courses
            .slice(0, 4)
            .map(({ code, table }) => `${nameOf(code)}: ${seriesText(table, unit)}`)
            .join('; ') +
          '.',
        ...notes.slice(0, 1),
      ].join(' '),
      numbers: [
        ...courses.flatMap(({ code, table }) => {
          const on = { group: String(code), layer: saved.id }
          const mean = table.reduce((sum, { value }) => sum + value, 0) / table.length
          return [
            measured('first', table[0]!.value, unit, on),
            measured('last', table.at(-1)!.value, unit, on),
            measured('mean', mean, unit, on),
          ]
        }),
        count('dates', dates.length, { layer: saved.id }),
        count('zones', codes.length, { layer: saved.id }),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(notes.length > 0
          ? [`The zones lay on another grid than ${counted(notes.length, 'raster')}: ${notes[0]!}`]
          : []),
        ...(twice.length > 0 ? [`More than one raster is of ${twice[0]!}: each has a row of its own.`] : []),
        ...report.warnings,
      ],
      facts: { dates: dates.length },
      chart: {
        kind: 'series',
        title: `Mean ${noun}, ${nameOf(codes[0]!).replace('_', ' ')}`,
        unit,
        points: courses[0]!.table,
      },
    }
  },
})

const isQuantity = (layer: Layer, quantity: string) =>
  layer.port.kind === 'raster' && layer.port.quantity === quantity

function requireZones(codes: readonly number[], id: string): void {
  if (codes.length === 0) {
    throw new AppError(
      'nothing_valid',
      `no pixel has both a value and a zone in ${id}; give layers that overlap where they hold data`,
    )
  }
  if (codes.length > MOST_ZONES) {
    throw new AppError(
      'limit_reached',
      `${id} has ${codes.length} zones and a table of dates takes up to ${MOST_ZONES}; use a raster of fewer classes`,
    )
  }
}
