import { describe, expect, it } from 'vitest'
import { cellArea as rowArea, isStretched } from '../../../src/raster/grid/cell-area.ts'
import { crsFromDefinition, crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Crs, type Grid } from '../../../src/raster/grid/grid.ts'
import { areaOfRun } from '../../../src/raster/grid/row-area.ts'

/** Area of the first pixel of each row. */
function cellArea(grid: Grid): (row: number) => number {
  const of = rowArea(grid)
  return (row) => areaOfRun(of(row), 0, 1)
}

const area = (crs: Crs, transform: Affine) => cellArea({ width: 10, height: 10, crs, transform })

const pixel = (grid: Grid, col: number, row: number) => areaOfRun(rowArea(grid)(row), col, col + 1)

function total(grid: Grid): number {
  const of = rowArea(grid)
  let sum = 0
  for (let row = 0; row < grid.height; row++) sum += areaOfRun(of(row), 0, grid.width)
  return sum
}

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

  it('says which areas are not those on the map', () => {
    const grid = { width: 10, height: 10, transform: [30, 0, 5e5, 0, -30, 5e6] as const }
    expect(
      [32633, 4326, 6933, 3857, 3413].map((code) => isStretched({ ...grid, crs: crsFromEpsg(code) })),
    ).toEqual([false, false, false, true, true])
  })

  it('refuses unknown systems', () => {
    const grid: Affine = [10, 0, 0, 0, -10, 0]
    expect(() => area(UNKNOWN_CRS, grid)).toThrow(expect.objectContaining({ code: 'crs_unknown' }))
  })
})

/** Grids of sea ice of NSIDC (25 km, north and south), on WGS 84 and on the ellipsoid of Hughes. */
const NORTH = { width: 304, height: 448, transform: [25000, 0, -3850000, 0, -25000, 5850000] } as const
const SOUTH = { width: 316, height: 332, transform: [25000, 0, -3950000, 0, -25000, 4350000] } as const
const HUGHES = '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +a=6378273 +b=6356889.449 +units=m'
/** The grid of the weather model HRRR. */
const HRRR = { width: 1799, height: 1059, transform: [3000, 0, -2699020, 0, -3000, 1588193] } as const
const LAMBERT = '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m'
/** A map of Europe on another datum. */
const EUROPE = { width: 500, height: 500, transform: [8000, 0, -2000000, 0, -8000, 2000000] } as const
const BESSEL =
  '+proj=lcc +lat_1=30 +lat_2=60 +lat_0=45 +lon_0=10 +ellps=bessel +towgs84=598,73,418,0,0,0,0 +units=m'
const defined = (definition: string) => crsFromDefinition({ definition, name: '', accuracy: 0 })

describe('cellArea where pixels of a row differ', () => {
  // pyproj 3.7.2: 1 / Proj(…).get_factors(lon, lat).areal_scale, by Gauss at 4 × 4 places of the pixel, times its area on
  // the map; for the map on Bessel's ellipsoid without +towgs84, which changes no area.
  it.each([
    ['NSIDC north, at the pole', crsFromEpsg(3413), NORTH, 153, 233, 664448297.9636003],
    ['NSIDC north, first pixel', crsFromEpsg(3413), NORTH, 0, 0, 382651011.98397255],
    ['NSIDC north, last pixel', crsFromEpsg(3413), NORTH, 303, 447, 407878616.05820566],
    ['NSIDC north, between', crsFromEpsg(3413), NORTH, 100, 50, 503784382.1407887],
    ['Hughes, at the pole', defined(HUGHES), NORTH, 153, 233, 664448299.3311795],
    ['Hughes, first pixel', defined(HUGHES), NORTH, 0, 0, 382658853.527668],
    ['NSIDC south, at the pole', crsFromEpsg(3976), SOUTH, 158, 174, 664448297.962856],
    ['NSIDC south, first pixel', crsFromEpsg(3976), SOUTH, 0, 0, 444045520.305682],
    ['HRRR, first pixel', defined(LAMBERT), HRRR, 0, 0, 8751699.440133603],
    ['HRRR, middle', defined(LAMBERT), HRRR, 899, 529, 8999999.812840728],
    ['HRRR, last pixel', defined(LAMBERT), HRRR, 1798, 1058, 8252754.148063795],
    ['on Bessel, first pixel', defined(BESSEL), EUROPE, 0, 0, 64544595.52361085],
    ['on Bessel, between', defined(BESSEL), EUROPE, 250, 100, 66238488.79678052],
    ['on Bessel, last pixel', defined(BESSEL), EUROPE, 499, 499, 60593020.1753093],
  ])('is that on the ground: %s', (_, crs, grid, col, row, expected) => {
    expect(Math.abs(pixel({ ...grid, crs }, col, row) / expected - 1)).toBeLessThan(1e-6)
  })

  it('is right within a metre of the pole', () => {
    const grid = { width: 500, height: 500, transform: [1, 0, -250, 0, -1, 250] as const }
    expect(pixel({ ...grid, crs: crsFromEpsg(3413) }, 250, 250) / 1.0631230260511533).toBeCloseTo(1, 7)
  })

  // pyproj, as above, summed over all pixels.
  it.each([
    [3413, NORTH, 75659632329489.5],
    [3976, SOUTH, 61054668518919.8],
  ])('adds up over EPSG:%i', (code, grid, expected) => {
    expect(total({ ...grid, crs: crsFromEpsg(code) }) / expected).toBeCloseTo(1, 8)
  })

  it('is the same for rows that follow a curve as for those that are computed', () => {
    const crs = crsFromEpsg(3031)
    const fine = { width: 900, height: 900, crs, transform: [1000, 0, 0, 0, -1000, 1000000] as const }
    const of = rowArea(fine)
    for (const row of [0, 1, 37, 99, 100, 451, 899]) {
      // One row alone makes no band.
      const alone = rowArea({ ...fine, height: 1, transform: [1000, 0, 0, 0, -1000, 1000000 - 1000 * row] })(
        0,
      )
      const found = of(row)
      for (const col of [0, 333, 899]) {
        expect(areaOfRun(found, col, col + 1) / areaOfRun(alone, col, col + 1)).toBeCloseTo(1, 5)
      }
    }
  })

  it.each(['sinu', 'moll'])('adds up to the globe, without what lies off it: %s', (map) => {
    const radius = 6371007.181
    const half = Math.PI * radius
    const [width, height] = [480, 240]
    const wide = map === 'sinu' ? half : 2 * Math.SQRT2 * radius
    const crs = defined(`+proj=${map} +lon_0=0 +x_0=0 +y_0=0 +R=${radius} +units=m`)
    const transform = [(2 * wide) / width, 0, -wide, 0, -wide / height, wide / 2] as const
    const grid = { width, height, crs, transform }
    expect(pixel(grid, 0, 0)).toBe(0)
    expect(Math.abs(total(grid) / (4 * Math.PI * radius ** 2) - 1)).toBeLessThan(1e-4)
  })

  it('leaves out the gap beyond the edges of a cone', () => {
    // South of the map's middle, past where its edges at ±180° meet the axis beyond the pole.
    const grid = { width: 3, height: 3, transform: [1000, 0, -1500, 0, -1000, 12000000] as const }
    expect(total({ ...grid, crs: defined(LAMBERT) })).toBe(0)
  })
})

