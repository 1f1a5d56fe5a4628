import type { Chart } from '../../trace/call.ts'
import { formatNumber } from '../parts/format.ts'
import { describeChart, northWords, signOf } from './chart-words.ts'

type Rose = Extract<Chart, { kind: 'rose' }>

/** Rings that the scale is told by. */
const RINGS = 3
/** Room for the names of the sectors around the outer ring, and for the line under it. */
const MARGIN = 22
const FOOT = 20
const LARGEST = 240

/** A point at a bearing clockwise from the top, x to the right and y down. */
export function atBearing(
  bearingDegrees: number,
  distance: number,
  [x, y]: readonly [number, number] = [0, 0],
): readonly [x: number, y: number] {
  const angle = (bearingDegrees * Math.PI) / 180
  return [x + distance * Math.sin(angle), y - distance * Math.cos(angle)]
}

/** The outline of a sector of a circle around the origin, as the `d` of a path. */
export function wedge(bearingDegrees: number, widthDegrees: number, radius: number): string {
  const [from, to] = [-1, 1].map((side) =>
    atBearing(bearingDegrees + (side * widthDegrees) / 2, radius)
      .map((each) => Number(each.toFixed(3)))
      .join(','),
  )
  const large = widthDegrees > 180 ? 1 : 0
  return `M0,0L${from}A${radius},${radius} 0 ${large} 1 ${to}Z`
}

/** The length of a wedge: its area, which is what the eye compares, goes with the value. */
export const reachOf = (value: number, most: number, radius: number): number =>
  most > 0 ? radius * Math.sqrt(Math.max(0, value) / most) : 0

/** Draws sectors around a north that stands at the top. Plot has no polar marks. */
export function drawRose(chart: Rose, width: number): SVGSVGElement {
  const size = Math.min(width, LARGEST)
  const radius = size / 2 - MARGIN
  const most = Math.max(...chart.sectors.map(({ value }) => value))
  const spread = 360 / chart.sectors.length
  const height = size + FOOT
  const svg = element('svg', {
    width,
    height,
    viewBox: `${-width / 2} ${-size / 2} ${width} ${height}`,
    role: 'img',
    'aria-label': describeChart(chart),
    'font-family': 'sans-serif',
    'font-size': 10,
    fill: 'currentColor',
  })
  for (let ring = 1; ring <= RINGS; ring++) {
    const value = (most * ring) / RINGS
    const reach = reachOf(value, most, radius)
    svg.append(element('circle', { r: reach, fill: 'none', stroke: 'currentColor', 'stroke-opacity': 0.18 }))
  }
  for (const { bearing, value } of chart.sectors) {
    const reach = reachOf(value, most, radius)
    if (reach > 0)
      svg.append(
        element('path', {
          d: wedge(bearing, spread * 0.92, reach),
          fill: 'var(--accent)',
          'fill-opacity': 0.8,
        }),
      )
  }
  for (const { label, bearing } of chart.sectors) {
    const [x, y] = atBearing(bearing, radius + 12)
    svg.append(
      text(label, { x, y: y + 3.5, 'text-anchor': 'middle', 'font-weight': bearing === 0 ? 700 : 400 }),
    )
  }
  // Between two sectors, so that no wedge lies under it.
  const [x, y] = atBearing(spread / 2, radius)
  svg.append(text(`${formatNumber(most)} ${signOf(chart.unit)}`, { x: x + 6, y: y - 2 }))
  svg.append(
    text(northWords(chart), { x: 0, y: size / 2 + 12, 'text-anchor': 'middle', 'fill-opacity': 0.75 }),
  )
  return svg
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): SVGTextElement {
  const made = element('text', attributes)
  made.textContent = content
  return made
}
