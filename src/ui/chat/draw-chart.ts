import type { Chart } from '../../trace/call.ts'

/** Draws a chart with Observable Plot. The page's policy names the hash of the style element that Plot brings. */
export async function drawChart(chart: Chart, width: number): Promise<SVGElement | HTMLElement> {
  const Plot = await loadPlot()
  return Plot.plot({ ...optionsOf(Plot, chart), width, ariaLabel: describe(chart) })
}

/** Fetches what charts need, so that the first one has not to wait for it. */
export function prepareCharts(): void {
  // Without it a chart asks again, and says so where it fails then.
  loadPlot().catch(() => undefined)
}

const loadPlot = () => import('@observablehq/plot')

function optionsOf(Plot: typeof import('@observablehq/plot'), chart: Chart) {
  const accent = 'var(--accent)'
  if (chart.kind === 'bars') {
    const longest = Math.max(...chart.rows.map((row) => row.label.length))
    return {
      height: 26 * chart.rows.length + 30,
      marginLeft: Math.min(150, 14 + longest * 6),
      marginRight: 52,
      x: { label: null, ticks: 4, grid: true },
      y: { label: null, domain: chart.rows.map((row) => row.label) },
      marks: [
        Plot.barX(chart.rows, {
          x: 'value',
          y: 'label',
          fill: (row: { color?: string }) => row.color ?? accent,
        }),
        Plot.text(chart.rows, {
          x: 'value',
          y: 'label',
          text: (row: { value: number }) =>
            row.value.toLocaleString('en-GB', { maximumSignificantDigits: 5 }),
          textAnchor: 'start',
          dx: 5,
        }),
        Plot.ruleX([0]),
      ],
      color: { type: 'identity' as const },
    }
  }
  if (chart.kind === 'histogram') {
    const bins = chart.counts.map((count, place) => ({
      count,
      from: chart.edges[place] ?? NaN,
      to: chart.edges[place + 1] ?? NaN,
    }))
    return {
      height: 150,
      marginLeft: 48,
      x: { label: null, ticks: 6 },
      y: { label: null, ticks: 4, grid: true, tickFormat: 's' },
      marks: [
        Plot.rectY(bins, { x1: 'from', x2: 'to', y: 'count', fill: accent, inset: 0.25 }),
        Plot.ruleX([...(chart.marks ?? [])], { stroke: 'var(--bad)', strokeWidth: 1.5 }),
        Plot.ruleY([0]),
      ],
    }
  }
  const points = chart.points.map((point) => ({ date: new Date(point.date), value: point.value }))
  return {
    height: 160,
    marginLeft: 48,
    x: { label: null, type: 'utc' as const },
    y: { label: null, ticks: 5, grid: true },
    marks: [
      Plot.lineY(points, { x: 'date', y: 'value', stroke: accent }),
      Plot.dot(points, { x: 'date', y: 'value', fill: accent, r: 3 }),
    ],
  }
}

function describe(chart: Chart): string {
  if (chart.kind === 'bars') {
    return `${chart.title}: ${chart.rows.map((row) => `${row.label} ${row.value} ${chart.unit}`).join(', ')}`
  }
  if (chart.kind === 'histogram') return `${chart.title}: histogram of ${chart.counts.length} bins`
  return `${chart.title}: ${chart.points.map((point) => `${point.date} ${point.value}`).join(', ')}`
}
