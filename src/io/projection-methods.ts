import { GeoKey } from './read/geo-keys.ts'

export interface ProjectionParameter {
  /** Name in a proj4 definition. */
  readonly name: string
  /** GeoKeys that may hold it; the first one is written. */
  readonly keys: readonly number[]
  /** Value where no key is there; null leaves the parameter out. */
  readonly absent: number | null
  /** True for lengths, which GeoKeys give in the map's unit. */
  readonly scaled?: boolean
}

export interface ProjectionMethod {
  /** Value of ProjMethodGeoKey. */
  readonly code: number
  readonly proj: string
  readonly parameters: readonly ProjectionParameter[]
}

const eastNorth = (east: readonly number[], north: readonly number[]): readonly ProjectionParameter[] => [
  { name: 'x_0', keys: [...east, GeoKey.FalseEasting], absent: 0, scaled: true },
  { name: 'y_0', keys: [...north, GeoKey.FalseNorthing], absent: 0, scaled: true },
]
const plainOrigin = eastNorth([], [])
const falseOrigin = eastNorth([GeoKey.FalseOriginEasting], [GeoKey.FalseOriginNorthing])
const longitude = [GeoKey.NaturalOriginLongitude, GeoKey.FalseOriginLongitude, GeoKey.CentreLongitude]
const latitude = [GeoKey.NaturalOriginLatitude, GeoKey.FalseOriginLatitude, GeoKey.CentreLatitude]
const centre = [GeoKey.CentreLongitude, GeoKey.NaturalOriginLongitude]
const centreLatitude = [GeoKey.CentreLatitude, GeoKey.NaturalOriginLatitude]
const scale = [GeoKey.ScaleAtNaturalOrigin, GeoKey.ScaleAtCentre]
const parallels: readonly ProjectionParameter[] = [
  { name: 'lat_1', keys: [GeoKey.StandardParallel1], absent: 0 },
  { name: 'lat_2', keys: [GeoKey.StandardParallel2], absent: 0 },
]

/** User-defined projections that can be read and written: GeoKeys beside their proj4 parameters (OGC 19-008r4, annex D). */
export const PROJECTION_METHODS: readonly ProjectionMethod[] = [
  {
    code: 1,
    proj: 'tmerc',
    parameters: [
      { name: 'lat_0', keys: latitude, absent: 0 },
      { name: 'lon_0', keys: longitude, absent: 0 },
      { name: 'k', keys: scale, absent: 1 },
      ...plainOrigin,
    ],
  },
  {
    code: 8,
    proj: 'lcc',
    parameters: [
      ...parallels,
      { name: 'lat_0', keys: [GeoKey.FalseOriginLatitude, GeoKey.NaturalOriginLatitude], absent: 0 },
      { name: 'lon_0', keys: [GeoKey.FalseOriginLongitude, GeoKey.NaturalOriginLongitude], absent: 0 },
      ...falseOrigin,
    ],
  },
  {
    code: 10,
    proj: 'laea',
    parameters: [
      { name: 'lat_0', keys: centreLatitude, absent: 0 },
      { name: 'lon_0', keys: centre, absent: 0 },
      ...plainOrigin,
    ],
  },
  {
    code: 11,
    proj: 'aea',
    parameters: [
      ...parallels,
      { name: 'lat_0', keys: latitude, absent: 0 },
      { name: 'lon_0', keys: longitude, absent: 0 },
      ...plainOrigin,
    ],
  },
  {
    code: 15,
    proj: 'stere',
    parameters: [
      // The latitude of true scale stands in the key of the natural origin; the pole follows from its sign.
      { name: 'lat_ts', keys: [GeoKey.NaturalOriginLatitude], absent: 90 },
      {
        name: 'lon_0',
        keys: [GeoKey.StraightVerticalPoleLongitude, GeoKey.NaturalOriginLongitude],
        absent: 0,
      },
      { name: 'k', keys: [GeoKey.ScaleAtNaturalOrigin], absent: 1 },
      ...plainOrigin,
    ],
  },
  {
    code: 24,
    proj: 'sinu',
    parameters: [
      { name: 'lon_0', keys: [GeoKey.CentreLongitude, GeoKey.NaturalOriginLongitude], absent: 0 },
      ...plainOrigin,
    ],
  },
]
