import type { SampleType } from '../io/types.ts'
import type { BandName } from '../trace/port.ts'
import { ESPA_LEVEL } from './names/product-name.ts'
import { isThermal, type Sensor } from './sensors.ts'

/** What the specification of a product fixes for one of its bands. */
export interface BandProfile {
  /** physical = scale · DN + offset. */
  readonly scale: number
  readonly offset: number
  /** The number that stands for no data. */
  readonly fill: number | null
  /** Numbers as stored that can be true, both ends among them. */
  readonly valid?: readonly [min: number, max: number]
  /** True where the file's own SCALE and OFFSET give degrees Celsius; `offset` makes them kelvin. */
  readonly isCelsius?: true
  /** True where the file's own SCALE gives percent and `scale` a share. */
  readonly isPercent?: true
  readonly source: string
}

const HLS_GUIDE = 'HLS user guide 2.0'
const KELVIN = 273.15

function hlsProfile(name: BandName): BandProfile | null {
  if (name === 'band') return null
  if (name === 'fmask') return { scale: 1, offset: 0, fill: 255, source: HLS_GUIDE }
  return name === 'thermal1' || name === 'thermal2'
    ? { scale: 0.01, offset: KELVIN, fill: -9999, isCelsius: true, source: HLS_GUIDE }
    : { scale: 1e-4, offset: 0, fill: -9999, source: HLS_GUIDE }
}

const ESPA = 'Landsat Collection 1 surface reflectance guides (LSDS-1368, LSDS-1370)'

function espaProfile(name: BandName): BandProfile | null {
  if (name === 'band') return null
  return isThermal(name)
    ? { scale: 0.1, offset: 0, fill: -9999, source: ESPA }
    : { scale: 1e-4, offset: 0, fill: -9999, valid: [-2000, 16_000], source: ESPA }
}

const MOD09 = 'MODIS surface reflectance user guide (MOD09)'
const VNP09 = 'VIIRS surface reflectance user guide (VNP09)'
const AST07 = 'ASTER surface reflectance user guide (AST_07)'
const PLANET = 'PlanetScope product specifications'
const MOD11 = 'MODIS land surface temperature user guide (MOD11)'
const MOD13 = 'MODIS vegetation index user guide (MOD13)'
const reflectance: BandProfile = { scale: 1e-4, offset: 0, fill: -28672, valid: [-100, 16000], source: MOD09 }
const temperature: BandProfile = { scale: 0.02, offset: 0, fill: 0, valid: [7500, 65535], source: MOD11 }
const index: BandProfile = { scale: 1e-4, offset: 0, fill: -3000, valid: [-2000, 10000], source: MOD13 }
const indexInput: BandProfile = { scale: 1e-4, offset: 0, fill: -1000, valid: [0, 10000], source: MOD13 }
const codes = (source: string, fill: number | null): BandProfile => ({ scale: 1, offset: 0, fill, source })

const viirs: BandProfile = { ...reflectance, source: VNP09 }
const aster: BandProfile = { scale: 1e-3, offset: 0, fill: -9999, source: AST07 }
const planet: BandProfile = { scale: 1e-4, offset: 0, fill: 0, source: PLANET }

/** Shares of sea that ice covers, by the level that the name of the record tells. */
const ICE: Readonly<Record<string, BandProfile>> = {
  'OSI SAF': {
    scale: 1e-4,
    offset: 0,
    fill: -32_767,
    valid: [0, 10_000],
    isPercent: true,
    source: 'OSI SAF global sea ice concentration climate data record 3 (doi:10.15770/EUM_SAF_OSI_0013)',
  },
  // Numbers above 1000 are the pole hole, coast, land and gaps.
  G02135: {
    scale: 1e-3,
    offset: 0,
    fill: null,
    valid: [0, 1000],
    source: 'NSIDC sea ice index (doi:10.7265/N5K072F8)',
  },
  // Numbers above 100 are land and gaps.
  ASI: {
    scale: 0.01,
    offset: 0,
    fill: null,
    valid: [0, 100],
    source: 'ASI sea ice concentration of the University of Bremen (doi:10.1029/2005JC003384)',
  },
}

