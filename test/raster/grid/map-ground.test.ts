import { describe, expect, it } from 'vitest'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { groundDistance } from '../../../src/raster/grid/map-ground.ts'

describe('groundDistance', () => {
  // pyproj 3.7.2: Geod(ellps='WGS84').inv of the places that Proj(…, inverse=True) gives; the second way passes the pole.
  it.each([
    [3857, [1e6, 8.4e6], [1.03e6, 8.36e6], 25102.925921375183],
    [3413, [-5e5, 1e5], [3e5, -2e5], 880534.9956837181],
  ] as const)('is that of the geodesic on EPSG:%i', (code, first, second, expected) => {
    const found = groundDistance(crsFromEpsg(code), first, second)
    expect(Math.abs(found / expected - 1)).toBeLessThan(5e-5)
  })
})
