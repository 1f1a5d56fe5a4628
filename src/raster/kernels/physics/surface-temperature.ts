import { SECOND } from './planck.ts'

/** K2 / ln(K1 / L + 1): the temperature in K at the sensor; NaN where the radiance is not above zero. */
export const calibratedTemperature = (radiance: number, k1: number, k2: number): number =>
  radiance > 0 ? k2 / Math.log(k1 / radiance + 1) : NaN

/**
 * Surface temperature in K out of brightness temperature in K, emissivity and wavelength in µm, in Wien's approximation
 * (Artis and Carnahan 1982, doi:10.1016/0034-4257(82)90043-8). NaN where the emissivity is not in (0, 1].
 */
export function emissivityCorrected(brightness: number, emissivity: number, wavelength: number): number {
  if (!(emissivity > 0 && emissivity <= 1)) return NaN
  return brightness / (1 + ((wavelength * brightness) / SECOND) * Math.log(emissivity))
}

export interface SplitWindowPixel {
  /** Brightness temperatures near 11 and 12 µm, in K. */
  readonly t11: number
  readonly t12: number
  readonly e11: number
  readonly e12: number
  /** Column water vapour in g/cm². */
  readonly water: number
}

/** c0 … c6 of T = T11 + c1·d + c2·d² + c0 + (c3 + c4·W)(1 − ε) + (c5 + c6·W)·Δε with d = T11 − T12. */
export type SplitWindowCoefficients = readonly [number, number, number, number, number, number, number]

/** Surface temperature in K by the split window of Sobrino and of Jiménez-Muñoz. */
export function splitWindow(pixel: SplitWindowPixel, coefficients: SplitWindowCoefficients): number {
  const { t11, t12, e11, e12, water } = pixel
  const [c0, c1, c2, c3, c4, c5, c6] = coefficients
  const gap = t11 - t12
  return (
    t11 +
    c1 * gap +
    c2 * gap * gap +
    c0 +
    (c3 + c4 * water) * (1 - (e11 + e12) / 2) +
    (c5 + c6 * water) * (e11 - e12)
  )
}

/** Surface temperature in K by the local split window of Becker and Li (1990), which needs no water vapour. */
export function localSplitWindow({ t11, t12, e11, e12 }: Omit<SplitWindowPixel, 'water'>): number {
  const emissivity = (e11 + e12) / 2
  const lack = (1 - emissivity) / emissivity
  const spread = (e11 - e12) / emissivity ** 2
  const p = 1 + 0.15616 * lack - 0.482 * spread
  const m = 6.26 + 3.98 * lack + 38.33 * spread
  return 1.274 + (p * (t11 + t12)) / 2 + (m * (t11 - t12)) / 2
}
