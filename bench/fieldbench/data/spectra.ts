/** Common names of the bands that scenes are made of, in the order of every spectrum. */
export const BAND_NAMES = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const
export type BandName = (typeof BAND_NAMES)[number]

/** Surface reflectance of typical covers, in the order of BAND_NAMES. */
export const SPECTRA = {
  forest: [0.025, 0.045, 0.03, 0.3, 0.15, 0.07],
  grass: [0.045, 0.08, 0.065, 0.33, 0.22, 0.12],
  crop: [0.04, 0.09, 0.05, 0.42, 0.2, 0.1],
  bare: [0.09, 0.12, 0.16, 0.24, 0.33, 0.28],
  built: [0.12, 0.14, 0.15, 0.2, 0.25, 0.22],
  snow: [0.85, 0.84, 0.82, 0.75, 0.1, 0.08],
  water: [0.06, 0.065, 0.04, 0.02, 0.01, 0.008],
  turbid: [0.08, 0.12, 0.14, 0.06, 0.012, 0.01],
  burned: [0.03, 0.036, 0.06, 0.085, 0.24, 0.21],
  cloud: [0.55, 0.55, 0.55, 0.6, 0.45, 0.35],
} as const satisfies Record<string, readonly number[]>
export type Cover = keyof typeof SPECTRA

/** A mix of two spectra: `share` of the second. */
export const mixed = (
  first: readonly number[],
  second: readonly number[],
  share: number,
): readonly number[] => first.map((value, at) => value * (1 - share) + second[at]! * share)
