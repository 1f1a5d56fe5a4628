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
