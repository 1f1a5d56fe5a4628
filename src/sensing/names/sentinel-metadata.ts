import { parseProductName } from './product-name.ts'

/** What is used of the XML of a Sentinel-2 product (MTD_MSIL1C.xml, MTD_MSIL2A.xml) or of its granule (MTD_TL.xml). */
export interface SentinelMetadata {
  /** Of the acquisition, as in `ProductName`. */
  readonly key: string
  /** reflectance = (DN + offset) / quantification; null in the granule's file, which says nothing of it. */
  readonly scaling: {
    readonly quantification: number
    /** By designation ('B8A'); older products list none, which means 0. */
    readonly offsets: ReadonlyMap<string, number>
  } | null
  readonly sunElevationDegrees: number | null
  /** 0 to 100, as ESA assessed it over the whole tile. */
  readonly cloudPercent: number | null
}

const NAME = /(^|[/\\])MTD_(?:MSIL1C|MSIL2A|TL)\.xml$/i

/** In order of `band_id` (S2 Product Specification Document, S2-PDGS-TAS-DI-PSD). */
const BANDS = [
  ...['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07'],
  ...['B08', 'B8A', 'B09', 'B10', 'B11', 'B12'],
] as const

export const isSentinelMetadataName = (path: string): boolean => NAME.test(path)

/**
 * Reads the few values by pattern, as older products keep them in other places; no entity of the text is resolved. Null
 * where the text does not say which acquisition it belongs to.
 */
export function parseSentinelMetadata(text: string): SentinelMetadata | null {
  const key = keyOf(text)
  if (key === null) return null
  const zenith = numberIn(
    text,
    /<Mean_Sun_Angle>\s*<ZENITH_ANGLE[^>]{0,80}>\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*</,
  )
  const cloud =
    numberIn(text, /<Cloud_Coverage_Assessment>\s*(\d{1,3}(?:\.\d{1,20})?)\s*</) ??
    numberIn(text, /<CLOUDY_PIXEL_PERCENTAGE>\s*(\d{1,3}(?:\.\d{1,20})?)\s*</)
  return {
    key,
    scaling: scalingIn(text),
    sunElevationDegrees: zenith === null ? null : 90 - zenith,
    cloudPercent: cloud !== null && cloud <= 100 ? cloud : null,
  }
}

/**
 * Names of files and folders may be those of another product, as of a reprocessed one: the text decides. The first
 * products of level 2A name that of level 1C too.
 */
function keyOf(text: string): string | null {
  const uri = /<PRODUCT_URI(?:_2A)?>\s*([\w.]{20,120})\s*</.exec(text)?.[1]
  if (uri !== undefined) return parseProductName(uri)?.key ?? null
  const tile = /<TILE_ID[^>]{0,80}>\s*S2[A-D]_OPER_MSI_(L1C|L2A)_TL_\w{1,60}_T(\d{2}[A-Z]{3})_N/.exec(text)
  const time = /<SENSING_TIME[^>]{0,80}>\s*(\d{4})-(\d{2})-(\d{2})T/.exec(text)
  if (!tile || !time) return null
  return ['sentinel-2', tile[1], tile[2], time.slice(1).join('')].join('|')
}

function scalingIn(text: string): SentinelMetadata['scaling'] {
  const quantification = numberIn(
    text,
    /<(?:(?:L2A_)?BOA_)?QUANTIFICATION_VALUE[^>]{0,80}>\s*(\d{1,7}(?:\.\d{1,6})?)\s*</,
  )
  if (quantification === null || quantification <= 0) return null
  const listed = text.matchAll(
    /<(?:BOA|RADIO)_ADD_OFFSET band_id="(\d{1,2})"[^>]{0,40}>\s*(-?\d{1,6}(?:\.\d{1,6})?)\s*</g,
  )
  const offsets = [...listed].flatMap(([, id, offset]): [string, number][] => {
    const band = BANDS[Number(id)]
    return band ? [[band, Number(offset)]] : []
  })
  return { quantification, offsets: new Map(offsets) }
}

function numberIn(text: string, pattern: RegExp): number | null {
  const value = Number(pattern.exec(text)?.[1] ?? NaN)
  return Number.isFinite(value) ? value : null
}

/** Added to the numbers of a band; null where the product lists unlike ones and not that of the band. */
export function offsetOf(
  { offsets }: NonNullable<SentinelMetadata['scaling']>,
  designation: string,
): number | null {
  const known = offsets.get(designation)
  if (known !== undefined) return known
  const [one = 0, ...others] = new Set(offsets.values())
  return others.length === 0 ? one : null
}
