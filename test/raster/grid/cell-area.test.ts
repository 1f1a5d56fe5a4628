import { describe, expect, it } from 'vitest'
import { cellArea } from '../../../src/raster/grid/cell-area.ts'
import { crsFromDefinition, crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Crs } from '../../../src/raster/grid/grid.ts'

const area = (crs: Crs, transform: Affine) => cellArea({ width: 10, height: 10, crs, transform })

describe('cellArea', () => {
  it('is the area of the pixel on a projected grid, rotated or not', () => {
    expect(area(crsFromEpsg(32621), [30, 0, 0, 0, -30, 0])(5)).toBe(900)
    expect(area(crsFromEpsg(32621), [3, -8, 0, 4, 6, 0])(0)).toBe(50)
  })

  it('counts feet as feet', () => {
    const crs = crsFromDefinition({ definition: '+proj=tmerc +lon_0=0 +to_meter=0.3048', name: 'feet' })
    expect(area(crs, [10, 0, 0, 0, -10, 0])(0)).toBeCloseTo(100 * 0.3048 ** 2, 9)
  })

  // scipy.integrate.quad of M(φ)·N(φ)·cos φ over 0.5° of latitude, times 0.5° of longitude in radians.
  it.each([
    [0, 3077230007.869],
    [45.25, 2171644980.884],
    [-60, 1565847440.94],
    [89.5, 13608615.243],
  ])('is the cell on the ellipsoid at %f°', (latitude, expected) => {
    const southUp = area(crsFromEpsg(4326), [0.5, 0, 10, 0, 0.5, latitude])(0)
    const northUp = area(crsFromEpsg(4326), [0.5, 0, 10, 0, -0.5, latitude + 1])(1)
    expect(southUp / expected).toBeCloseTo(1, 9)
    expect(northUp).toBeCloseTo(southUp, 3)
  })

  it('adds up to the whole ellipsoid', () => {
    const of = area(crsFromEpsg(4326), [1, 0, -180, 0, -1, 90])
    const total = Array.from({ length: 180 }, (_, row) => of(row) * 360).reduce((sum, value) => sum + value)
    // Surface of WGS 84: 510,065,621.72 km².
    expect(total / 510065621.72e6).toBeCloseTo(1, 9)
  })

  // scipy.integrate.quad of M(φ)·N(φ)·cos φ, as above: the MODIS sphere, the ellipsoids of ED50 and of Bessel.
  it.each([
    ['+R=6371007.181', 45.25, 2166563165.6267757],
    ['+ellps=intl', 45.25, 2171816777.142974],
    ['+ellps=bessel', -60, 1565468748.3707929],
  ])('uses the ellipsoid of the CRS: %s', (shape, latitude, expected) => {
    const crs = crsFromDefinition({ definition: `+proj=longlat ${shape} +no_defs`, name: '', accuracy: 100 })
    expect(area(crs, [0.5, 0, 10, 0, 0.5, latitude])(0) / expected).toBeCloseTo(1, 9)
  })

  // Areal scale of pyproj 3.7.2, Proj(…).get_factors(lon, lat), at these places of polar stereographic (EPSG:3031) and
  // of Lambert-93 (EPSG:2154) north of where it belongs.
  it.each([
    [3031, 0, 3101850.3030456346, 1.0674877978593513],
    [3031, 1158794.7407726075, 1158794.7407726077, 0.9793587183004249],
    [2154, 700000, 7548271.724561319, 1.0215694696867257],
  ])('takes off what EPSG:%i stretches areas by', (code, x, y, stretch) => {
    const size = 200
    const of = cellArea({
      width: 1,
      height: 1,
      crs: crsFromEpsg(code),
      transform: [size, 0, x - size / 2, 0, -size, y + size / 2],
    })
    expect((of(0) * stretch) / size ** 2).toBeCloseTo(1, 6)
  })

  it('gives an equidistant map the areas of the same cells in degrees', () => {
    const metres = (6378137 * Math.PI) / 180
    const crs = crsFromDefinition({
      definition: '+proj=eqc +lat_ts=0 +lat_0=0 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m',
      name: '',
    })
    const onMap = area(crs, [0.01 * metres, 0, 0, 0, -0.01 * metres, 60 * metres])
    const inDegrees = area(crsFromEpsg(4326), [0.01, 0, 0, 0, -0.01, 60])
    for (const row of [0, 4, 9]) expect(onMap(row) / inDegrees(row)).toBeCloseTo(1, 6)
  })

  it('leaves equal-area maps and UTM as they are', () => {
    const sinusoidal = crsFromDefinition({
      definition: '+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m',
      name: '',
    })
    expect(area(sinusoidal, [500, 0, 1111950, 0, -500, 5559752])(3)).toBe(250000)
    expect(area(crsFromEpsg(6933), [1000, 0, 0, 0, -1000, 6000000])(3)).toBe(1e6)
    expect(area(crsFromEpsg(32633), [10, 0, 200000, 0, -10, 9000000])(3)).toBe(100)
  })

  it('refuses a map that stretches areas unlike along its rows', () => {
    expect(() => area(crsFromEpsg(3031), [300000, 0, -1500000, 0, -300000, 1500000])).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringContaining('EPSG:3031') as string,
      }),
    )
  })

  it('refuses Mercator maps, unknown systems and rotated degrees', () => {
    const grid: Affine = [10, 0, 0, 0, -10, 0]
    expect(() => area(crsFromEpsg(3857), grid)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    expect(() => area(crsFromEpsg(3395), grid)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    expect(() => area(UNKNOWN_CRS, grid)).toThrow(expect.objectContaining({ code: 'crs_unknown' }))
    expect(() => area(crsFromEpsg(4326), [1, 0.1, 0, 0, -1, 0])).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})
