import type { Chart } from '../../trace/call.ts'
import { formatNumber } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'
import { describeChart, valueLabel } from './chart-words.ts'
import { drawRose } from './rose.ts'

type Plot = typeof import('@observablehq/plot')
type Of<Kind extends Chart['kind']> = Extract<Chart, { kind: Kind }>

const ACCENT = 'var(--accent)'
const LIMIT = 'var(--bad)'
const STEEP = 10

/** Draws a chart, with Observable Plot where that can. The page's policy names the hash of the style element that Plot brings. */
export async function drawChart(chart: Chart, width: number): Promise<SVGElement | HTMLElement> {
  // Read before anything is awaited, so that the chart is drawn anew in another language.
  const ariaLabel = describeChart(chart)
  const labels = {
    value: valueLabel(chart.unit),
    pixels: words.chat.charts.pixels,
    pixelsByRoot: words.chat.charts.pixelsByRoot,
    date: words.chat.charts.date,
  }
  if (chart.kind === 'rose') return drawRose(chart, width)
  const plot = await loadPlot()
  return plot.plot({ ...optionsOf(plot, chart, labels), width, ariaLabel })
}

/** Fetches what charts need, so that the first one has not to wait for it. */
export function prepareCharts(): void {
  // Without it a chart asks again, and says so where it fails then.
  loadPlot().catch(() => undefined)
}

const loadPlot = () => import('@observablehq/plot')

interface Labels {
  readonly value: string
  readonly pixels: string
  readonly pixelsByRoot: string
  readonly date: string
}

function optionsOf(plot: Plot, chart: Exclude<Chart, { kind: 'rose' }>, labels: Labels) {
  switch (chart.kind) {
    case 'bars':
      return barOptions(plot, chart, labels)
    case 'histogram':
      return histogramOptions(plot, chart, labels)
    case 'series':
      return seriesOptions(plot, chart, labels)
  }
}

function barOptions(plot: Plot, { rows }: Of<'bars'>, { value }: Labels) {
  const longest = Math.max(...rows.map((row) => row.label.length))
  return {
    height: 26 * rows.length + 44,
    marginLeft: Math.min(150, 14 + longest * 6),
    marginRight: 52,
    marginBottom: 34,
    x: { label: value, ticks: 4, grid: true, labelArrow: 'none' as const },
    y: { label: null, domain: rows.map((row) => row.label) },
    marks: [
      plot.barX(rows, { x: 'value', y: 'label', fill: (row: { color?: string }) => row.color ?? ACCENT }),
      plot.text(rows, {
        x: 'value',
        y: 'label',
        text: (row: { value: number }) => formatNumber(row.value),
        textAnchor: 'start',
        dx: 5,
      }),
      plot.ruleX([0]),
    ],
    color: { type: 'identity' as const },
  }
}

function histogramOptions(plot: Plot, { counts, edges, marks = [] }: Of<'histogram'>, labels: Labels) {
  const bins = counts.map((count, place) => ({
    count,
    from: edges[place] ?? NaN,
    to: edges[place + 1] ?? NaN,
  }))
  const byRoot = isSteep(counts)
  return {
    height: 172,
    marginLeft: 48,
    marginTop: 24,
    marginBottom: 34,
    x: { label: labels.value, ticks: 6, labelArrow: 'none' as const },
    y: {
      label: byRoot ? labels.pixelsByRoot : labels.pixels,
      type: byRoot ? ('sqrt' as const) : ('linear' as const),
      ticks: 4,
      grid: true,
      tickFormat: 's',
      labelArrow: 'none' as const,
    },
    marks: [
      plot.rectY(bins, { x1: 'from', x2: 'to', y: 'count', fill: ACCENT, inset: 0.25 }),
      plot.ruleX([...marks], { stroke: LIMIT, strokeWidth: 1.5 }),
      plot.text([...marks], {
        x: (mark: number) => mark,
        frameAnchor: 'top',
        text: (mark: number) => formatNumber(mark),
        fill: LIMIT,
        fontWeight: 600,
        dy: -12,
      }),
      plot.ruleY([0]),
    ],
  }
}

/** One bin dwarfs the others, and with them what lies beyond a threshold: a scar of 3 % of a scene would be no line high. */
function isSteep(counts: readonly number[]): boolean {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return Math.max(...counts) > STEEP * mean
}

function seriesOptions(plot: Plot, { points, trend, levels = [] }: Of<'series'>, labels: Labels) {
  const dated = (date: string) => new Date(date)
  const values = points.map(({ date, value }) => ({ date: dated(date), value }))
  return {
    height: 190,
    marginLeft: 48,
    marginTop: 24,
    marginBottom: 34,
    x: { label: labels.date, type: 'utc' as const, labelArrow: 'none' as const },
    y: { label: labels.value, ticks: 5, grid: true, labelArrow: 'none' as const },
    marks: [
      plot.ruleX(
        levels.slice(1).map(({ from }) => dated(from)),
        { stroke: LIMIT, strokeDasharray: '3,3' },
      ),
      plot.lineY(values, { x: 'date', y: 'value', stroke: ACCENT }),
      plot.dot(values, { x: 'date', y: 'value', fill: ACCENT, r: 3 }),
      plot.link(levels, {
        x1: ({ from }: { from: string }) => dated(from),
        x2: ({ to }: { to: string }) => dated(to),
        y1: 'value',
        y2: 'value',
        stroke: LIMIT,
        strokeWidth: 1.5,
      }),
      plot.lineY(
        (trend ?? []).map(({ date, value }) => ({ date: dated(date), value })),
        { x: 'date', y: 'value', stroke: LIMIT, strokeWidth: 1.5, strokeDasharray: '6,3' },
      ),
    ],
  }
}
