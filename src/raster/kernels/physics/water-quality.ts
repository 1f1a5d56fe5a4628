/** A·ρ / (1 − ρ / C), the saturating answer of reflectance to particles; NaN from ρ = C on, and below zero. */
export const saturating = (reflectance: number, a: number, c: number): number =>
  reflectance >= 0 && reflectance < c ? (a * reflectance) / (1 - reflectance / c) : NaN

/** Reflectance of the red band between which turbidity passes over from red to near infrared. */
const [RED_ALONE, NIR_ALONE] = [0.05, 0.07]

/** Turbidity in FNU out of water reflectance at 645 and 859 nm (Dogliotti and others 2015). */
export function dogliottiTurbidity(red: number, nir: number): number {
  const low = saturating(red, 228.1, 0.1641)
  if (red < RED_ALONE) return low
  const high = saturating(nir, 3078.9, 0.2112)
  if (red > NIR_ALONE) return high
  const weight = (red - RED_ALONE) / (NIR_ALONE - RED_ALONE)
  return (1 - weight) * low + weight * high
}

/** Chlorophyll-a in mg/m³ out of reflectance at 665 and 708 nm (Mishra and Mishra 2012); NaN where one is not above zero. */
export function chlorophyll(red: number, edge: number): number {
  if (!(red > 0 && edge > 0)) return NaN
  const index = (edge - red) / (edge + red)
  return 14.039 + 86.115 * index + 194.325 * index * index
}
