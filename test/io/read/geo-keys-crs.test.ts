import { describe, expect, it } from 'vitest'
import { degreesPerUnit, readCrs } from '../../../src/io/read/geo-crs.ts'
import { GeoKey, type GeoKeys } from '../../../src/io/read/geo-keys.ts'
import { fromLonLat, toLonLat } from '../../../src/raster/grid/lon-lat.ts'

type Given = Partial<Record<keyof typeof GeoKey, number | string | readonly number[]>>

function keys(given: Given): GeoKeys {
  const entries = Object.entries(given).map(
    ([name, value]) => [GeoKey[name as 'Method'] as number, value] as const,
  )
  const lists = entries.filter((entry): entry is [number, readonly number[]] => Array.isArray(entry[1]))
  return {
    numbers: new Map([
      ...entries.filter((entry): entry is [number, number] => typeof entry[1] === 'number'),
      ...lists.map(([key, [first]]) => [key, first!] as const),
    ]),
    texts: new Map(entries.filter((entry): entry is [number, string] => typeof entry[1] === 'string')),
    lists: new Map(lists),
  }
}

const OWN = { ProjectedCrs: 32767, Projection: 32767, ModelType: 1 }
const TRANSVERSE: Given = {
  ...OWN,
  Method: 1,
  GeodeticCrs: 4326,
  NaturalOriginLongitude: 15,
  ScaleAtNaturalOrigin: 0.9996,
  FalseEasting: 500000,
}
/** rasterio.warp.transform('EPSG:4326', 'EPSG:32633', [14], [47]). */
const PLACE = [423974.688, 5205649.348] as const

async function placed(given: Given): Promise<readonly [number, number]> {
  return fromLonLat(await readCrs(keys(given)))(14, 47)
}

describe('readCrs of user-defined systems', () => {
  it.each<[string, Given, number]>([
    ['degrees and metres', {}, 1],
    ['grads', { AngularUnit: 9105, NaturalOriginLongitude: 15 / 0.9 }, 1],
    ['radians', { AngularUnit: 9101, NaturalOriginLongitude: (15 * Math.PI) / 180 }, 1],
    [
      'minutes as a unit of its own',
      { AngularUnit: 32767, AngularUnitSize: Math.PI / 10800, NaturalOriginLongitude: 900 },
      1,
    ],
    ['feet', { LinearUnit: 9002, FalseEasting: 500000 / 0.3048 }, 0.3048],
    ['US survey feet', { LinearUnit: 9003, FalseEasting: (500000 * 3937) / 1200 }, 1200 / 3937],
    ['a length of its own', { LinearUnit: 32767, LinearUnitSize: 20, FalseEasting: 25000 }, 20],
    ['a datum instead of a system', { GeodeticCrs: 32767, Datum: 6326 }, 1],
    [
      'axes of the ellipsoid',
      { GeodeticCrs: 32767, SemiMajorAxis: 6378137, InverseFlattening: 298.257223563 },
      1,
    ],
    [
      'a prime meridian',
      { GeodeticCrs: 32767, Ellipsoid: 7030, PrimeMeridianLongitude: 5, NaturalOriginLongitude: 10 },
      1,
    ],
  ])('reads %s', async (_, given, unit) => {
    const [x, y] = await placed({ ...TRANSVERSE, ...given })
    expect(x * unit).toBeCloseTo(PLACE[0], 2)
    expect(y * unit).toBeCloseTo(PLACE[1], 2)
    expect((await readCrs(keys({ ...TRANSVERSE, ...given }))).metresPerUnit).toBeCloseTo(unit, 12)
  })

  it.each<[string, Given]>([
    ['a projection without a method here (Robinson)', { Method: 23 }],
    ['an unknown linear unit', { LinearUnit: 9014 }],
    ['an unknown angular unit', { AngularUnit: 9999 }],
    ['a prime meridian that it does not know', { GeodeticCrs: 32767, PrimeMeridian: 8903, Ellipsoid: 7030 }],
    ['an ellipsoid that is none', { GeodeticCrs: 32767, SemiMajorAxis: -1, InverseFlattening: 298 }],
    ['no ellipsoid', { GeodeticCrs: 32767 }],
    ['a parameter that is no number', { NaturalOriginLongitude: NaN }],
    ['an infinite parameter', { FalseEasting: Infinity }],
    ['a Mercator map with another origin', { Method: 7, NaturalOriginLatitude: 10 }],
    ['a polar map with two scales', { Method: 15, NaturalOriginLatitude: 75, ScaleAtNaturalOrigin: 0.9 }],
    ['an oblique map without its azimuth', { Method: 3, CentreLatitude: 4, CentreLongitude: 100 }],
    ['an Albers map without parallels', { Method: 11 }],
  ])('leaves %s unknown, and says so', async (_, given) => {
    const crs = await readCrs(keys({ ...TRANSVERSE, ...given }))
    expect(crs).toMatchObject({ id: 'unknown', kind: 'projected', proj4: null })
    expect(() => toLonLat(crs)).toThrow(expect.objectContaining({ code: 'crs_unknown' }))
  })

  it('refuses parameters that make no map when they are used', async () => {
    const crs = await readCrs(
      keys({ ...OWN, Method: 8, GeodeticCrs: 4326, StandardParallel1: 30, StandardParallel2: -30 }),
    )
    const [x, y] = fromLonLat(crs)(10, 45)
    expect([x, y]).toEqual([NaN, NaN])
  })

  it('shifts a datum by the parameters that the file gives', async () => {
    const shift = [446.448, -125.157, 542.06, 0.15, 0.247, 0.842, -20.489]
    const airy = {
      GeodeticCrs: 32767,
      Datum: 32767,
      SemiMajorAxis: 6377563.396,
      InverseFlattening: 299.3249646,
    }
    const grid = {
      ...OWN,
      ...airy,
      Method: 1,
      NaturalOriginLatitude: 49,
      NaturalOriginLongitude: -2,
      ScaleAtNaturalOrigin: 0.9996012717,
      FalseEasting: 400000,
      FalseNorthing: -100000,
    }
    const shifted = await readCrs(keys({ ...grid, ToWgs84: shift }))
    expect(shifted.accuracyMetres).toBe(15)
    // PROJ 9.5.1, to the same parameters with +towgs84, at 1.5° W and 52.5° N.
    const [x, y] = fromLonLat(shifted)(-1.5, 52.5)
    expect(Math.hypot(x - 434039.4573, y - 289239.2811)).toBeLessThan(0.01)
    expect((await readCrs(keys(grid))).accuracyMetres).toBe(1000)
  })

  it('takes a named datum from the table, and does not guess one that it lacks', async () => {
    // 6230 is ED50, 6600 is Anguilla 1957, which nothing ties to WGS 84.
    const intl = { GeodeticCrs: 32767, SemiMajorAxis: 6378388, InverseFlattening: 297 }
    expect((await readCrs(keys({ ...TRANSVERSE, ...intl, Datum: 6230 }))).proj4).toContain(
      '+towgs84=-87,-98,-121',
    )
    expect((await readCrs(keys({ ...TRANSVERSE, ...intl, Datum: 6600 }))).proj4).toBeNull()
  })

  it('never takes an unknown file for longitude and latitude', async () => {
    expect(await readCrs(keys({}))).toMatchObject({ id: 'unknown', kind: 'unknown' })
    expect(await readCrs(keys({ ModelType: 3, GeodeticCrs: 4978 }))).toMatchObject({ kind: 'unknown' })
    expect(await readCrs(keys({ ModelType: 2, GeodeticCrs: 4807, AngularUnit: 9105 }))).toMatchObject({
      id: 'EPSG:4807',
      kind: 'unknown',
      proj4: null,
    })
  })
})

