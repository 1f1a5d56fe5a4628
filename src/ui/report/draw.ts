import { formatFigure } from './tables.ts'
import type { Bars, Curve, Failure, FailureBars } from './series.ts'

const loadPlot = () => import('@observablehq/plot')
const ACCENT = 'var(--accent)'

/** Colours of the classes, each apart from its neighbours in light and in dark. */
export const FAILURE_COLOURS: Readonly<Record<Failure, string>> = {
  planning: 'var(--accent)',
  parameter: 'var(--warn)',
  execution: 'var(--bad)',
  reasoning: 'var(--line-strong)',
  format: 'var(--ink)',
}

/** Values that are numbers as a line, those that are words as bars. */
export const drawSweep = (swept: Curve | Bars, width: number): Promise<Element> =>
  'points' in swept ? drawCurve(swept, width) : drawBars(swept, width)

/** A line through the measured places, with its interval as a band. */
export async function drawCurve({ axis, points, caption }: Curve, width: number): Promise<Element> {
  const Plot = await loadPlot()
  const banded = points.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high))
  return Plot.plot({
    width,
    height: 220,
    marginLeft: 44,
    marginBottom: 40,
    ariaLabel: `${caption}: ${points.map(({ at, value }) => `${at}: ${formatFigure(value)}`).join(', ')}`,
    // Room for the figures of the first and the last point.
    x: { label: axis, ticks: 6, inset: 16 },
    y: { label: null, grid: true, ticks: 5, domain: spread(points) },
    marks: [
      Plot.areaY(banded, { x: 'at', y1: 'low', y2: 'high', fill: ACCENT, fillOpacity: 0.15 }),
      Plot.lineY(points, { x: 'at', y: 'value', stroke: ACCENT }),
      Plot.dot(points, { x: 'at', y: 'value', fill: ACCENT, r: 3 }),
      Plot.text(points, {
        x: 'at',
        y: 'value',
        text: ({ value }: { value: number }) => formatFigure(value),
        dy: -10,
      }),
    ],
  })
}

/** What the points and their intervals span, and no less than two hundredths: what hardly moves should look so. */
function spread(points: Curve['points']): readonly [low: number, high: number] {
  const ends = points
    .flatMap(({ value, low, high }) => [value, low, high])
    .filter((end) => Number.isFinite(end))
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const more = Math.max(0, 0.02 - (high - low)) / 2
  return [low - more, high + more]
}

/** A bar each, with its interval as a rule. */
export async function drawBars({ bars, caption }: Bars, width: number): Promise<Element> {
  const Plot = await loadPlot()
  const banded = bars.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high))
  return Plot.plot({
    width,
    height: 30 * bars.length + 34,
    marginLeft: labelSpace(bars.map(({ label }) => label)),
    marginRight: 52,
    ariaLabel: `${caption}: ${bars.map(({ label, value }) => `${label}: ${formatFigure(value)}`).join(', ')}`,
    x: { label: null, domain: [0, 1], ticks: 5, grid: true },
    y: { label: null, domain: bars.map(({ label }) => label) },
    marks: [
      Plot.barX(bars, {
        x: 'value',
        y: 'label',
        fill: ACCENT,
        fillOpacity: 0.75,
        insetTop: 2,
        insetBottom: 2,
      }),
      Plot.ruleY(banded, { x1: 'low', x2: 'high', y: 'label', stroke: 'var(--ink)', strokeWidth: 1.5 }),
      Plot.text(bars, {
        x: ({ value, high }: { value: number; high: number }) => (Number.isFinite(high) ? high : value),
        y: 'label',
        text: ({ value }: { value: number }) => formatFigure(value),
        textAnchor: 'start',
        dx: 6,
      }),
      Plot.ruleX([0]),
    ],
  })
}

/** Pixels that the longest label needs beside its bar. */
const labelSpace = (labels: readonly string[]) =>
  Math.max(40, Math.max(...labels.map((label) => label.length)) * 7 + 14)

/** Counts of the classes side by side in one bar for each memory. */
export async function drawFailures({ parts, caption }: FailureBars, width: number): Promise<Element> {
  const Plot = await loadPlot()
  const labels = [...new Set(parts.map(({ label }) => label))]
  return Plot.plot({
    width,
    height: 30 * labels.length + 34,
    marginLeft: 104,
    ariaLabel: `${caption}: ${parts.map(({ label, failure, count }) => `${label} ${failure}: ${count}`).join(', ')}`,
    x: { label: null, grid: true, ticks: 5 },
    y: { label: null, domain: labels },
    color: { type: 'identity' },
    marks: [
      Plot.barX(parts, {
        x: 'count',
        y: 'label',
        fill: ({ failure }: { failure: Failure }) => FAILURE_COLOURS[failure],
        insetTop: 2,
        insetBottom: 2,
      }),
      Plot.ruleX([0]),
    ],
  })
}
