import { z } from 'zod'
import { associationOf } from '../../raster/kernels/cross-table.ts'
import { chiSquareTail } from '../../raster/kernels/probabilities.ts'
import { areaNotes } from '../support/area-notes.ts'
import { crossedClasses } from '../support/crossed-classes.ts'
import { count, figure, hectares, percent, ratio, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { defineTool, layerRef } from '../tool.ts'

/** Pairs told in words. */
const LISTED = 12

export const crossTabulationTool = defineTool({
  name: 'cross_tabulation',
  family: 'zonal',
  title: 'Cross-tabulation of two class maps',
  summary:
    "Cross-tabulation (contingency table) of two class maps or masks: pixels and hectares of each pair of classes, with Cramér's V, agreement and Cohen's kappa.",
  source: 'doi:10.1177/001316446002000104',
  needs: {
    first: { kind: 'raster', quantity: ['class', 'mask'] },
    second: { kind: 'raster', quantity: ['class', 'mask'] },
  },
  gives: { kind: 'table' },
  measures: [
    { name: 'area', dimension: 'area' },
    { name: 'share', dimension: 'share' },
    { name: 'agreement', dimension: 'share' },
  ],
  input: z.object({
    first: layerRef('Id of the class map or mask whose classes are the rows.'),
    second: layerRef('Id of the class map or mask whose classes are the columns.'),
  }),
  examples: [{ first: 'layer-1', second: 'layer-2' }],
  async run(input, context) {
    const { first, table, note } = await crossedClasses(context, [input.first, input.second])
    const { cells, rows, columns, leftOut } = table
    const found = associationOf(table)
    const total = cells.reduce((sum, { area }) => sum + area, 0)
    const saved = await context.saveTable(
      {
        title: 'cross-tabulation',
        port: { kind: 'table' },
        unit: 'ha',
        date: first.layer.date,
        style: { ramp: 'none' },
      },
      {
        columns: [
          { name: 'first_class', unit: '1' },
          { name: 'second_class', unit: '1' },
          { name: 'pixels', unit: 'count' },
          { name: 'area', unit: 'ha' },
          { name: 'share', unit: '%' },
        ],
        rows: cells.map(({ row, column, pixels, area }) => [
          row,
          column,
          pixels,
          area / 10_000,
          shareOf(area, total) * 100,
        ]),
      },
    )
    const on = { layer: saved.id }
    const report = leftOutReport({ nodata: leftOut })
    const hasV = Number.isFinite(found.cramersV)
    const hasKappa = Number.isFinite(found.kappa)
    const largest = cells.toSorted((one, other) => other.area - one.area).slice(0, LISTED)
    return {
      text: [
        `${saved.id} crosses the classes of ${input.first} (${rows.length}) with those of ${input.second} (${columns.length}):`,
        `${largest.map(({ row, column, area }) => `${row} and ${column} ${figure(area / 10_000)} ha (${figure(shareOf(area, total) * 100)} %)`).join(', ')}${cells.length > LISTED ? `, and ${cells.length - LISTED} more pairs` : ''}.`,
        hasV
          ? `Cramér's V ${figure(found.cramersV)} (chi-square ${figure(found.chiSquare)} of ${found.freedom} degrees of freedom, p ${figure(chiSquareTail(found.chiSquare, found.freedom))}, as if pixels were independent, which neighbours are not).`
          : 'One of them holds a single class, so there is no association to measure.',
        `Where codes mean the same in both: agreement ${figure(found.agreement * 100)} %${hasKappa ? `, Cohen's kappa ${figure(found.kappa)}` : ''}.`,
        ...(note ? [note] : []),
      ].join(' '),
      numbers: [
        ...cells.flatMap(({ row, column, pixels, area }) => {
          const group = `${row} and ${column}`
          return [
            hectares('area', area, { group, ...on }),
            percent('share', shareOf(area, total), { group, ...on }),
            count('pixels', pixels, { group, ...on }),
          ]
        }),
        percent('agreement', found.agreement, on),
        ...(hasV ? [ratio('cramers_v', found.cramersV, on), ratio('chi_square', found.chiSquare, on)] : []),
        ...(hasKappa ? [ratio('kappa', found.kappa, on)] : []),
        ...report.numbers,
      ],
      layers: [saved],
      warnings: [...areaNotes(first.source.grid), ...(note ? [note] : []), ...report.warnings],
    }
  },
})
