import { z } from 'zod'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { reduce } from '../../raster/reduce.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import { areaNotes } from '../support/area-notes.ts'
import { count, figure, hectares, percent } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { meaningOf } from '../support/naming.ts'
import { singleRaster } from '../support/single-raster.ts'
import { nothingValid } from '../support/threshold-choice.ts'
import { defineTool, layerRef } from '../tool.ts'
import { saveRows } from './save-rows.ts'

export const classAreasTool = defineTool({
  name: 'class_areas',
  family: 'statistics',
  title: 'Area of each class',
  summary:
    'Area in hectares, pixels and share of each class of a raster of classes, such as land cover: how large class 3 is, which class is the largest.',
  source: 'https://docs.ogc.org/is/20-010/20-010.html',
  needs: { classes: { kind: 'raster', quantity: ['class', 'mask'] } },
  gives: { kind: 'table' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'classes', dimension: 'count' },
    { name: 'largest_class', dimension: 'text' },
    { name: 'smallest_class', dimension: 'text' },
  ],
  input: z.object({
    classes: layerRef('Id of a raster of classes or of a mask; codes from 0 to 255.'),
    band: z.enum(BAND_NAMES).optional().describe('Band, for a scene of several bands.'),
  }),
  examples: [{ classes: 'layer-1' }],
  async run(input, context) {
    const { layer, source } = await singleRaster(context, input.classes, input.band)
    const { areas } = await reduce(
      source,
      { areas: new CodeAreaReducer(cellArea(source.grid)) },
      { signal: context.signal, progress: (fraction) => context.progress(fraction, 'measuring classes') },
    )
    const found = [...areas.codes]
    if (found.length === 0) throw nothingValid(layer.id)
    const valid = found.reduce((sum, [, { pixels }]) => sum + pixels, 0)
    const rows = found.map(([code, { pixels, area }]) => ({
      code,
      pixels,
      hectares: area / 10_000,
      share: pixels / valid,
    }))
    const largest = rows.reduce((best, each) => (each.hectares > best.hectares ? each : best))
    const smallest = rows.reduce((best, each) => (each.hectares < best.hectares ? each : best))
    const saved = await saveRows(
      context,
      `area of each class of ${meaningOf(layer)}`,
      [
        { name: 'class', unit: '1' },
        { name: 'pixels', unit: 'count' },
        { name: 'area', unit: 'ha' },
        { name: 'share', unit: '%' },
      ],
      rows.map((row) => [row.code, row.pixels, row.hectares, row.share * 100]),
    )
    const report = leftOutReport({ nodata: areas.nodata })
    return {
      text:
        `${saved.id} holds the area of ${rows.length === 1 ? '1 class' : `${rows.length} classes`} of ${layer.id}: ` +
        `${rows.map((row) => `${row.code}: ${figure(row.hectares)} ha, ${figure(row.share * 100)} %`).join('; ')}. ` +
        `The largest is ${largest.code}.`,
      numbers: [
        ...rows.map((row) =>
          hectares('area', row.hectares * 10_000, { group: String(row.code), layer: layer.id }),
        ),
        ...rows.map((row) => percent('share', row.share, { group: String(row.code), layer: layer.id })),
        count('classes', rows.length, { layer: layer.id }),
        ...report.numbers,
      ],
      labels: [
        { name: 'largest_class', value: String(largest.code) },
        { name: 'smallest_class', value: String(smallest.code) },
      ],
      layers: [saved],
      warnings: [...areaNotes(source.grid), ...report.warnings],
      chart: {
        kind: 'bars',
        title: 'Area of each class',
        unit: 'ha',
        rows: rows.map((row) => ({ label: String(row.code), value: row.hectares })),
      },
    }
  },
})
