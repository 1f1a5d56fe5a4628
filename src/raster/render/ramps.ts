import { fromOklab, parseHex, toHex, toOklab } from './oklab.ts'
import type { Oklab } from './oklab.ts'

/** Lightness, chroma and hue (degrees) in OKLCH. */
type Stop = readonly [lightness: number, chroma: number, hue: number]

/**
 * Evenly spaced stops. viridis, magma and cividis are samples of matplotlib's tables (CC0; cividis by Nuñez and
 * others, doi:10.1371/journal.pone.0199239); the others are ours, drawn in OKLCH so that lightness alone, which
 * every eye reads, carries the order.
 */
const STOPS = {
  viridis: ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'],
  magma: ['#000004', '#180f3d', '#440f76', '#721f81', '#9e2f7f', '#cd4071', '#f1605d', '#fd9668', '#feca8d', '#fcfdbf'],
  cividis: ['#00224e', '#123570', '#3b496c', '#575d6d', '#707173', '#8a8678', '#a59c74', '#c3b369', '#e1cc55', '#fee838'],
  gray: [[0.12, 0, 0], [0.98, 0, 0]],
  terrain: [[0.45, 0.08, 155], [0.62, 0.1, 130], [0.76, 0.1, 95], [0.86, 0.06, 70], [0.98, 0, 0]],
  water: [[0.97, 0.02, 220], [0.85, 0.07, 225], [0.68, 0.12, 240], [0.48, 0.13, 255], [0.28, 0.09, 265]],
  burn: [[0.97, 0.03, 95], [0.86, 0.13, 85], [0.7, 0.16, 55], [0.52, 0.17, 30], [0.28, 0.09, 20]],
  vegetation: [[0.96, 0.04, 95], [0.85, 0.12, 115], [0.68, 0.14, 135], [0.48, 0.11, 145], [0.28, 0.06, 150]],
  diverging: [[0.42, 0.13, 255], [0.7, 0.1, 245], [0.97, 0, 0], [0.7, 0.13, 60], [0.42, 0.1, 45]],
  drywet: [[0.42, 0.08, 75], [0.7, 0.1, 80], [0.97, 0, 0], [0.7, 0.08, 185], [0.42, 0.08, 190]],
} as const satisfies Record<string, readonly (string | Stop)[]> // prettier-ignore

export type RampName = keyof typeof STOPS
export const RAMP_NAMES = Object.keys(STOPS) as readonly RampName[]

/** Entries of a table. */
export const RAMP_SIZE = 256

const tables = new Map<RampName, Uint8ClampedArray>()

/** 256 RGB triples from the ramp's low end to its high end; names that are not known give viridis. */
export function rampTable(name: string): Uint8ClampedArray {
  const known = RAMP_NAMES.find((ramp) => ramp === name) ?? 'viridis'
  let table = tables.get(known)
  if (!table) {
    table = buildTable(STOPS[known].map(stopColor))
    tables.set(known, table)
  }
  return table
}

/** Colours for a legend, '#rrggbb', evenly spaced, both ends in. */
export function rampColors(name: string, count: number): readonly string[] {
  const table = rampTable(name)
  return Array.from({ length: count }, (_, index) => {
    const at = 3 * Math.round((index * (RAMP_SIZE - 1)) / Math.max(1, count - 1))
    return toHex([table[at]!, table[at + 1]!, table[at + 2]!])
  })
}

/** True for ramps whose middle colour stands for zero. */
export function isDiverging(name: string): boolean {
  return name === 'diverging' || name === 'drywet'
}

function buildTable(stops: readonly Oklab[]): Uint8ClampedArray {
  const table = new Uint8ClampedArray(3 * RAMP_SIZE)
  for (let index = 0; index < RAMP_SIZE; index++) {
    const position = (index / (RAMP_SIZE - 1)) * (stops.length - 1)
    const below = Math.min(Math.floor(position), stops.length - 2)
    const [from, to] = [stops[below]!, stops[below + 1]!]
    const part = position - below
    const mixed = [0, 1, 2].map((axis) => from[axis]! + part * (to[axis]! - from[axis]!))
    table.set(fromOklab(mixed as unknown as Oklab), 3 * index)
  }
  return table
}

function stopColor(stop: string | Stop): Oklab {
  if (typeof stop === 'string') return toOklab(parseHex(stop)!)
  const [lightness, chroma, hue] = stop
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}
