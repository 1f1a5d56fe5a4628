import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { zoneHistograms } from '../../raster/kernels/zone-histograms.ts'
import { count, counted, figure, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { whenOf } from '../support/naming.ts'
import { zonedValues } from '../support/zoned-values.ts'
import { defineTool, layerRef } from '../tool.ts'
import { bandArgument, VALUES } from './arguments.ts'

/** Zones whose fullest bin is told. */
const LISTED = 12

export const zonalHistogramTool = defineTool({
  name: 'zonal_histogram',
  family: 'zonal',
  title: 'Histogram by zone',
  summary:
    'Histogram of a raster within each zone of a class map or mask, over bins common to all zones: how values are distributed in each class.',
  source: 'doi:10.1098/rsta.1895.0010',
  needs: {
    values: { kind: 'raster', quantity: VALUES, bands: [] },
    zones: { kind: 'raster', quantity: ['class', 'mask'] },
  },
  gives: { kind: 'table' },
  measures: [
    { name: 'pixels', dimension: 'count' },
    { name: 'bin_width', dimension: 'value' },
    { name: 'modal_bin', dimension: 'value' },
  ],
  input: z.object({
    values: layerRef('Id of the raster to measure.'),
    band: bandArgument,
    zones: layerRef('Id of a class map or mask.'),
    bins: z.number().int().min(2).max(100).default(20).describe('Number of bins of equal width.'),
  }),
  examples: [{ values: 'layer-1', zones: 'layer-2' }],
  async run(input, context) {
    const { values, zones, what, found, note } = await zonedValues(context, input)
    const { unit } = values.layer
    const min = Math.min(...found.zones.map((zone) => zone.min))
    const max = Math.max(...found.zones.map((zone) => zone.max))
    if (!(max > min)) {
      throw new AppError(
        'nothing_valid',
        `all values of ${input.values} within zones are ${figure(min)}, so there is no histogram`,
      )
    }
    const histograms = await zoneHistograms(values.source, zones.source, {
      codes: found.zones.map(({ code }) => code),
      range: { min, max, bins: input.bins },
      signal: context.signal,
      progress: (fraction) => context.progress(fraction, 'counting'),
    })
    const listed = [...histograms].map(([code, { edges, counts }]) => {
      const fullest = counts.reduce((best, each, bin) => (each > counts[best]! ? bin : best), 0)
      return { code, edges, counts, fullest, middle: (edges[fullest]! + edges[fullest + 1]!) / 2 }
    })
    const saved = await context.saveTable(
      {
        title: `histogram of ${what.replaceAll('_', ' ')} by zone ${whenOf(values.layer)}`,
        port: { kind: 'table' },
        unit: 'count',
        date: values.layer.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'zone', unit: '1' },
          { name: 'from', unit },
          { name: 'to', unit },
          { name: 'pixels', unit: 'count' },
        ],
        rows: listed.flatMap(({ code, edges, counts }) =>
          Array.from(counts, (each, bin) => [code, edges[bin]!, edges[bin + 1]!, each]),
        ),
      },
    )
    const on = { layer: values.layer.id }
    const report = leftOutReport({ nodata: found.leftOut })
    const width = (max - min) / input.bins
    return {
      text: [
        `${saved.id} holds histograms of ${what} of ${input.values} in ${counted(found.zones.length, 'zone')} of ${input.zones}, ${input.bins} bins of ${figure(width)} from ${figure(min)} to ${figure(max)}.`,
        `Fullest bin: ${listed
          .slice(0, LISTED)
          .map(
            ({ code, edges, counts, fullest }) =>
              `zone ${code} ${figure(edges[fullest]!)} to ${figure(edges[fullest + 1]!)} (${counted(counts[fullest]!, 'pixel')})`,
          )
          .join('; ')}.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        measured('bin_width', width, unit, on),
        ...found.zones.map(({ code, pixels }) => count('pixels', pixels, { group: String(code), ...on })),
        ...listed.map(({ code, middle }) =>
          measured('modal_bin', middle, unit, { group: String(code), ...on }),
        ),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...(note ? [note] : []), ...report.warnings],
      chart: {
        kind: 'histogram',
        title: `${what} of all zones`,
        unit,
        edges: [...listed[0]!.edges],
        counts: Array.from({ length: input.bins }, (_, bin) =>
          listed.reduce((sum, { counts }) => sum + counts[bin]!, 0),
        ),
      },
    }
  },
})
