import type { FileBand } from '../../io/types.ts'
import type { BandName } from '../../trace/port.ts'
import type { Assumption, SceneBand, SceneFacts } from '../../trace/layer.ts'
import { dateInName, nameTokens, titleOfFile } from '../names/file-name.ts'
import { isOptical, sensorBand, sensorTitle, usualOrder, type Sensor } from '../sensors.ts'
import { finishedProduct } from '../profiles.ts'
import { formula, statedScaling, UNKNOWN_SCALING } from './scaling.ts'
import { crsAssumptions, maskReasons, nodataReasons, type SensedFile, type SensedScene } from './sensed.ts'

const ELEVATION_WORDS = new Set(['dem', 'dsm', 'dtm', 'elevation', 'srtm', 'altitude'])
const CLASS_WORDS = new Set(['mask', 'class', 'classes', 'classification', 'classified', 'landcover', 'lulc'])

/** Band descriptions that name a band in plain words. */
const PLAIN_BANDS: Readonly<Record<string, BandName>> = {
  coastal: 'coastal',
  blue: 'blue',
  green: 'green',
  yellow: 'yellow',
  red: 'red',
  rededge1: 'rededge1',
  rededge2: 'rededge2',
  rededge3: 'rededge3',
  nir: 'nir',
  nir_narrow: 'nir_narrow',
  swir1: 'swir1',
  swir2: 'swir2',
  vv: 'vv',
  vh: 'vh',
  hh: 'hh',
  hv: 'hv',
}

/** A file that follows no known product: only what its tags and plain words in its name say. */
export function genericScene(file: SensedFile): SensedScene {
  const { id, header } = file
  const hint = hintedOrder(header.fileName, header.bands)
  const quantity = quantityOf(header.fileName, header.bands)
  const bands = header.bands.map((band, position): SceneBand => {
    const stated = statedScaling(band) ?? (quantity === 'raw' ? UNKNOWN_SCALING : { scale: 1, offset: 0 })
    const name =
      hint?.names[position] ?? (header.bands.length > 1 || quantity === 'raw' ? plainBand(band) : null)
    return {
      name: name ?? 'band',
      designation: quantity === 'index' ? indexNamed(band)! : `band ${position + 1}`,
      grid: header.grid,
      fileId: id,
      fileFingerprint: header.fingerprint,
      bandIndex: band.index,
      ...stated,
      nodata: band.nodata,
    }
  })
  const optical = bands.filter((band) => isOptical(band.name))
  const isReflectance =
    quantity === 'raw' &&
    optical.length > 0 &&
    header.bands.every((band) => statedScaling(band) !== null && plainBand(band) !== null)
  const date = header.date ?? dateInName(header.fileName)
  return {
    key: 'file|' + header.fingerprint,
    title: [titleOfFile(header.fileName), header.part].filter(Boolean).join(', '),
    date,
    grid: header.grid,
    fileIds: [id],
    facts: {
      sensor: hint?.sensor ?? 'unknown',
      level: 'unknown',
      bands,
      quantity: isReflectance ? 'reflectance' : quantity,
      sunElevationDegrees: null,
      assumptions: [
        {
          field: 'sensor',
          value: hint ? sensorTitle(hint.sensor) : 'unknown',
          why: hint ? 'the file name hints at it' : 'name and tags follow no product that is known here',
          sure: false,
        },
        {
          field: 'date',
          value: date ?? 'unknown',
          why:
            header.date !== undefined
              ? 'the file says so'
              : date
                ? 'it is the only date in the file name'
                : 'no single date stands in the file name; set it',
          sure: header.date !== undefined,
        },
        hinted(scalingReason(quantity, bands, isReflectance), hint),
        hint ? hintReason(bands) : bandReason(quantity, bands),
        ...nodataReasons(bands.map(({ nodata }) => ({ stated: nodata, used: nodata }))),
        ...maskReasons([file]),
        ...crsAssumptions(header.grid),
      ],
    },
  }
}

interface HintedOrder {
  readonly sensor: Sensor
  readonly names: readonly BandName[]
}

