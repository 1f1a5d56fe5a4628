import type { FileBand } from '../../io/types.ts'
import type { BandName } from '../../trace/port.ts'
import type { Assumption, Planck } from '../../trace/layer.ts'
import type { MtlFacts } from '../names/mtl.ts'
import type { ProductName } from '../names/product-name.ts'
import { offsetOf, type SentinelMetadata } from '../names/sentinel-metadata.ts'
import { bandProfile, finishedProduct, type BandProfile } from '../profiles.ts'
import { isQuality, isRadar, isThermal } from '../sensors.ts'
import { radarNumbers } from './radar-scaling.ts'

/** physical = scale · DN + offset. */
export interface Scaling {
  readonly scale: number
  readonly offset: number
}

/** NaN scale: raw numbers are read. */
export const UNKNOWN_SCALING: Scaling = { scale: NaN, offset: 0 }
const AS_IT_IS: Scaling = { scale: 1, offset: 0 }

/** Sentinel-2 products from this processing baseline on carry an offset of −1000. */
const OFFSET_BASELINE = 400

export interface Evidence {
  readonly name: ProductName
  readonly mtl: MtlFacts | null
  readonly metadata: SentinelMetadata | null
}

type Reason = Pick<Assumption, 'value' | 'why' | 'sure'>

export interface Scaled extends Scaling {
  readonly reason: Reason
  /** Numbers in the ratio of reflectance, all bands of a scene too low by one factor. */
  readonly isRelative?: true
  /** Backscatter in decibels. */
  readonly isDecibel?: true
  /** What a file that states the scaling of level 1 leaves out: the division by the sine of the sun elevation. */
  readonly beforeSun?: Scaling
  /** Where scale and offset give the radiance of a thermal band. */
  readonly planck?: Planck
}

/** Level 1 of Landsat 8 and 9, the same for every scene (LSDS-809 for Collection 1, LSDS-1822 and LSDS-2082 for 2). */
const LEVEL_1: Scaling = { scale: 2e-5, offset: -0.1 }

/**
 * Scaling of one band of a known product. In this order: what the file states, what the product's metadata or name
 * states, what its specification fixes; else unknown, with what is missing. Where the file and the rest contradict each
 * other the file counts and the contradiction is said.
 */
export function productScaling(band: FileBand, common: BandName, evidence: Evidence): Scaled {
  const { sensor, level } = evidence.name
  const designation = evidence.name.designation ?? ''
  const isCodes = isQuality(common) || finishedProduct(designation)?.quantity === 'class'
  if (isCodes) return { ...AS_IT_IS, reason: sure('classes or bits, unscaled', 'quality band') }
  const profile = bandProfile(sensor, { ...band, name: common, designation, level })
  if (isRadar(common)) return radarScaling(band, evidence.name)
  const stated = statedScaling(band)
  const known = knownScaling(common, evidence, profile)
  if (stated) return known === null ? asStated(stated) : settled(stated, known, profile)
  if (known === null) return { ...UNKNOWN_SCALING, reason: sure('unknown', 'no band of the sensor') }
  // Where the product is delivered in physical values, decimal numbers are what it is.
  const isPhysical = profile?.scale === 1 && profile.offset === 0
  if (band.sampleType.startsWith('float') && !isPhysical) {
    return unknown(
      'the file holds decimal numbers, so it is no longer the product as delivered; set scale 1 and offset 0 if they are physical values already',
    )
  }
  return known
}

function knownScaling(common: BandName, evidence: Evidence, profile: BandProfile | null): Scaled | null {
  if (profile) return { ...profile, reason: sure(formula(profile), profile.source) }
  if (common === 'band') return null
  const { sensor } = evidence.name
  if (sensor === 'sentinel-2') return sentinelScaling(evidence)
  if (sensor.startsWith('landsat')) return landsatScaling(common, evidence)
  return unknown(
    'this level holds radiance or raw numbers, whose factors stand in metadata that is not read here; set scale and offset of reflectance',
  )
}

/** Decibels are kept as they are: the scene says that it holds them. */
function radarScaling(band: FileBand, name: ProductName): Scaled {
  const { kind, why } = radarNumbers(band, name)
  if (kind === null) return unknown(why)
  const scaling = statedScaling(band) ?? AS_IT_IS
  const value = kind === 'power' ? 'backscatter in linear power' : 'backscatter in decibels'
  return { ...scaling, ...(kind === 'decibel' && { isDecibel: true }), reason: sure(value, why) }
}

const asStated = (stated: Scaling): Scaled => ({
  ...stated,
  reason: sure(formula(stated), 'SCALE and OFFSET stand in the file'),
})

/** What holds where the file states a scaling and more is known of the product. */
function settled(stated: Scaling, known: Scaled, profile: BandProfile | null): Scaled {
  if (Number.isNaN(known.scale)) return asStated(stated)
  if (known.beforeSun && isSame(stated, known.beforeSun)) return known
  if (known.planck && isSame(stated, known)) return known
  const file = profile?.isCelsius
    ? { ...stated, offset: stated.offset + profile.offset }
    : profile?.isPercent
      ? { scale: stated.scale / 100, offset: stated.offset / 100 }
      : stated
  if (isSame(file, known)) return asStated(file)
  // The HDF of MODIS says by what to divide, and copies of it call that the scale.
  if (profile && isSame(stated, { scale: 1 / known.scale, offset: known.offset })) {
    return {
      ...known,
      reason: sure(known.reason.value, `${profile.source}; the SCALE of the file is a divisor`),
    }
  }
  return {
    ...file,
    reason: {
      value: formula(file),
      why: `SCALE and OFFSET stand in the file, but ${known.reason.why} says ${known.reason.value}; set what is right`,
      sure: false,
    },
  }
}

