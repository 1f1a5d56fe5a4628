import type { Chart } from '../../trace/call.ts'
import { formatNumber } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'
import { northWords, valueLabel } from './chart-words.ts'

/** The numbers of a chart as text, the first column being what each row is of. */
export interface ChartTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function tableOf(chart: Chart): ChartTable {
  const said = words.chat.charts
  const value = valueLabel(chart.unit)
  switch (chart.kind) {
    case 'bars':
      return {
        columns: ['', value],
        rows: chart.rows.map((row) => [row.label, formatNumber(row.value)]),
      }
    case 'rose':
      return {
        columns: [said.direction, `${said.bearing}, ${northWords(chart)}`, value],
        rows: chart.sectors.map((each) => [each.label, formatNumber(each.bearing), formatNumber(each.value)]),
      }
    case 'histogram':
      return {
        columns: [`${said.from} (${value})`, said.to, said.pixels],
        rows: [
          ...chart.counts.map((count, at) => [
            formatNumber(chart.edges[at] ?? NaN),
            formatNumber(chart.edges[at + 1] ?? NaN),
            formatNumber(count),
          ]),
          ...(chart.marks ?? []).map((mark) => [formatNumber(mark), said.limit, '']),
        ],
      }
    case 'series': {
      const { points, trend, levels = [] } = chart
      return {
        columns: [said.date, value],
        rows: [
          ...points.map((point) => [point.date, formatNumber(point.value)]),
          ...(trend ?? []).map((end) => [`${said.trend}, ${end.date}`, formatNumber(end.value)]),
          ...levels.map((each) => [`${said.level}, ${each.from} – ${each.to}`, formatNumber(each.value)]),
        ],
      }
    }
  }
}
