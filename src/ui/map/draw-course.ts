import type { CoursePoint } from './course.ts'

/** Draws a course over dates; what is hidden by cloud stands hollow beside the line. */
export async function drawCourse(
  points: readonly CoursePoint[],
  width: number,
  label: string,
): Promise<SVGElement | HTMLElement> {
  const Plot = await import('@observablehq/plot')
  const known = points.flatMap(({ date, value, hidden }) =>
    value === null ? [] : [{ date: new Date(date), value, hidden }],
  )
  const seen = known.filter(({ hidden }) => !hidden)
  const accent = 'var(--accent)'
  return Plot.plot({
    width,
    height: 130,
    marginLeft: 44,
    marginRight: 12,
    x: { label: null, type: 'utc', ticks: Math.max(2, Math.floor(width / 90)) },
    y: { label: null, ticks: 4, grid: true, nice: true },
    ariaLabel: label,
    marks: [
      Plot.lineY(seen, { x: 'date', y: 'value', stroke: accent }),
      Plot.dot(seen, { x: 'date', y: 'value', fill: accent, r: 3 }),
      Plot.dot(
        known.filter(({ hidden }) => hidden),
        { x: 'date', y: 'value', stroke: 'var(--muted)', r: 3.5 },
      ),
    ],
  })
}
