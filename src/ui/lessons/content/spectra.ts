/** Bands of a lesson's scene: those that Sentinel-2 delivers at 20 m. */
export const BANDS = ['B02', 'B03', 'B04', 'B8A', 'B11', 'B12'] as const
export type Band = (typeof BANDS)[number]

export type Spectrum = Readonly<Record<Band, number>>

const spectrum = (...values: readonly [number, number, number, number, number, number]): Spectrum => ({
  B02: values[0],
  B03: values[1],
  B04: values[2],
  B8A: values[3],
  B11: values[4],
  B12: values[5],
})

/** Reflectance of what lies in the lessons' landscapes. */
export const SPECTRA = {
  forest: spectrum(0.025, 0.045, 0.03, 0.31, 0.15, 0.07),
  grass: spectrum(0.045, 0.08, 0.065, 0.33, 0.22, 0.12),
  soil: spectrum(0.09, 0.12, 0.16, 0.25, 0.33, 0.28),
  water: spectrum(0.06, 0.07, 0.05, 0.03, 0.015, 0.01),
  mud: spectrum(0.08, 0.1, 0.12, 0.18, 0.2, 0.16),
  snow: spectrum(0.82, 0.8, 0.78, 0.7, 0.1, 0.08),
  built: spectrum(0.12, 0.14, 0.15, 0.2, 0.25, 0.22),
  burned: spectrum(0.03, 0.036, 0.06, 0.092, 0.24, 0.21),
} as const satisfies Record<string, Spectrum>

export type Surface = keyof typeof SPECTRA

/** What a pixel shows where a share of it is another surface. */
export function mix(first: Spectrum, second: Spectrum, share: number): Spectrum {
  const of = (band: Band) => first[band] * (1 - share) + second[band] * share
  return spectrum(of('B02'), of('B03'), of('B04'), of('B8A'), of('B11'), of('B12'))
}

export const normalised = (a: number, b: number) => (a - b) / (a + b)
export const ndvi = ({ B8A, B04 }: Spectrum) => normalised(B8A, B04)
export const ndwi = ({ B03, B8A }: Spectrum) => normalised(B03, B8A)
export const ndmi = ({ B8A, B11 }: Spectrum) => normalised(B8A, B11)
export const nbr = ({ B8A, B12 }: Spectrum) => normalised(B8A, B12)
