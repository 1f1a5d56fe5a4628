import type { FileBand } from '../../io/types.ts'
import type { Assumption, SceneBand, SceneFacts } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { ProductName } from '../names/product-name.ts'
import { bandProfile, finishedProduct } from '../profiles.ts'
import { isOptical, isQuality, isRadar, isThermal, sensorBand, sensorTitle, usualOrder } from '../sensors.ts'
import { productScaling, UNKNOWN_SCALING, type Evidence, type Scaled } from './scaling.ts'
import {
  cellSize,
  crsAssumptions,
  finestGrid,
  maskReasons,
  nodataReasons,
  type SensedFile,
  type SensedScene,
} from './sensed.ts'

export interface ProductFile {
  readonly file: SensedFile
  readonly name: ProductName
}

interface Candidate {
  readonly band: SceneBand
  readonly fileBand: FileBand
  readonly scaled: Scaled
  /** True where the band's name comes from its place in the file alone. */
  readonly isByOrder: boolean
}

interface Side extends Omit<Evidence, 'name'> {
  readonly fileIds: readonly string[]
  /** Files of the acquisition that could not be read. */
  readonly lost: readonly ProductName[]
}

/** One scene of all files of one acquisition. */
export function productScene(files: readonly ProductFile[], side: Side): SensedScene {
  const { sensor, sensorSure, date, key } = files[0]!.name
  const level = files.map(({ name }) => name.level).find((text) => text !== 'unknown') ?? 'unknown'
  const baseline = files.map(({ name }) => name.baseline).find((value) => value !== null) ?? null
  const candidates = keepFinest(
    files.flatMap(({ file, name }) => bandsOf(file, { ...side, name: { ...name, level, baseline } })),
  )
  const optical = candidates.filter(({ band }) => isOptical(band.name))
  const radar = candidates.filter(({ band }) => isRadar(band.name))
  const relative = optical.filter(({ scaled }) => scaled.isRelative)
  const isMixed = relative.length > 0 && relative.length < optical.length
  const isUneven = new Set(radar.map(({ scaled }) => scaled.isDecibel)).size > 1
  // A ratio of a scaled and a raw band would be nonsense: one band without scaling leaves all of them raw.
  const unscaled =
    [...optical, ...radar].find(({ band }) => Number.isNaN(band.scale)) ??
    (isMixed ? relative[0] : isUneven ? radar[0] : undefined)
  const bands = candidates.map(({ band }) =>
    unscaled && (isOptical(band.name) || isRadar(band.name)) ? { ...band, ...UNKNOWN_SCALING } : band,
  )
  const grid = finestGrid(bands)
  const cloudPercent = side.mtl?.cloudPercent ?? side.metadata?.cloudPercent ?? null
  return {
    key,
    title: `${sensorTitle(sensor)} ${level === 'unknown' ? '' : level}, ${date ?? 'undated'}`.replace(
      ' ,',
      ',',
    ),
    date,
    grid,
    fileIds: [...new Set(bands.map((band) => band.fileId)), ...side.fileIds],
    facts: {
      sensor,
      level,
      bands,
      quantity: quantityOf(bands, unscaled !== undefined || relative.length > 0),
      sunElevationDegrees: side.mtl?.sunElevationDegrees ?? side.metadata?.sunElevationDegrees ?? null,
      ...(cloudPercent !== null && { cloudPercent }),
      ...(!unscaled && radar.some(({ scaled }) => scaled.isDecibel) && { isDecibel: true }),
      assumptions: [
        {
          field: 'sensor',
          value: sensorTitle(sensor),
          why: sensorSure ? 'the files are named as this product is' : 'the file name hints at it',
          sure: sensorSure,
        },
        { field: 'level', value: level, ...levelReason(level) },
        dateReason(date),
        ...scalingReasons(unscaled ? [unscaled, ...candidates] : candidates, unscaled !== undefined),
        ...nodataReasons(
          candidates.map(({ band, fileBand }) => ({ stated: fileBand.nodata, used: band.nodata })),
        ),
        ...maskReasons(files.map(({ file }) => file)),
        ...bandReasons(candidates, files),
        ...lostReasons(side.lost, bands),
        ...crsAssumptions(grid),
      ],
    },
  }
}

function bandsOf({ id, header }: SensedFile, evidence: Evidence): Candidate[] {
  const { name } = evidence
  const several = header.bands.length > 1
  const isSilent = name.designation === null && header.bands.every(({ description }) => !description?.trim())
  const order = isSilent ? usualOrder(name.sensor, header.bands.length) : null
  return header.bands.map((fileBand, position) => {
    const described = name.designation ?? order?.[position] ?? fileBand.description?.trim() ?? ''
    const known = sensorBand(name.sensor, described)
    const designation = known
      ? several && name.designation !== null
        ? `${known.designation} ${position + 1}`
        : known.designation
      : `band ${position + 1}`
    const common = known?.name ?? 'band'
    const scaled = productScaling(fileBand, common, {
      ...evidence,
      name: { ...name, designation: known?.designation ?? null },
    })
    const profile = bandProfile(name.sensor, { ...fileBand, name: common, designation, level: name.level })
    const isAsDelivered = !fileBand.sampleType.startsWith('float')
    const band: SceneBand = {
      name: common,
      designation,
      grid: header.grid,
      fileId: id,
      fileFingerprint: header.fingerprint,
      bandIndex: fileBand.index,
      scale: scaled.scale,
      offset: scaled.offset,
      ...(scaled.planck && { planck: scaled.planck }),
      nodata: fileBand.nodata ?? (profile ? profile.fill : hasZeroFill(common, isAsDelivered) ? 0 : null),
      ...(isAsDelivered && profile?.valid && { valid: profile.valid }),
    }
    return { band, fileBand, scaled, isByOrder: order !== null }
  })
}

