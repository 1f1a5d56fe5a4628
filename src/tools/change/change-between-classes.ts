import { z } from 'zod'
import { areaNotes } from '../support/area-notes.ts'
import { crossedClasses } from '../support/crossed-classes.ts'
import { counted, figure, hectares, percent, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { laterDate, orderWarning, whenOf } from '../support/naming.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Moves told in words. */
const LISTED = 8

export const changeBetweenClassesTool = defineTool({
  name: 'change_between_classes',
  family: 'change',
  title: 'From–to matrix of classes',
  summary:
    'From–to (transition) matrix of two class maps of different dates: how many hectares went from each class to each other, such as forest to cropland.',
  source: 'doi:10.1016/j.agee.2003.09.008',
  needs: {
    before: { kind: 'raster', quantity: ['class', 'mask'] },
    after: { kind: 'raster', quantity: ['class', 'mask'] },
  },
  gives: { kind: 'table' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'changed_area', dimension: 'area' },
    { name: 'changed_share', dimension: 'share' },
  ],
  input: z.object({
    before: layerRef('Id of the class map or mask of the earlier date.'),
    after: layerRef('Id of the class map of the later date, with the same codes.'),
  }),
  examples: [{ before: 'layer-1', after: 'layer-2' }],
  async run(input, context) {
    const { first, second, table, note } = await crossedClasses(context, [input.before, input.after])
    const { cells } = table
    const total = cells.reduce((sum, { area }) => sum + area, 0)
    const moved = cells.filter(({ row, column }) => row !== column)
    const changed = moved.reduce((sum, { area }) => sum + area, 0)
    const saved = await context.saveTable(
      {
        title: `from–to matrix ${whenOf(first.layer)} to ${whenOf(second.layer)}`,
        port: { kind: 'table' },
        unit: 'ha',
        date: laterDate(first.layer, second.layer),
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'from_class', unit: '1' },
          { name: 'to_class', unit: '1' },
          { name: 'pixels', unit: 'count' },
          { name: 'area', unit: 'ha' },
          { name: 'share_of_from', unit: '%' },
        ],
        rows: cells.map(({ row, column, pixels, area }) => {
          const whole = cells.reduce((sum, each) => sum + (each.row === row ? each.area : 0), 0)
          return [row, column, pixels, area / 10_000, shareOf(area, whole) * 100]
        }),
      },
    )
    const largest = moved.toSorted((one, other) => other.area - one.area).slice(0, LISTED)
    const report = leftOutReport({ nodata: table.leftOut })
    const warning = orderWarning(first.layer, second.layer)
    const on = { layer: saved.id }
    return {
      text: [
        `${saved.id} is the from–to matrix of ${input.before} to ${input.after}: ${figure(changed / 10_000)} ha of ${figure(total / 10_000)} ha changed class (${figure(shareOf(changed, total) * 100)} %).`,
        largest.length === 0
          ? 'No pixel changed its class.'
          : `Largest moves: ${largest.map(({ row, column, area }) => `${row} to ${column} ${figure(area / 10_000)} ha`).join(', ')}${moved.length > LISTED ? `, of ${counted(moved.length, 'move')} in all` : ''}.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        ...cells.map(({ row, column, area }) =>
          hectares('area', area, { group: `${row} to ${column}`, ...on }),
        ),
        hectares('changed_area', changed, on),
        percent('changed_share', shareOf(changed, total), on),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [
        ...(warning ? [warning] : []),
        ...areaNotes(first.source.grid),
        ...(note ? [note] : []),
        ...report.warnings,
      ],
    }
  },
})
