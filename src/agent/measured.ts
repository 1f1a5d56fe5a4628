import type { Port } from '../trace/port.ts'
import { readBand } from './band-words.ts'
import type { Measured } from './direct.ts'
import type { Limits } from './read-limits.ts'
import type { Ask, Known } from './types.ts'

const isOf = (port: Port, quantity: string) =>
  port.kind === 'raster' && [port.quantity].flat().some((one) => one === quantity)
export const hasHeights = ({ products }: Known) => products.some(({ port }) => isOf(port, 'elevation'))
export const hasClasses = ({ products }: Known) =>
  products.some(({ port }) => isOf(port, 'class') || isOf(port, 'mask'))

export const SLOPE = /\b(slop(es?|ing)|steep(er|est|ness)?|inclin(ations?|es?|ed)|gradients?|tilt(ed)?)\b/i
const HEIGHT =
  /\b(elevations?|heights?|altitudes?|(above|over) sea level|highest|lowest|how (high|tall)|summits?|peaks?|topmost|uppermost)\b/i

/** What has the values that the words are about; null where they name nothing, or two things at once. */
export function measuredIn(text: string, ask: Ask, known: Known, limits: Limits | null): Measured | null {
  const [index, ...others] = ask.indices
  // Two things at once are no limits of one.
  const hasBoth =
    hasHeights(known) && (SLOPE.test(text) || /\b(elevations?|altitudes?|heights?)\b/i.test(text))
  if (index !== undefined) return others.length === 0 && !hasBoth ? { what: 'index', name: index } : null
  if (hasHeights(known) && (SLOPE.test(text) || limits?.steep === true)) {
    const isPercent =
      (limits?.unit ?? (/%|\bpercent(?:age)?\b|\bper cent\b/i.test(text) ? '%' : 'deg')) === '%'
    return { what: 'slope', unit: isPercent ? '%' : 'deg' }
  }
  if (hasHeights(known) && (HEIGHT.test(text) || limits?.unit === 'm')) return { what: 'height' }
  const band = readBand(text)
  return band === null ? null : { what: 'band', band }
}

/** Tools that make values of one scene with a unit of their own. */
const MADE: ReadonlySet<string> = new Set([
  'surface_temperature',
  'single_channel_lst',
  'brightness_temperature',
  'water_vapour_ratio',
])

/** Also what a tool makes or a product shows, for figures that those do not give themselves. */
export function valuesIn(text: string, ask: Ask, known: Known): Measured | null {
  const tools = ask.named.filter((name) => MADE.has(name))
  if (tools.length > 0 && ask.indices.length === 0) return { what: 'made', tools }
  if (ask.shown !== null) return { what: 'shown' }
  return measuredIn(text, ask, known, null)
}
