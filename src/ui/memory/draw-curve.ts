import { words } from '../words/words.svelte.ts'
import type { CurveRun } from './learning-curve.ts'

/** Tools called by run: filled where the run followed what was learned. */
export async function drawCurve(task: string, runs: readonly CurveRun[], width: number): Promise<Element> {
  const points = runs.map((run, place) => ({ ...run, run: place + 1 }))
  const most = Math.max(...points.map(({ calls }) => calls))
  // Read before anything is awaited, so that the curve is drawn anew in another language.
  const { x, y, described, point } = words.memory.curve
  const Plot = await import('@observablehq/plot')
  return Plot.plot({
    width,
    height: 180,
    marginLeft: 40,
    marginBottom: 36,
    ariaLabel: described(
      task,
      points.map(({ run, calls, followed }) => point(run, calls, followed)).join(', '),
    ),
    x: {
      label: x,
      domain: [0.5, points.length + 0.5],
      // Runs are whole: a tick a run while there is room.
      ticks: Math.min(points.length, Math.floor(width / 50)),
      tickFormat: (value: number) => (Number.isInteger(value) ? String(value) : ''),
    },
    y: { label: y, domain: [0, most + 1], ticks: Math.min(5, most + 1), grid: true, tickFormat: 'd' },
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(points, { x: 'run', y: 'calls', stroke: 'var(--line-strong)', strokeWidth: 1.2 }),
      Plot.dot(points, {
        x: 'run',
        y: 'calls',
        r: 5,
        stroke: 'var(--accent)',
        strokeWidth: 1.6,
        fill: (entry: CurveRun) => (entry.followed ? 'var(--accent)' : 'var(--raised)'),
      }),
    ],
  })
}
