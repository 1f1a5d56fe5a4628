import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { PolygonZoneReducer } from '../../raster/kernels/polygon-zones.ts'
import { reduce } from '../../raster/reduce.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, counted, figure, hectares, measured } from '../support/figures.ts'
import { meaningOf, whenOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { zonePolygons } from '../support/zone-polygons.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, coverageArgument, VALUES } from './arguments.ts'

/** Zones told in words and figures; the table holds them all. */
const LISTED = 20

export const zonalStatisticsPolygonsTool = defineTool({
  name: 'zonal_statistics_polygons',
  family: 'zonal',
  title: 'Statistics by polygon',
  summary:
    'Mean, spread, extremes, sum and area of a raster within each polygon of a vector layer: fields, districts, parks. By pixel centres or exact shares of pixels.',
  source: 'https://isciences.github.io/exactextract/',
  needs: { values: { kind: 'raster', quantity: VALUES, bands: [] }, zones: { kind: 'vector' } },
  gives: { kind: 'table' },
  measures: [
    ...['mean', 'std', 'min', 'max'].map((name) => ({ name, dimension: 'value' as const })),
    { name: 'area', dimension: 'area' },
    { name: 'pixels', dimension: 'count' },
  ],
  input: z.object({
    values: layerRef('Id of the raster to measure.'),
    band: bandArgument,
    zones: layerRef('Id of a vector layer of polygons.'),
    rule: coverageArgument,
  }),
  examples: [
    { values: 'layer-1', zones: 'polygons-1' },
    { values: 'layer-1', zones: 'polygons-1', rule: 'fraction' },
  ],
  async run(input, context) {
    const { layer, source, band } = await singleRaster(context, input.values, input.band)
    const { zones, notes } = await zonePolygons(context, input.zones, source.grid)
    const { found } = await reduce(
      source,
      {
        found: new PolygonZoneReducer(source.grid, zones, {
          rule: input.rule,
          rowArea: cellArea(source.grid),
        }),
      },
      { signal: context.signal, progress: (fraction) => context.progress(fraction, 'measuring') },
    )
    const numbered = found.map((zone, index) => ({ id: index + 1, ...zone }))
    const filled = numbered.filter(({ pixels }) => pixels > 0)
    if (filled.length === 0) {
      throw new AppError(
        'nothing_valid',
        `no polygon of ${input.zones} covers a valid pixel of ${input.values}; give polygons that overlap it, or the rule "fraction" where they are smaller than a pixel`,
      )
    }
    const { unit } = layer
    const what = band ?? meaningOf(layer)
    const saved = await context.saveTable(
      {
        title: `${what.replaceAll('_', ' ')} by polygon ${whenOf(layer)}`,
        port: { kind: 'table' },
        unit,
        date: layer.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'zone', unit: '1' },
          { name: 'mean', unit },
          { name: 'std', unit },
          { name: 'min', unit },
          { name: 'max', unit },
          { name: 'sum', unit },
          { name: 'pixels', unit: 'px' },
          { name: 'area', unit: 'ha' },
          { name: 'pixels_without_data', unit: 'px' },
        ],
        rows: numbered.map(({ id, mean, std, min, max, sum, pixels, weight, area, nodata }) =>
          pixels === 0
            ? [id, null, null, null, null, null, 0, 0, nodata]
            : [id, mean, std, min, max, sum, weight, area / 10_000, nodata],
        ),
      },
    )
    const missing = numbered.reduce((sum, { nodata }) => sum + nodata, 0)
    const empty = numbered.length - filled.length
    const warnings = [
      ...notes,
      ...areaNotes(source.grid),
      ...(missing > 0 ? [`${figure(missing)} pixels within polygons hold no data and are left out.`] : []),
      ...(empty > 0 ? [`${counted(empty, 'polygon')} without a valid pixel.`] : []),
      ...(filled.length > LISTED
        ? [`The first ${LISTED} of ${filled.length} zones are told; the table holds all.`]
        : []),
    ]
    return {
      text: [
        `${saved.id} holds statistics of ${what} of ${input.values} in ${counted(numbered.length, 'polygon')} of ${input.zones} (${input.rule === 'centre' ? 'pixels whose centre is covered' : 'pixels by the share covered'}); zones go by their order in the layer.`,
        filled
          .slice(0, LISTED)
          .map(
            ({ id, mean, std, min, max, area }) =>
              `${id}: mean ${figure(mean)}, std ${figure(std)}, ${figure(min)} to ${figure(max)}, ${figure(area / 10_000)} ha`,
          )
          .join('; ') + '.',
        ...warnings,
      ].join(' '),
      numbers: filled.slice(0, LISTED).flatMap(({ id, mean, std, min, max, pixels, area }) => {
        const on = { group: String(id), layer: layer.id }
        return [
          measured('mean', mean, unit, on),
          measured('std', std, unit, on),
          measured('min', min, unit, on),
          measured('max', max, unit, on),
          count('pixels', pixels, on),
          hectares('area', area, on),
        ]
      }),
      layers: [saved],
      warnings,
      chart: {
        kind: 'bars',
        title: `Mean ${what} by polygon`,
        unit,
        rows: filled.slice(0, LISTED).map(({ id, mean }) => ({ label: `zone ${id}`, value: mean })),
      },
    }
  },
})
