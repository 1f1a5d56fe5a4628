import type { TiffDirectory } from './tiff-directory.ts'
import { Tag } from './tags.ts'

/** Numbers and texts of a GeoKeyDirectory by key id (OGC 19-008r4, §7.1). Texts are untrusted. */
export interface GeoKeys {
  readonly numbers: ReadonlyMap<number, number>
  readonly texts: ReadonlyMap<number, string>
  /** All values of keys that have more than one number. */
  readonly lists: ReadonlyMap<number, readonly number[]>
}

export const GeoKey = {
  ModelType: 1024,
  RasterType: 1025,
  Citation: 1026,
  GeodeticCrs: 2048,
  GeodeticCitation: 2049,
  Datum: 2050,
  PrimeMeridian: 2051,
  AngularUnit: 2054,
  AngularUnitSize: 2055,
  Ellipsoid: 2056,
  SemiMajorAxis: 2057,
  SemiMinorAxis: 2058,
  InverseFlattening: 2059,
  PrimeMeridianLongitude: 2061,
  ToWgs84: 2062,
  ProjectedCrs: 3072,
  ProjectedCitation: 3073,
  Projection: 3074,
  Method: 3075,
  LinearUnit: 3076,
  LinearUnitSize: 3077,
  StandardParallel1: 3078,
  StandardParallel2: 3079,
  NaturalOriginLongitude: 3080,
  NaturalOriginLatitude: 3081,
  FalseEasting: 3082,
  FalseNorthing: 3083,
  FalseOriginLongitude: 3084,
  FalseOriginLatitude: 3085,
  FalseOriginEasting: 3086,
  FalseOriginNorthing: 3087,
  CentreLongitude: 3088,
  CentreLatitude: 3089,
  CentreEasting: 3090,
  CentreNorthing: 3091,
  ScaleAtNaturalOrigin: 3092,
  ScaleAtCentre: 3093,
  AzimuthAngle: 3094,
  StraightVerticalPoleLongitude: 3095,
  RectifiedGridAngle: 3096,
} as const

/** Value of a code key that stands for "defined by the other keys". */
export const USER_DEFINED = 32767

/** Keys of a directory; empty maps where it has none. Entries that point outside their table are passed over. */
export async function readGeoKeys(directory: TiffDirectory): Promise<GeoKeys> {
  const [table, doubles, ascii] = await Promise.all([
    directory.numbers(Tag.GeoKeyDirectory),
    directory.numbers(Tag.GeoDoubleParams),
    directory.text(Tag.GeoAsciiParams),
  ])
  const numbers = new Map<number, number>()
  const texts = new Map<number, string>()
  const lists = new Map<number, readonly number[]>()
  const count = Math.min(table[3] ?? 0, Math.floor(table.length / 4) - 1)
  for (let index = 1; index <= count; index++) {
    const [key, location, length, value] = table.slice(index * 4, index * 4 + 4) as [
      number,
      number,
      number,
      number,
    ]
    if (location === 0) numbers.set(key, value)
    else if (location === Tag.GeoDoubleParams && doubles[value] !== undefined) {
      numbers.set(key, doubles[value])
      if (length > 1) lists.set(key, doubles.slice(value, value + length))
    } else if (location === Tag.GeoAsciiParams && ascii !== null) {
      texts.set(key, ascii.slice(value, value + length).replace(/\|$/, ''))
    }
  }
  return { numbers, texts, lists }
}
