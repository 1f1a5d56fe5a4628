import { planckRadiance, planckTemperature } from './planck.ts'

/** NDVI of bare soil and of full cover in the thresholds method. */
const [BARE, FULL] = [0.2, 0.5]

/** Factor of shape of the ground, the mean of several geometries. */
const SHAPE = 0.55

export interface EndMembers {
  readonly soil: number
  readonly vegetation: number
  readonly water: number
}

/**
 * Emissivity by NDVI thresholds: water below 0, soil below 0.2, vegetation above 0.5, and between them
 * εs + (1 − εs)·F·εv + (εv − εs − (1 − εs)·F·εv)·Pv with Pv the square of the scaled NDVI and F = 0.55, what soil and plants
 * throw at each other (Sobrino, Jiménez-Muñoz and Paolini 2004). Both terms to thousandths, as they print them: 0.986 +
 * 0.004·Pv for 0.97 of soil and 0.99 of plants.
 */
export function thresholdsEmissivity(ndvi: number, { soil, vegetation, water }: EndMembers): number {
  if (!(ndvi >= -1 && ndvi <= 1)) return NaN
  if (ndvi < 0) return water
  if (ndvi < BARE) return soil
  if (ndvi > FULL) return vegetation
  const share = ((ndvi - BARE) / (FULL - BARE)) ** 2
  const hollows = (1 - soil) * SHAPE * vegetation
  return thousandths(soil + hollows) + thousandths(vegetation - soil - hollows) * share
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000

/** 1.0094 + 0.047·ln NDVI for NDVI of 0.157 to 0.727 (Van de Griend and Owe 1993); NaN outside. */
export const logarithmicEmissivity = (ndvi: number): number =>
  ndvi >= 0.157 && ndvi <= 0.727 ? 1.0094 + 0.047 * Math.log(ndvi) : NaN

/** A plain table: 0.96 below an NDVI of 0.2, 0.99 above 0.7, 0.97 + 0.003·NDVI between them. */
export function tableEmissivity(ndvi: number): number {
  if (!(ndvi >= -1 && ndvi <= 1)) return NaN
  return ndvi < 0.2 ? 0.96 : ndvi > 0.7 ? 0.99 : 0.97 + 0.003 * ndvi
}

export interface Separated {
  /** Surface temperature in K. */
  readonly temperature: number
  /** The lowest emissivity of the bands. */
  readonly lowest: number
  /** Largest less smallest emissivity relative to their mean. */
  readonly contrast: number
}

const NOTHING: Separated = { temperature: NaN, lowest: NaN, contrast: NaN }

/**
 * Temperature and emissivities of one pixel by normalised emissivity, ratio and min–max difference (Gillespie and others
 * 1998): `kelvin` are brightness temperatures at the ground, `wavelengths` in µm. The sky's own radiation is taken as
 * corrected already. All NaN where no emissivity of 0 to 1 comes out.
 */
export function separateTemperature(
  kelvin: ArrayLike<number>,
  wavelengths: readonly number[],
  highest: number,
): Separated {
  const radiances = wavelengths.map((wavelength, band) => planckRadiance(wavelength, kelvin[band]!))
  const normalised = Math.max(
    ...wavelengths.map((wavelength, band) => planckTemperature(wavelength, radiances[band]! / highest)),
  )
  const first = wavelengths.map(
    (wavelength, band) => radiances[band]! / planckRadiance(wavelength, normalised),
  )
  const mean = first.reduce((sum, each) => sum + each, 0) / first.length
  const ratios = first.map((each) => each / mean)
  const least = Math.min(...ratios)
  const contrast = Math.max(...ratios) - least
  const lowest = 0.994 - 0.687 * contrast ** 0.737
  const emissivities = ratios.map((ratio) => (ratio * lowest) / least)
  const best = emissivities.indexOf(Math.max(...emissivities))
  const top = emissivities[best]!
  if (!(lowest > 0 && top <= 1)) return NOTHING
  return { temperature: planckTemperature(wavelengths[best]!, radiances[best]! / top), lowest, contrast }
}
