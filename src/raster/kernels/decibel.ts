import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** `factor`·log10 of each pixel; NaN where it is not above zero. Power takes the factor 10, amplitude 20. */
export function toDecibel(source: RasterSource, factor: 10 | 20 = 10): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let at = 0; at < out.length; at++) {
      const value = values![at]!
      out[at] = value > 0 ? factor * Math.log10(value) : NaN
    }
  })
}

/** Linear power of decibels, 10^(x / 10). */
export function toPower(source: RasterSource): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let at = 0; at < out.length; at++) out[at] = 10 ** (values![at]! / 10)
  })
}

/** first / second; NaN where either is not above zero. */
export function powerRatio(first: RasterSource, second: RasterSource): RasterSource {
  return mapSources([first, second], ([a, b], out) => {
    for (let at = 0; at < out.length; at++) out[at] = a![at]! > 0 && b![at]! > 0 ? a![at]! / b![at]! : NaN
  })
}

/** Amplitude squared, which is power. */
export function squared(source: RasterSource): RasterSource {
  return mapSources([source], ([values], out) => {
    for (let at = 0; at < out.length; at++) out[at] = values![at]! * values![at]!
  })
}
