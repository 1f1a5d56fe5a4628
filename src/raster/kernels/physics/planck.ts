/** First radiation constant of radiance, 2hc², in W·µm⁴/(m²·sr), and second one, hc/k, in µm·K (CODATA 2018). */
const FIRST = 1.191042972e8
export const SECOND = 14387.76877

/** Radiance of a black body in W/(m²·sr·µm) at a wavelength in µm. */
export const planckRadiance = (wavelength: number, kelvin: number): number =>
  FIRST / (wavelength ** 5 * Math.expm1(SECOND / (wavelength * kelvin)))

/** Temperature in K of a black body of that radiance; NaN where the radiance is not above zero. */
export const planckTemperature = (wavelength: number, radiance: number): number =>
  radiance > 0 ? SECOND / (wavelength * Math.log1p(FIRST / (wavelength ** 5 * radiance))) : NaN
