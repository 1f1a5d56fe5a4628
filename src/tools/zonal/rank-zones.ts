import { z } from 'zod'
import { count, counted, figure, hectares, measured } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { whenOf } from '../support/naming.ts'
import { zonedValues } from '../support/zoned-values.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import { bandArgument, VALUES } from './arguments.ts'

export const rankZonesTool = defineTool({
  name: 'rank_zones',
  family: 'zonal',
  title: 'Zones in order',
  summary:
    'Ranks the zones of a class map by a statistic of another raster: which zone has the highest or lowest mean, maximum, spread or area.',
  source: 'doi:10.1080/00401706.1962.10490022',
  needs: {
    values: { kind: 'raster', quantity: VALUES, bands: [] },
    zones: { kind: 'raster', quantity: ['class', 'mask'] },
  },
  gives: { kind: 'table' },
  measures: [
    { name: 'zone', dimension: 'count' },
    { name: 'statistic', dimension: 'value' },
    { name: 'zones', dimension: 'count' },
    { name: 'first_zone', dimension: 'text' },
  ],
  input: z.object({
    values: layerRef('Id of the raster to measure.'),
    band: bandArgument,
    zones: layerRef('Id of a class map or mask.'),
    statistic: z
      .enum(['mean', 'min', 'max', 'std', 'range'])
      .default('mean')
      .describe('What zones are ranked by.'),
    direction: z
      .enum(['highest_first', 'lowest_first'])
      .default('highest_first')
      .describe('Which end comes first.'),
    top: slot(
      z.number().int().min(1).max(50).default(5).describe('How many zones are told; the table holds all.'),
      'top',
    ),
  }),
  examples: [
    { values: 'layer-1', zones: 'layer-2' },
    { values: 'layer-1', zones: 'layer-2', statistic: 'std', direction: 'lowest_first', top: 3 },
  ],
  async run(input, context) {
    const { values, what, found, note } = await zonedValues(context, input)
    const { unit } = values.layer
    const sign = input.direction === 'highest_first' ? -1 : 1
    const ranked = found.zones
      .map((zone) => ({
        ...zone,
        by: input.statistic === 'range' ? zone.max - zone.min : zone[input.statistic],
      }))
      // Zones alike stand in the order of their codes.
      .sort((one, other) => sign * (one.by - other.by) || one.code - other.code)
    const saved = await context.saveTable(
      {
        title: `zones by ${input.statistic} of ${what.replaceAll('_', ' ')} ${whenOf(values.layer)}`,
        port: { kind: 'table' },
        unit,
        date: values.layer.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'rank', unit: '1' },
          { name: 'zone', unit: '1' },
          { name: input.statistic, unit },
          { name: 'pixels', unit: 'count' },
          { name: 'area', unit: 'ha' },
        ],
        rows: ranked.map(({ code, by, pixels, area }, index) => [index + 1, code, by, pixels, area / 10_000]),
      },
    )
    const leading = ranked.slice(0, input.top)
    const on = { layer: values.layer.id }
    const report = leftOutReport({ nodata: found.leftOut })
    return {
      text: [
        `${saved.id} ranks ${counted(ranked.length, 'zone')} of ${input.zones} by ${input.statistic} of ${what} of ${input.values}, ${input.direction === 'highest_first' ? 'highest' : 'lowest'} first:`,
        `${leading.map(({ code, by, area }, index) => `${index + 1}. zone ${code} ${figure(by)}${unit === '1' ? '' : ` ${unit}`} on ${figure(area / 10_000)} ha`).join('; ')}.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        ...leading.flatMap(({ code, by, area }, index) => {
          const group = String(index + 1)
          return [
            count('zone', code, { group, ...on }),
            measured('statistic', by, unit, { group, ...on }),
            hectares('area', area, { group, ...on }),
          ]
        }),
        count('zones', ranked.length, on),
        ...report.numbers,
      ],
      labels: [{ name: 'first_zone', value: String(ranked[0]!.code) }],
      layers: [saved],
      warnings: [...(note ? [note] : []), ...report.warnings],
      chart: {
        kind: 'bars',
        title: `Zones by ${input.statistic} of ${what}`,
        unit,
        rows: leading.map(({ code, by }) => ({ label: `zone ${code}`, value: by })),
      },
    }
  },
})