/** Names of unnamed bands where the file name hints at HLS and their number is one that is usual for it. */
function hintedOrder(fileName: string, bands: readonly FileBand[]): HintedOrder | null {
  const words = nameTokens(fileName)
  const product = words.find((word) => word === 'l30' || word === 's30')
  if (!words.includes('hls') || product === undefined || bands.some(({ description }) => description?.trim()))
    return null
  const sensor: Sensor = product === 'l30' ? 'hls-l30' : 'hls-s30'
  const order = usualOrder(sensor, bands.length)
  return order && { sensor, names: order.map((designation) => sensorBand(sensor, designation)!.name) }
}

/** What the product would hold as delivered, where the file itself is silent. */
function hinted(reason: Assumption, hint: HintedOrder | null): Assumption {
  if (hint === null || !reason.value.startsWith('unknown')) return reason
  return { ...reason, why: `${reason.why}: HLS is reflectance × 10000 as delivered, so scale 0.0001` }
}

function hintReason(bands: readonly SceneBand[]): Assumption {
  return {
    field: 'bands',
    value: bands.map((band) => `${band.designation} ${band.name}`).join(', '),
    why: 'the file does not say which band is which; this is the order that is usual for so many bands of HLS: check it',
    sure: false,
  }
}

function quantityOf(fileName: string, bands: readonly FileBand[]): SceneFacts['quantity'] {
  const [only, ...others] = bands
  if (!only || others.length > 0) return 'raw'
  const words = nameTokens(fileName)
  const described = only.description?.toLowerCase().match(/[a-z]+/g) ?? []
  if ([...words, ...described].some((word) => ELEVATION_WORDS.has(word))) return 'elevation'
  if (indexNamed(only) !== null) return 'index'
  const isWhole = !only.sampleType.startsWith('float')
  return isWhole && words.some((word) => CLASS_WORDS.has(word)) ? 'class' : 'raw'
}

/** The finished index that a band is called, where its numbers are those of an index: scaled by the file, or floats. */
function indexNamed(band: FileBand): string | null {
  const name = band.description?.trim().toUpperCase() ?? ''
  const isScaled = statedScaling(band) !== null || band.sampleType.startsWith('float')
  return isScaled && finishedProduct(name)?.quantity === 'index' ? name : null
}

function plainBand(band: FileBand): BandName | null {
  return PLAIN_BANDS[band.description?.trim().toLowerCase() ?? ''] ?? null
}

function scalingReason(
  quantity: SceneFacts['quantity'],
  bands: readonly SceneBand[],
  isReflectance: boolean,
): Assumption {
  const [first] = bands
  if (quantity === 'elevation') {
    return {
      field: 'scaling',
      value: 'elevation in metres',
      why: 'name or description says elevation; the unit is taken to be the metre',
      sure: false,
    }
  }
  if (quantity === 'index') {
    const value = formula({ scale: first!.scale, offset: first!.offset })
    return {
      field: 'scaling',
      value,
      why: `the band descriptions in the file call it ${first!.designation}`,
      sure: true,
    }
  }
  if (quantity === 'class') {
    return { field: 'scaling', value: 'class codes', why: 'the file name says so', sure: false }
  }
  if (isReflectance) {
    return {
      field: 'scaling',
      value: `reflectance = ${formula(first!)}`,
      why: 'SCALE and OFFSET stand in the file; that they give reflectance is taken for granted',
      sure: false,
    }
  }
  if (bands.some((band) => !Number.isNaN(band.scale))) {
    return {
      field: 'scaling',
      value: formula(bands.find((band) => !Number.isNaN(band.scale))!),
      why: 'SCALE and OFFSET stand in the file; what the values mean is not said',
      sure: false,
    }
  }
  return {
    field: 'scaling',
    value: 'unknown, raw numbers',
    why: 'the file states no SCALE and OFFSET; set them if the numbers are reflectance',
    sure: false,
  }
}

function bandReason(quantity: SceneFacts['quantity'], bands: readonly SceneBand[]): Assumption {
  if (bands.some((band) => band.name !== 'band')) {
    const named = bands.map((band) => `${band.designation} ${band.name}`).join(', ')
    return { field: 'bands', value: named, why: 'the band descriptions in the file say so', sure: true }
  }
  return {
    field: 'bands',
    value: quantity === 'raw' ? 'unnamed' : 'one band',
    why:
      quantity === 'raw'
        ? 'the file does not say which band is which; name them to use them in indices'
        : 'the file holds a single band',
    sure: quantity !== 'raw',
  }
}
