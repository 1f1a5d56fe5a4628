/** Bands of a sample date with their pixel size in metres, in the order of every spectrum. */
export const BANDS = [
  { name: 'B02', metres: 10 },
  { name: 'B03', metres: 10 },
  { name: 'B04', metres: 10 },
  { name: 'B08', metres: 10 },
  { name: 'B8A', metres: 20 },
  { name: 'B11', metres: 20 },
  { name: 'B12', metres: 20 },
] as const

/** Surface reflectance by band, in the order of BANDS. */
export type Spectrum = readonly number[]

/**
 * Typical surfaces. The snow is dusty (red and near infrared above green) and the lake turbid (some shortwave
 * infrared), so that NDWI > 0 is the lake alone and NDSI > 0.4 the snow alone. Burning lowers green and near infrared
 * and raises shortwave infrared, so differences of water indices answer to the scar as well as to the lake.
 */
export const SPECTRA = {
  forest: [0.025, 0.045, 0.03, 0.3, 0.31, 0.15, 0.07],
  grass: [0.045, 0.08, 0.065, 0.32, 0.33, 0.22, 0.12],
  bare: [0.09, 0.12, 0.16, 0.24, 0.25, 0.33, 0.28],
  built: [0.12, 0.14, 0.15, 0.2, 0.21, 0.25, 0.22],
  snow: [0.55, 0.6, 0.66, 0.7, 0.7, 0.12, 0.1],
  lake: [0.08, 0.085, 0.07, 0.05, 0.048, 0.048, 0.042],
  mud: [0.08, 0.1, 0.12, 0.18, 0.19, 0.22, 0.18],
  burned: [0.03, 0.036, 0.06, 0.085, 0.092, 0.24, 0.21],
  cloud: [0.55, 0.55, 0.55, 0.6, 0.6, 0.45, 0.35],
} as const satisfies Record<string, Spectrum>

/** Light that reaches the ground under a cloud. */
export const SHADOW_LIGHT = 0.35

export function mix(first: Spectrum, second: Spectrum, share: number): Spectrum {
  return first.map((value, index) => value * (1 - share) + second[index]! * share)
}