/** 0 is a level that decibels have, so that it fills whole numbers of radar alone. */
const hasZeroFill = (name: BandName, isWhole: boolean): boolean =>
  isOptical(name) || isThermal(name) || name === 'scl' || (isRadar(name) && isWhole)

/** One band a designation: the finest grid wins, the first among equals. In order of designation. */
function keepFinest(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const known = best.get(candidate.band.designation)
    if (!known || cellSize(candidate.band.grid) < cellSize(known.band.grid)) {
      best.set(candidate.band.designation, candidate)
    }
  }
  return [...best.values()].sort((a, b) =>
    a.band.designation.localeCompare(b.band.designation, 'en', { numeric: true }),
  )
}

function quantityOf(bands: readonly SceneBand[], isRaw: boolean): SceneFacts['quantity'] {
  if (isRaw) return 'raw'
  const product = bands
    .filter((band) => !isQuality(band.name))
    .map((band) => finishedProduct(band.designation))
  if (product.length === 1 && product[0]) return product[0].quantity
  if (bands.some((band) => isOptical(band.name))) return 'reflectance'
  if (bands.some((band) => isRadar(band.name))) return 'backscatter'
  if (bands.some((band) => isThermal(band.name) && !Number.isNaN(band.scale))) return 'temperature'
  return bands.every((band) => isQuality(band.name)) ? 'class' : 'raw'
}

function levelReason(level: string): Pick<Assumption, 'why' | 'sure'> {
  return level === 'unknown'
    ? { why: 'neither names nor tags say at which level the data was processed', sure: false }
    : { why: 'it stands in the file or product names', sure: true }
}

function dateReason(date: string | null): Assumption {
  return date === null
    ? { field: 'date', value: 'unknown', why: 'no date stands in the names; set it', sure: false }
    : { field: 'date', value: date, why: 'it stands in the file names', sure: true }
}

/** One line for each way of scaling, with the bands it holds for. */
function scalingReasons(candidates: readonly Candidate[], isRaw: boolean): Assumption[] {
  const groups = new Map<string, { reason: Scaled['reason']; designations: Set<string> }>()
  for (const { band, scaled } of candidates) {
    if (isQuality(band.name) || band.name === 'band') continue
    if (isRaw && isOptical(band.name) && scaled.reason.sure) continue
    const id = scaled.reason.value + scaled.reason.why
    const group = groups.get(id) ?? { reason: scaled.reason, designations: new Set<string>() }
    groups.set(id, group)
    group.designations.add(band.designation)
  }
  return [...groups.values()].map(({ reason, designations }) => ({
    field: 'scaling',
    value: `${[...designations].join(' ')}: ${isRaw && !reason.sure ? 'unknown, raw numbers' : reason.value}`,
    why: isRaw && !reason.sure ? `${reason.why}; until then all optical bands stay raw numbers` : reason.why,
    sure: reason.sure,
  }))
}

function bandReasons(candidates: readonly Candidate[], files: readonly ProductFile[]): Assumption[] {
  const reasons: Assumption[] = []
  if (candidates.some(({ band }) => /^band \d+$/.test(band.designation))) {
    reasons.push({
      field: 'bands',
      value: 'unnamed',
      why: 'the file does not say which band is which; name them to use them in indices',
      sure: false,
    })
  }
  const byOrder = candidates.filter(({ isByOrder }) => isByOrder)
  if (byOrder.length > 0) {
    reasons.push({
      field: 'bands',
      value: byOrder.map(({ band }) => band.designation).join(' '),
      why: 'the file does not say which band is which; this is the order that is usual for so many bands: check it',
      sure: false,
    })
  }
  if (files.some(({ name }) => name.designation === 'BQA')) {
    reasons.push({
      field: 'bands',
      value: 'BQA read as QA_PIXEL',
      why: 'the quality band is of Landsat Collection 1; its bits are written in those of Collection 2',
      sure: true,
    })
  }
  return reasons
}

/** Designations come from the fixed lists of the sensors. */
function lostReasons(lost: readonly ProductName[], bands: readonly SceneBand[]): Assumption[] {
  const there = new Set(bands.map((band) => band.designation))
  const designations = lost.flatMap(({ designation }) =>
    designation !== null && !there.has(designation) ? [designation] : [],
  )
  if (designations.length === 0) return []
  return [
    {
      field: 'bands',
      value: `without ${designations.join(', ')}`,
      why: 'the file could not be read; the scene keeps its other bands',
      sure: true,
    },
  ]
}
