import { GeoKey } from './read/geo-keys.ts'

export interface ProjectionParameter {
  /** Name in a proj4 definition. */
  readonly name: string
  /** Unit of its GeoKeys: the file's angular or linear unit, which proj4 has in degrees and metres, or none. */
  readonly unit: 'angle' | 'length' | 'none'
  /** GeoKeys that may hold it; the first one is written. */
  readonly keys: readonly number[]
  /** Value where no key is there; null where the method cannot do without. */
  readonly absent: number | null
}

export interface ProjectionMethod {
  /** Value of ProjMethodGeoKey. */
  readonly code: number
  readonly proj: string
  readonly parameters: readonly ProjectionParameter[]
  /** Words of the proj4 definition without a parameter of their own. */
  readonly flags?: string
  /** proj4 parameters that follow from the others. */
  readonly derived?: (
    given: ReadonlyMap<string, number>,
  ) => readonly (readonly [name: string, value: number])[]
  /** Whether proj4 parameters, by name, are a case of this method; always where it is left out. */
  readonly fits?: (given: ReadonlyMap<string, number>) => boolean
}

const angle = (name: string, keys: readonly number[], absent: number | null = 0): ProjectionParameter => ({
  name,
  unit: 'angle',
  keys,
  absent,
})
const lengths = (east: readonly number[], north: readonly number[]): readonly ProjectionParameter[] => [
  { name: 'x_0', unit: 'length', keys: [...east, GeoKey.FalseEasting], absent: 0 },
  { name: 'y_0', unit: 'length', keys: [...north, GeoKey.FalseNorthing], absent: 0 },
]
const natural = lengths([], [])
const falseOrigin = lengths([GeoKey.FalseOriginEasting], [GeoKey.FalseOriginNorthing])
const scale: ProjectionParameter = {
  name: 'k',
  unit: 'none',
  keys: [GeoKey.ScaleAtNaturalOrigin, GeoKey.ScaleAtCentre],
  absent: 1,
}
const scaleAtCentre: ProjectionParameter = {
  ...scale,
  keys: [GeoKey.ScaleAtCentre, GeoKey.ScaleAtNaturalOrigin],
}
const { NaturalOriginLatitude, NaturalOriginLongitude, CentreLatitude, CentreLongitude } = GeoKey
const { FalseOriginLatitude, FalseOriginLongitude, StandardParallel1, StandardParallel2 } = GeoKey
const latitude = angle('lat_0', [NaturalOriginLatitude, FalseOriginLatitude, CentreLatitude])
const longitude = angle('lon_0', [NaturalOriginLongitude, FalseOriginLongitude, CentreLongitude])
const centreLatitude = angle('lat_0', [CentreLatitude, NaturalOriginLatitude])
const centreLongitude = angle('lon_0', [CentreLongitude, NaturalOriginLongitude])
const poleLongitude = angle('lon_0', [GeoKey.StraightVerticalPoleLongitude, NaturalOriginLongitude])
const parallels = [
  angle('lat_1', [StandardParallel1], null),
  angle('lat_2', [StandardParallel2], null),
] as const
const trueScale = angle('lat_ts', [StandardParallel1], null)
const oblique = [
  angle('lat_0', [CentreLatitude], null),
  angle('lonc', [CentreLongitude], null),
  angle('alpha', [GeoKey.AzimuthAngle], null),
  angle('gamma', [GeoKey.RectifiedGridAngle], null),
  scaleAtCentre,
  ...lengths([], []),
]

const isPole = (value: number | undefined) => value !== undefined && Math.abs(Math.abs(value) - 90) < 1e-9
const isUnscaled = (given: ReadonlyMap<string, number>) => (given.get('k') ?? 1) === 1

/**
 * User-defined projections that can be read and written: GeoKeys beside their proj4 parameters (OGC 19-008r4, annex D,
 * and what GDAL writes). Left out are those where proj4 is more than a millimetre from PROJ (Cassini, Robinson, Krovak).
 */
export const PROJECTION_METHODS: readonly ProjectionMethod[] = [
  { code: 1, proj: 'tmerc', parameters: [latitude, longitude, scale, ...natural] },
  {
    code: 27,
    proj: 'tmerc',
    flags: '+axis=wsu',
    parameters: [latitude, longitude, scale, ...natural],
    // Whether false origins count along the axes or against them is not agreed upon; all systems in use have none.
    fits: (given) => given.get('x_0') === 0 && given.get('y_0') === 0,
  },
  { code: 3, proj: 'omerc', flags: '+no_uoff', parameters: oblique },
  { code: 9815, proj: 'omerc', parameters: oblique },
  {
    code: 7,
    proj: 'merc',
    parameters: [trueScale, latitude, longitude, scale, ...natural],
    fits: (given) => given.has('lat_ts') && given.get('lat_0') === 0 && isUnscaled(given),
  },
  {
    code: 7,
    proj: 'merc',
    parameters: [latitude, longitude, scale, ...natural],
    fits: (given) => !given.has('lat_ts') && given.get('lat_0') === 0,
  },
  {
    code: 8,
    proj: 'lcc',
    parameters: [
      ...parallels,
      angle('lat_0', [FalseOriginLatitude, NaturalOriginLatitude]),
      angle('lon_0', [FalseOriginLongitude, NaturalOriginLongitude]),
      ...falseOrigin,
    ],
    fits: (given) => given.has('lat_2') && isUnscaled(given),
  },
  {
    code: 9,
    proj: 'lcc',
    parameters: [latitude, longitude, scale, ...natural],
    derived: (given) => [['lat_1', given.get('lat_0')!]],
    fits: (given) => !given.has('lat_2') && given.get('lat_1') === given.get('lat_0'),
  },
  { code: 10, proj: 'laea', parameters: [centreLatitude, centreLongitude, ...natural] },
  { code: 11, proj: 'aea', parameters: [...parallels, latitude, longitude, ...natural] },
  { code: 12, proj: 'aeqd', parameters: [centreLatitude, centreLongitude, ...natural] },
  {
    code: 15,
    proj: 'stere',
    parameters: [angle('lat_0', [NaturalOriginLatitude], null), poleLongitude, scale, ...natural],
    fits: (given) => isPole(given.get('lat_0')) && (!given.has('lat_ts') || isPole(given.get('lat_ts'))),
  },
  {
    code: 15,
    proj: 'stere',
    // The latitude of true scale stands in the key of the natural origin; its sign tells the pole.
    parameters: [angle('lat_ts', [NaturalOriginLatitude], null), poleLongitude, scale, ...natural],
    derived: (given) => [['lat_0', given.get('lat_ts')! < 0 ? -90 : 90]],
    fits: (given) => isPole(given.get('lat_0')) && given.has('lat_ts') && isUnscaled(given),
  },
  {
    code: 14,
    proj: 'stere',
    parameters: [centreLatitude, centreLongitude, scale, ...natural],
    fits: (given) => !isPole(given.get('lat_0')) && !given.has('lat_ts'),
  },
  { code: 16, proj: 'sterea', parameters: [latitude, longitude, scale, ...natural] },
  {
    code: 17,
    proj: 'eqc',
    parameters: [{ ...trueScale, absent: 0 }, centreLatitude, centreLongitude, ...natural],
  },
  { code: 22, proj: 'poly', parameters: [latitude, longitude, ...natural] },
  { code: 24, proj: 'sinu', parameters: [centreLongitude, ...natural] },
  { code: 28, proj: 'cea', parameters: [{ ...trueScale, absent: 0 }, longitude, ...natural] },
]
