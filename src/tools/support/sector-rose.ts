import type { Chart } from '../../trace/call.ts'

/** Shares in percent by sector as a rose; `names` are equal sectors clockwise from the one around north. */
export const sectorRose = (
  title: string,
  north: Extract<Chart, { kind: 'rose' }>['north'],
  names: readonly string[],
  percentOf: (index: number) => number,
): Chart => ({
  kind: 'rose',
  title,
  unit: '%',
  north,
  sectors: names.map((label, index) => ({
    label,
    bearing: (360 * index) / names.length,
    value: percentOf(index),
  })),
})