describe('cellArea of Mercator maps', () => {
  // Closed form in numpy: q(sin φ) = (1 − e²)(sin φ/(1 − e² sin² φ) − ln((1 − e sin φ)/(1 + e sin φ))/2e), the area
  // a²/2 · Δq · Δλ of WGS 84 with sin φ = tanh(y/a).
  it.each([
    [0, 188143304.60636836],
    [64, 3999166373.0537753],
    [127, 24336849689.65485],
  ])('is closed for the world in 256 pixels, row %i', (row, expected) => {
    const half = Math.PI * 6378137
    const size = half / 128
    const grid = { width: 256, height: 256, transform: [size, 0, -half, 0, -size, half] as const }
    const found = pixel({ ...grid, crs: crsFromEpsg(3857) }, 9, row)
    expect(Math.abs(found / expected - 1)).toBeLessThan(1e-7)
  })

  it('is closed for pixels of 10 m', () => {
    const grid = { width: 4000, height: 4000, transform: [10, 0, 1000000, 0, -10, 8400000] as const }
    expect(pixel({ ...grid, crs: crsFromEpsg(3857) }, 3000, 1999) / 25.218150975892414).toBeCloseTo(1, 7)
  })

  it('counts what lies beyond the antimeridian', () => {
    const grid = { width: 10, height: 10, transform: [10000, 0, 20000000, 0, -10000, 0] as const }
    const of = rowArea({ ...grid, crs: crsFromEpsg(3857) })(0)
    expect(areaOfRun(of, 9, 10) / areaOfRun(of, 0, 1)).toBeCloseTo(1, 9)
  })

  // pyproj's areal scale, as above.
  it.each([
    [0, 210862.67750220606],
    [999, 277000.28341187554],
  ])('is right on World Mercator, row %i', (row, expected) => {
    const grid = { width: 1000, height: 1000, transform: [1000, 0, 0, 0, -1000, 9000000] as const }
    expect(pixel({ ...grid, crs: crsFromEpsg(3395) }, 500, row) / expected).toBeCloseTo(1, 6)
  })

  // M(φ)·N(φ)·cos φ of WGS 84 in numpy, by Gauss at 4 × 4 places of the pixel.
  it.each([
    [0, 0, 621714.7432616508],
    [400, 10, 585639.5574425188],
  ])('is right in degrees that are turned by 30°, at (%i, %i)', (col, row, expected) => {
    const [cosine, sine] = [0.01 * Math.cos(Math.PI / 6), 0.01 * Math.sin(Math.PI / 6)]
    const transform = [cosine, sine, 10, sine, -cosine, 60] as const
    const grid = { width: 500, height: 100, transform, crs: crsFromEpsg(4326) }
    expect(pixel(grid, col, row) / expected).toBeCloseTo(1, 6)
  })
})
