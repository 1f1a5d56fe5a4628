import type { BandName } from '../trace/port.ts'

/** Bands as people say them; longer names first. */
const BANDS: readonly (readonly [pattern: RegExp, band: BandName])[] = [
  [/\bnear[- ]infra-?red\b|\bNIR\b|\bnir\b/, 'nir'],
  [/\b(first|1st) (short-?wave|shortwave)[- ]infra-?red\b|\bSWIR ?1\b|\bswir1\b/i, 'swir1'],
  [/\b(second|2nd) (short-?wave|shortwave)[- ]infra-?red\b|\bSWIR ?2\b|\bswir2\b/i, 'swir2'],
  [/\bblue\b/i, 'blue'],
  [/\bgreen\b/i, 'green'],
  [/\bred\b(?![- ]edge)/i, 'red'],
]

/** The one band that the words name; null where they name none or several. */
export function readBand(text: string): BandName | null {
  const found = BANDS.filter(([pattern]) => pattern.test(text))
  return found.length === 1 ? found[0]![1] : null
}