/** Night lights by the level that the name of the series tells: nW/cm²/sr, and numbers without a unit of DMSP. */
const LIGHTS: Readonly<Record<string, BandProfile>> = {
  VNP46: { scale: 0.1, offset: 0, fill: 65_535, source: 'Black Marble user guide 1.3 (VNP46)' },
  EOG: { scale: 1, offset: 0, fill: null, source: 'annual VIIRS night lights (doi:10.3390/rs13050922)' },
  'stable lights': {
    scale: 1,
    offset: 0,
    fill: 255,
    valid: [0, 63],
    source: 'DMSP-OLS stable lights version 4 (NOAA NCEI)',
  },
}

const MODIS: Readonly<Record<string, BandProfile>> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 16].map((band) => [
      `SUR_REFL_B${String(band).padStart(2, '0')}`,
      reflectance,
    ]),
  ),
  STATE: codes(MOD09, 65535),
  LST_DAY: temperature,
  LST_NIGHT: temperature,
  QC_DAY: codes(MOD11, null),
  QC_NIGHT: codes(MOD11, null),
  NDVI: index,
  EVI: index,
  RED_REFLECTANCE: indexInput,
  NIR_REFLECTANCE: indexInput,
  BLUE_REFLECTANCE: indexInput,
  MIR_REFLECTANCE: indexInput,
  VI_QUALITY: codes(MOD13, 65535),
  PIXEL_RELIABILITY: codes(MOD13, -1),
  // 0 to 2 are pixels that were not processed.
  FIREMASK: { ...codes('MODIS active fire user guide (MOD14)', null), valid: [3, 9] },
  // Megawatts in tenths; 0 where nothing burns.
  MAXFRP: { scale: 0.1, offset: 0, fill: null, source: 'MODIS active fire user guide (MOD14A1)' },
  // −1 is unmapped; −2 is water, where nothing can burn.
  BURN_DATE: { ...codes('MODIS burned area user guide (MCD64)', -1), valid: [-2, 366] },
}

/** Null for sensors whose scaling depends on the scene (Sentinel-2, most of Landsat, level 1 of others) and for bands of no profile. */
export function bandProfile(
  sensor: Sensor,
  band: {
    readonly name: BandName
    readonly designation: string
    readonly sampleType: SampleType
    readonly level: string
  },
): BandProfile | null {
  if (sensor.startsWith('hls')) return hlsProfile(band.name)
  if (sensor.startsWith('landsat')) return band.level === ESPA_LEVEL ? espaProfile(band.name) : null
  if (sensor.startsWith('modis')) {
    const profile = MODIS[band.designation] ?? null
    // Some exports write signed codes as bytes.
    return profile?.fill === -1 && band.sampleType === 'uint8' ? { ...profile, fill: 255 } : profile
  }
  if (sensor === 'passive-microwave') return ICE[band.level] ?? null
  if (sensor === 'viirs-dnb' || sensor === 'dmsp-ols') return LIGHTS[band.level] ?? null
  if (band.name === 'band') return null
  if (sensor === 'viirs') return isThermal(band.name) ? null : viirs
  if (sensor === 'aster') return band.level === 'AST_07' ? aster : null
  return sensor === 'planetscope' && band.level === 'SR' ? planet : null
}

/** What a layer is that holds one such band and no other measured one: a finished product and no scene to compute with. */
const PRODUCTS: Readonly<
  Record<
    string,
    { readonly quantity: 'index' | 'class' | 'fraction' | 'radiance' | 'power'; readonly meaning: string }
  >
> = {
  NDVI: { quantity: 'index', meaning: 'ndvi' },
  EVI: { quantity: 'index', meaning: 'evi' },
  FIREMASK: { quantity: 'class', meaning: 'fire_mask' },
  MAXFRP: { quantity: 'power', meaning: 'fire_power' },
  BURN_DATE: { quantity: 'class', meaning: 'burn_date' },
  ICE_CONC: { quantity: 'fraction', meaning: 'sea_ice' },
  NIGHT_LIGHTS: { quantity: 'radiance', meaning: 'night_lights' },
}

export const finishedProduct = (designation: string) => PRODUCTS[designation] ?? null
