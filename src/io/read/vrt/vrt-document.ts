import type { SampleType } from '../../types.ts'
import { parseNodata } from '../nodata.ts'
import type { XmlElement } from '../xml.ts'
import { readSource, type VrtSource } from './vrt-source.ts'
import { CONVERT, damaged, unsupported } from './vrt-error.ts'

export interface VrtBand {
  readonly sampleType: SampleType
  readonly nodata: number | null
  readonly scale: number | null
  readonly offset: number | null
  /** Foreign text. */
  readonly description: string | null
  readonly isAlpha: boolean
  /** Later ones lie over earlier ones. */
  readonly sources: readonly VrtSource[]
}

export interface VrtDocument {
  readonly width: number
  readonly height: number
  /** As GDAL lists it; null where the file has none. */
  readonly geoTransform: readonly number[] | null
  readonly srs: string
  readonly bands: readonly VrtBand[]
  readonly metadata: Readonly<Record<string, string>>
}

const TYPES: Readonly<Record<string, SampleType>> = {
  Byte: 'uint8',
  Int8: 'int8',
  UInt16: 'uint16',
  Int16: 'int16',
  UInt32: 'uint32',
  Int32: 'int32',
  Float32: 'float32',
  Float64: 'float64',
}
const KINDS: Readonly<Record<string, string>> = {
  VRTWarpedDataset: 'is warped as it is read',
  VRTPansharpenedDataset: 'is pansharpened as it is read',
  VRTProcessedDataset: 'is computed as it is read',
  VRTWarpedRasterBand: 'has a band that is warped as it is read',
  VRTDerivedRasterBand: 'has a band that is computed as it is read',
  VRTPansharpenedRasterBand: 'has a band that is pansharpened as it is read',
  VRTRawRasterBand: 'has a band of raw bytes',
}
const SOURCES = ['SimpleSource', 'ComplexSource']
const MAX_SIDE = 2 ** 31 - 1

/** What a virtual raster says, nothing of its members known yet. Throws unsupported_file by name of what is not read. */
export function readVrt(root: XmlElement): VrtDocument {
  if (root.name !== 'VRTDataset') {
    throw unsupported(
      root.name === 'OGRVRTDataSource'
        ? 'is one of vectors; drop the files that it names, or write it out with ogr2ogr OUT.geojson IN.vrt'
        : 'has no VRTDataset at its root; it is no virtual raster of GDAL',
    )
  }
  refuseKind(root)
  if (child(root, 'Group')) throw unsupported(`is one of many dimensions; ${CONVERT}`)
  const transform = child(root, 'GeoTransform')
  if (!transform && child(root, 'GCPList'))
    throw unsupported(
      'has ground control points alone, no transform from pixels to the map; place it first, with gdalwarp IN.vrt OUT.tif',
    )
  const [width, height] = [size(root, 'rasterXSize'), size(root, 'rasterYSize')]
  const bands = root.children.filter(({ name }) => name === 'VRTRasterBand')
  if (bands.length === 0) throw damaged('has no band')
  if (child(root, 'MaskBand')?.children.some((mask) => !readsMasks(mask)))
    throw unsupported(`has a mask that is not the one of its members; ${CONVERT}`)
  return {
    width,
    height,
    geoTransform: transform ? transformOf(transform.text) : null,
    srs: child(root, 'SRS')?.text ?? '',
    bands: bands.map((band) => readBand(band, { width, height })),
    metadata: metadataOf(root),
  }
}

function readBand(band: XmlElement, whole: { readonly width: number; readonly height: number }): VrtBand {
  refuseKind(band)
  const sampleType = TYPES[band.attributes['dataType'] ?? 'Byte']
  if (!sampleType)
    throw unsupported(
      'has a band of complex numbers or 64-bit integers; write its parts out with gdal_translate -ot Float32',
    )
  const odd = band.children.find(({ name }) => name.endsWith('Source') && !SOURCES.includes(name))
  if (odd) throw unsupported(`has a source that is neither simple nor complex; ${CONVERT}`)
  if (child(band, 'MaskBand')?.children.some((mask) => !readsMasks(mask)))
    throw unsupported(`has a band with a mask that is not the one of its members; ${CONVERT}`)
  return {
    sampleType,
    nodata: parseNodata(child(band, 'NoDataValue')?.text ?? null),
    scale: numberIn(band, 'Scale'),
    offset: numberIn(band, 'Offset'),
    description: child(band, 'Description')?.text || band.attributes['Description'] || null,
    isAlpha: child(band, 'ColorInterp')?.text === 'Alpha',
    sources: band.children
      .filter(({ name }) => SOURCES.includes(name))
      .map((source) => readSource(source, whole)),
  }
}

function refuseKind({ attributes }: XmlElement): void {
  const kind = attributes['subClass']
  if (kind === undefined || kind === 'VRTSourcedRasterBand') return
  throw unsupported(`${KINDS[kind] ?? 'is of a kind that GeoForge does not read'}; ${CONVERT}`)
}

/** Masks of members hide their pixels whether or not the virtual raster repeats them. */
const readsMasks = (mask: XmlElement): boolean =>
  mask.children
    .filter(({ name }) => name.endsWith('Source'))
    .every((source) => /^mask\b/.test(child(source, 'SourceBand')?.text ?? ''))

function size(root: XmlElement, name: string): number {
  const value = Number(root.attributes[name])
  if (Number.isInteger(value) && value >= 1 && value <= MAX_SIDE) return value
  throw damaged('does not say how many pixels it has')
}

function transformOf(text: string): readonly number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (numbers.length === 6 && numbers.every((value) => Number.isFinite(value))) return numbers
  throw damaged('has a GeoTransform that is not six numbers')
}

function metadataOf(root: XmlElement): Record<string, string> {
  const items = root.children
    .filter(({ name, attributes }) => name === 'Metadata' && !attributes['domain'])
    .flatMap(({ children }) => children)
  return Object.fromEntries(items.map(({ attributes, text }) => [attributes['key'] ?? '', text]))
}

function numberIn(element: XmlElement, name: string): number | null {
  const text = child(element, name)?.text ?? ''
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
}

const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((each) => each.name === name)
