import type { BandName } from '../trace/port.ts'

/** Scene classification of Sentinel-2 L2A (band SCL), by code. */
export const SCL_CLASSES = [
  'no_data', 'saturated', 'dark_or_cast_shadow', 'cloud_shadow', 'vegetation', 'bare', 'water', 'unclassified',
  'cloud_medium', 'cloud_high', 'cirrus', 'snow',
] as const // prettier-ignore
export type SclClass = (typeof SCL_CLASSES)[number]

/** Bits 0–7 of Landsat Collection 2 QA_PIXEL, by bit number; two-bit confidences follow at 8, 10, 12 and 14. */
export const QA_PIXEL_BITS = [
  'fill', 'dilated_cloud', 'cirrus', 'cloud', 'cloud_shadow', 'snow', 'clear', 'water',
] as const // prettier-ignore
export type QaPixelBit = (typeof QA_PIXEL_BITS)[number]

/**
 * Classes that hide the ground: no data, saturated, shadow, clouds, cirrus. Dark areas (2), bare soil (5) and
 * unclassified (7) stay: fresh burn scars often fall there.
 */
const HIDING_SCL = new Set([0, 1, 3, 8, 9, 10])

/** Bits of QA_PIXEL that hide the ground: fill, dilated cloud, cirrus, cloud, shadow. */
const HIDING_QA = 0b11111

/** Name of an SCL code, null for a code that is not in the list. */
export function sclClass(value: number): SclClass | null {
  return SCL_CLASSES[value] ?? null
}

/** True where the named bit of a QA_PIXEL value is set. */
export function hasQaBit(value: number, bit: QaPixelBit): boolean {
  return (value & (1 << QA_PIXEL_BITS.indexOf(bit))) !== 0
}

/** Two-bit confidence of a QA_PIXEL value: 0 none, 1 low, 2 medium (reserved for all but clouds), 3 high. */
export function qaConfidence(value: number, of: 'cloud' | 'cloud_shadow' | 'snow' | 'cirrus'): 0 | 1 | 2 | 3 {
  const shift = { cloud: 8, cloud_shadow: 10, snow: 12, cirrus: 14 }[of]
  return ((value >> shift) & 3) as 0 | 1 | 2 | 3
}

/** Bands that say of each pixel whether the ground is seen, best first. */
export const CLEAR_BANDS = ['scl', 'qa_pixel'] as const satisfies readonly BandName[]

/** Tells for one kind of quality band whether a value means that the ground is hidden. NaN (nodata) hides. */
export function hides(kind: (typeof CLEAR_BANDS)[number]): (value: number) => boolean {
  return kind === 'scl'
    ? (value) => Number.isNaN(value) || HIDING_SCL.has(value)
    : (value) => Number.isNaN(value) || (value & HIDING_QA) !== 0
}

const hidden = { scl: hides('scl'), qa_pixel: hides('qa_pixel') }

/**
 * True where a value of a quality band means that the ground is hidden by cloud, shadow, cirrus, saturation or
 * fill. Values of any band that is no quality band hide nothing.
 */
export function maskedBySclOrQa(band: BandName, value: number): boolean {
  return (band === 'scl' || band === 'qa_pixel') && hidden[band](value)
}

/**
 * A Landsat Collection 1 BQA value written in the bits of Collection 2 QA_PIXEL, so that one decoder serves both.
 * Bits of BQA: 0 fill, 4 cloud, two-bit confidences of cloud at 5, shadow at 7, snow at 9, cirrus at 11; shadow,
 * snow and cirrus count where the confidence is high. There is no dilated cloud and no water in BQA.
 */
export function bqaToQaPixel(value: number): number {
  const confidence = (shift: number) => (value >> shift) & 3
  const isHigh = (shift: number) => (confidence(shift) === 3 ? 1 : 0)
  const fill = value & 1
  const cloud = (value >> 4) & 1
  const clear = fill === 0 && cloud === 0 ? 1 : 0
  return (
    fill |
    (isHigh(11) << 2) |
    (cloud << 3) |
    (isHigh(7) << 4) |
    (isHigh(9) << 5) |
    (clear << 6) |
    (confidence(5) << 8) |
    (confidence(7) << 10) |
    (confidence(9) << 12) |
    (confidence(11) << 14)
  )
}
