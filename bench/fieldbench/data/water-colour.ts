/**
 * Turbidity in FNU of water of this reflectance, as its paper has it (Dogliotti and others 2015,
 * doi:10.1016/j.rse.2014.09.020): red below 0.05, near infrared above 0.07, blended between.
 */
export function turbidity(red: number, nir: number): number {
  const ofRed = (228.1 * red) / (1 - red / 0.1641)
  const ofNir = (3078.9 * nir) / (1 - nir / 0.2112)
  const share = Math.min(1, Math.max(0, (red - 0.05) / 0.02))
  return share === 0 ? ofRed : share === 1 ? ofNir : ofRed + share * (ofNir - ofRed)
}

/** Suspended matter in g/m³ by red reflectance (Nechad and others 2010, doi:10.1016/j.rse.2009.11.022), without its offset. */
export const suspendedMatter = (red: number): number => (355.85 * red) / (1 - red / 0.1728)