describe('degreesPerUnit', () => {
  it('is the unit of coordinates in user-defined geographic systems alone', () => {
    const own = { ModelType: 2, GeodeticCrs: 32767, Ellipsoid: 7030, AngularUnit: 9105 }
    expect(degreesPerUnit(keys(own))).toBe(0.9)
    expect(degreesPerUnit(keys({ ...own, GeodeticCrs: 4326 }))).toBe(1)
    expect(degreesPerUnit(keys({ ...TRANSVERSE, AngularUnit: 9105 }))).toBe(1)
  })
})

describe('readCrs of the texts of ESRI', () => {
  const text = (inner: string, unit = 'UNIT["Meter",1.0]') =>
    `ESRI PE String = PROJCS["x",GEOGCS["x",DATUM["D_x",SPHEROID["x",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],` +
    `UNIT["Degree",0.0174532925199433]],${inner},${unit}]`
  const given = (citation: string) =>
    keys({ ModelType: 32767, GeodeticCrs: 32767, Datum: 6326, ProjectedCitation: citation })
  const mollweide =
    'PROJECTION["Mollweide"],PARAMETER["False_Easting",1000.0],PARAMETER["Central_Meridian",10.0]'

  it('takes the numbers of a projection that it knows', async () => {
    const crs = await readCrs(given(text(mollweide)))
    expect(crs.proj4).toBe('+proj=moll +lon_0=10 +x_0=1000 +y_0=0 +units=m +datum=WGS84 +no_defs')
    const feet = await readCrs(given(text(mollweide, 'UNIT["Foot_US",0.3048006096012192]')))
    expect(feet.metresPerUnit).toBeCloseTo(1200 / 3937, 12)
  })

  it.each([
    ['another projection', text('PROJECTION["Robinson"]')],
    ['a name of the language itself', text('PROJECTION["constructor"]')],
    ['no projection', text('PARAMETER["Central_Meridian",10.0]')],
    ['a number that is none', text('PROJECTION["Mollweide"],PARAMETER["Central_Meridian",1e999]')],
    ['an own definition smuggled in', 'ESRI PE String = +proj=longlat +datum=WGS84'],
    ['another unit of angles', text(mollweide).replace('0.0174532925199433', '1.0')],
    ['a very long text', text(`${mollweide},PARAMETER["A",${'1'.repeat(5000)}]`)],
  ])('leaves %s unknown', async (_, citation) => {
    expect((await readCrs(given(citation))).proj4).toBeNull()
  })
})