/** To the digits that a decimal text of a file may lack. */
function isSame(a: Scaling, b: Scaling): boolean {
  const near = (first: number, second: number) => Math.abs(first - second) <= 1e-4 * Math.abs(second) + 1e-9
  return near(a.scale, b.scale) && near(a.offset, b.offset)
}

/** Scale and offset that the file states, null where it is silent or only holds the neutral 1 and 0. */
export function statedScaling(band: FileBand): Scaling | null {
  const { scale, offset } = band
  if (scale === null && offset === null) return null
  const stated = { scale: scale ?? 1, offset: offset ?? 0 }
  const isUsable = Number.isFinite(stated.scale) && stated.scale !== 0 && Number.isFinite(stated.offset)
  const isNeutral = stated.scale === 1 && stated.offset === 0 && !band.sampleType.startsWith('float')
  return isUsable && !isNeutral ? stated : null
}

function sentinelScaling({ name, metadata }: Evidence): Scaled {
  const added = metadata?.scaling ? offsetOf(metadata.scaling, name.designation ?? '') : null
  if (metadata?.scaling && added !== null) {
    const { quantification } = metadata.scaling
    const scaling = { scale: 1 / quantification, offset: added / quantification }
    const why =
      name.level === 'L1C'
        ? 'offset and quantification stand in MTD_MSIL1C.xml'
        : 'offset and quantification stand in MTD_MSIL2A.xml'
    return { ...scaling, reason: sure(formula(scaling), why) }
  }
  if (name.baseline !== null) {
    const scaling = { scale: 1e-4, offset: name.baseline >= OFFSET_BASELINE ? -0.1 : 0 }
    const baseline = `${String(name.baseline).padStart(4, '0').slice(0, 2)}.${String(name.baseline).padStart(4, '0').slice(2)}`
    return {
      ...scaling,
      reason: sure(formula(scaling), `processing baseline ${baseline} stands in the product's name`),
    }
  }
  return unknown(
    'the file states no SCALE and OFFSET and no product name or MTD_MSIL2A.xml tells the processing baseline; reflectance is DN / 10000, with 1000 taken off first from baseline 04.00 on: set scale 0.0001 and offset −0.1 or 0',
  )
}

function landsatScaling(common: BandName, { name, mtl }: Evidence): Scaled {
  if (name.level === 'L2SP' || name.level === 'L2SR') {
    const scaling = isThermal(common)
      ? { scale: 0.00341802, offset: 149 }
      : { scale: 0.0000275, offset: -0.2 }
    return { ...scaling, reason: sure(formula(scaling), 'Landsat Collection 2 level 2 specification') }
  }
  if (isThermal(common)) return thermalScaling(name, mtl)
  if (mtl === null && hasFixedFactors(name)) {
    return {
      ...LEVEL_1,
      isRelative: true,
      beforeSun: LEVEL_1,
      reason: {
        value: `${formula(LEVEL_1)}, not divided by the sine of the sun elevation`,
        why: 'ratios are right, reflectance is too low; drop the _MTL.txt too',
        sure: false,
      },
    }
  }
  if (mtl === null) {
    return unknown(
      'level 1 reflectance needs the factors and the sun elevation of the scene: drop the _MTL.txt too, or set scale and offset',
    )
  }
  const factors = mtl.reflectance.get(name.designation ?? '')
  if (!factors || mtl.sunElevationDegrees === null || mtl.sunElevationDegrees <= 0) {
    return unknown(
      'the _MTL.txt holds no reflectance factors for this band or no sun elevation above the horizon',
    )
  }
  const sine = Math.sin((mtl.sunElevationDegrees * Math.PI) / 180)
  const scaling = { scale: factors.mult / sine, offset: factors.add / sine }
  return {
    ...scaling,
    beforeSun: { scale: factors.mult, offset: factors.add },
    reason: sure(
      `(${formula({ scale: factors.mult, offset: factors.add })}) / sin(${mtl.sunElevationDegrees}°)`,
      'reflectance factors and sun elevation stand in the _MTL.txt',
    ),
  }
}

/** Level 1 holds radiance, of which the constants of the band make the temperature at the sensor. */
function thermalScaling({ designation }: ProductName, mtl: MtlFacts | null): Scaled {
  const factors = mtl?.thermal.get(designation ?? '')
  if (!factors) {
    return {
      ...UNKNOWN_SCALING,
      reason: sure(
        'raw numbers',
        'level 1 thermal bands hold radiance; with the _MTL file, which holds its factors and constants, they are kelvin: drop it too',
      ),
    }
  }
  const { mult, add, k1, k2 } = factors
  return {
    scale: mult,
    offset: add,
    planck: { k1, k2 },
    reason: sure(
      `${k2} / ln(${k1} / (${formula({ scale: mult, offset: add })}) + 1) kelvin`,
      'radiance factors and thermal constants stand in the _MTL file; brightness temperature, not corrected for air and emissivity',
    ),
  }
}

/** Earlier sensors have factors of their own for every scene. */
function hasFixedFactors({ sensor, level }: ProductName): boolean {
  return (sensor === 'landsat-8' || sensor === 'landsat-9') && level.startsWith('L1')
}

function unknown(why: string): Scaled {
  return { ...UNKNOWN_SCALING, reason: { value: 'unknown, raw numbers', why, sure: false } }
}

const sure = (value: string, why: string): Reason => ({ value, why, sure: true })

export function formula({ scale, offset }: Scaling): string {
  const sign = offset < 0 ? '−' : '+'
  return offset === 0 ? `DN × ${plain(scale)}` : `DN × ${plain(scale)} ${sign} ${plain(Math.abs(offset))}`
}

const plain = (value: number) => String(Number(value.toPrecision(8)))
