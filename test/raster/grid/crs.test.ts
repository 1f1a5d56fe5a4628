import { describe, expect, it } from 'vitest'
import { crsFromDefinition, crsFromEpsg, epsgCode } from '../../../src/raster/grid/crs.ts'
import { fromLonLat, toLonLat } from '../../../src/raster/grid/lon-lat.ts'

/** EPSG code, longitude, latitude, x, y: rasterio.warp.transform('EPSG:4326', f'EPSG:{code}', [lon], [lat]), PROJ 9. */
const PLACES: readonly (readonly [code: number, lon: number, lat: number, x: number, y: number])[] = [
  [32633, 14, 47, 423974.688, 5205649.348],
  [32721, -57, -20, 500000.0, 7788518.692],
  [3857, 14, 47, 1558472.871, 5942074.072],
  [3395, 14, 47, 1558472.871, 5910809.62],
  [3031, 50, -75, 1255380.793, 1053389.561],
  [3413, -30, 75, 422879.131, -1578206.404],
  [3995, 30, 75, 819391.619, -1419227.916],
  [3976, 40, -70, 1406372.784, 1676049.818],
  [32661, 10, 86, 2077146.403, 1562481.006],
  [32761, 10, -86, 2077146.403, 2437518.994],
  [3035, 14, 47, 4625315.983, 2662263.059],
  [6931, 20, 70, 759856.195, -2087687.739],
  [6932, 20, -70, 759856.195, 2087687.739],
  [6933, 14, 47, 1350807.924, 5358567.044],
  [5070, -95, 35, 90515.498, 1327277.032],
  [3338, -150, 62, 208758.073, 1342262.647],
  [3577, 135, -25, 299362.221, -2706085.98],
  [3005, -123, 52, 1205587.216, 780863.618],
  // From EPSG:4617: between WGS 84 and NAD83(CSRS) PROJ moves the point by 1.2 m, which we do not.
  [3979, -100, 55, -313590.934, 673133.942],
  [2154, 2, 46, 622609.12, 6544963.911],
  [3006, 17, 60, 611544.042, 6653097.435],
  [3067, 26, 64, 451089.359, 7097397.805],
  [2193, 174, -41, 1684102.134, 5460761.411],
  [25832, 14, 47, 880094.348, 5217308.379],
  [26913, -104, 40, 585360.462, 4428236.065],
  [31983, -45, -20, 500000.0, 7788518.692],
  [28355, 147, -36, 500000.0, 6016051.547],
  [7855, 147, -36, 500000.0, 6016051.547],
]

describe('crsFromEpsg', () => {
  it.each(PLACES)('places EPSG:%i as PROJ does, there and back', (code, lon, lat, x, y) => {
    const crs = crsFromEpsg(code)
    const [ownX, ownY] = fromLonLat(crs)(lon, lat)
    expect(Math.hypot(ownX - x, ownY - y)).toBeLessThan(0.01)
    const [ownLon, ownLat] = toLonLat(crs)(x, y)
    expect(ownLon).toBeCloseTo(lon, 6)
    expect(ownLat).toBeCloseTo(lat, 6)
  })

  it('keeps longitude and latitude as they are', () => {
    expect(toLonLat(crsFromEpsg(4326))(14, 47)).toEqual([14, 47])
    expect(crsFromEpsg(4326)).toMatchObject({ kind: 'geographic', metresPerUnit: NaN })
  })

  it('keeps the id of a code that it does not know, and refuses to place it', () => {
    const crs = crsFromEpsg(29999)
    expect(crs).toMatchObject({ id: 'EPSG:29999', kind: 'unknown', proj4: null })
    expect(() => toLonLat(crs)).toThrow(expect.objectContaining({ code: 'crs_unknown' }))
  })
})

describe('crsFromDefinition', () => {
  it('names equal definitions alike and others apart', () => {
    const of = (definition: string) => crsFromDefinition({ definition, name: '' }).id
    expect(of('+proj=sinu +lon_0=0')).toBe(of('+proj=sinu +lon_0=0'))
    expect(of('+proj=sinu +lon_0=0')).not.toBe(of('+proj=sinu +lon_0=1'))
  })
})

describe('epsgCode', () => {
  it('reads the code of an id', () => {
    expect(epsgCode(crsFromEpsg(32633))).toBe(32633)
    expect(epsgCode(crsFromDefinition({ definition: '+proj=sinu', name: '' }))).toBeNull()
  })
})
