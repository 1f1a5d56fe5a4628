import type { Chart } from '../../trace/call.ts'
import { UNIT_SIGNS } from '../../trace/units.ts'
import { formatNumber } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'

/** How a chart's unit is written; empty for plain numbers. */
const SIGNS: Readonly<Partial<Record<string, string>>> = UNIT_SIGNS

export const signOf = (unit: string): string => SIGNS[unit] ?? unit

/** What an axis of values is called: by its unit, or as plain values. */
export const valueLabel = (unit: string): string => signOf(unit) || words.chat.charts.value

export const captionOf = ({ title, unit }: Chart): string =>
  signOf(unit) === '' ? title : `${title} (${signOf(unit)})`

const told = (value: number, unit: string): string => `${formatNumber(value)} ${signOf(unit)}`.trim()

/** What a chart shows, in words, for those who do not see it. */
export function describeChart(chart: Chart): string {
  const said = words.chat.charts
  const { title, unit } = chart
  switch (chart.kind) {
    case 'bars':
      return `${title}: ${chart.rows.map((row) => `${row.label} ${told(row.value, unit)}`).join(', ')}`
    case 'rose':
      return `${title}, ${northWords(chart)}: ${chart.sectors.map((each) => `${each.label} ${told(each.value, unit)}`).join(', ')}`
    case 'histogram': {
      const { edges, counts, marks = [] } = chart
      const peak = counts.indexOf(Math.max(...counts))
      const middle = ((edges[peak] ?? NaN) + (edges[peak + 1] ?? NaN)) / 2
      const bins = said.histogramTold(
        counts.length,
        told(edges[0] ?? NaN, unit),
        told(edges.at(-1) ?? NaN, unit),
        told(middle, unit),
      )
      const limits =
        marks.length === 0 ? [] : [said.limitsTold(marks.map((mark) => told(mark, unit)).join(', '))]
      return `${title}: ${[bins, ...limits].join('; ')}`
    }
    case 'series': {
      const { points, trend, levels = [] } = chart
      return `${title}: ${[
        points.map(({ date, value }) => `${date} ${told(value, unit)}`).join(', '),
        ...(trend ? [said.trendTold(told(trend[0].value, unit), told(trend[1].value, unit))] : []),
        ...(levels.length > 1
          ? [
              said.breaksTold(
                levels
                  .slice(1)
                  .map(({ from }) => from)
                  .join(', '),
              ),
            ]
          : []),
      ].join('; ')}`
    }
  }
}

export const northWords = ({ north }: Extract<Chart, { kind: 'rose' }>): string =>
  north === 'true' ? words.chat.charts.trueNorth : words.chat.charts.gridNorth
