/** Wavelengths in µm of the continuum bands and of the absorbing ones of MODIS. */
const [NIR, SWIR] = [0.865, 1.24]

/** Reflectance of the ground at a wavelength, on a straight line between 0.865 and 1.24 µm. */
export const continuum = (nir: number, swir: number, wavelength: number): number =>
  nir + ((swir - nir) * (wavelength - NIR)) / (SWIR - NIR)

/**
 * Water vapour along the path in cm out of the transmittance of the 0.94 µm band: ((α − ln T) / β)² (Kaufman and Gao
 * 1992). 0 where T is above e^α, which no water vapour gives; NaN where T is not above zero.
 */
export function pathWaterVapour(transmittance: number, alpha: number, beta: number): number {
  if (!(transmittance > 0)) return NaN
  return Math.max(0, (alpha - Math.log(transmittance)) / beta) ** 2
}
