import { describe, expect, it } from 'vitest'
import type { Affine, Crs } from '../../../src/raster/grid/grid.ts'
import { aspectTool } from '../../../src/tools/terrain/aspect.ts'
import { hillshadeTool } from '../../../src/tools/terrain/hillshade.ts'
import { slopeTool } from '../../../src/tools/terrain/slope.ts'
import { hasShared } from '../../helpers/shared.ts'
import { LONLAT, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { gdaldem, hasGdaldem, olinda, onHeights, oracle, surface, valid } from './surfaces.ts'

/** Grids that see one plane in different ways. */
const GRIDS: readonly (readonly [string, Affine])[] = [
  ['north-up', [30, 0, 500_000, 0, -30, 5_000_000]],
  ['south-up', [30, 0, 500_000, 0, 30, 5_000_000]],
  ['east to west', [-30, 0, 500_000, 0, -30, 5_000_000]],
  ['of oblong pixels', [20, 0, 500_000, 0, -50, 5_000_000]],
  // 20 m pixels turned by atan(3/4).
  ['rotated', [16, 12, 500_000, 12, -16, 5_000_000]],
  ['sheared', [20, 5, 500_000, 3, -30, 5_000_000]],
]

const MERCATOR: Crs = {
  id: 'EPSG:3857',
  kind: 'projected',
  name: 'Web Mercator',
  proj4:
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  metresPerUnit: 1,
}

const degrees = (radians: number) => (radians * 180) / Math.PI

describe('slope', () => {
  // Rising 0.3 m a metre east and 0.4 m a metre north: 0.5 m a metre, atan 0.5 = 26.565°.
  const plane = (x: number, y: number) => 0.3 * (x - 500_000) + 0.4 * (y - 5_000_000)

  it.each(GRIDS)('measures a tilted plane exactly on a grid %s', async (_, transform) => {
    const { values, result, context } = await onHeights(slopeTool, surface(plane, { transform }))
    expect(valid(values)).toHaveLength(5 * 4)
    for (const value of valid(values)) expect(value).toBeCloseTo(degrees(Math.atan(0.5)), 4)
    expect(number(result, 'mean_slope')).toBeCloseTo(26.56505, 4)
    expect(number(result, 'std_slope')).toBeLessThan(1e-4)
    expect(number(result, 'pixels_left_out')).toBe(42 - 20)
    expect(context.saved[0]).toMatchObject({ unit: 'deg', port: { quantity: 'terrain', meaning: 'slope' } })
    const percent = await onHeights(slopeTool, surface(plane, { transform }), { unit: '%' })
    expect(number(percent.result, 'median_slope')).toBeCloseTo(50, 4)
  })

  it('measures heights in feet and on maps in feet', async () => {
    const transform: Affine = [100, 0, 0, 0, -100, 0]
    const rising = surface((x) => 0.5 * x, { transform })
    const feet = await onHeights(slopeTool, rising, { unit: '%', heights: 'feet' })
    expect(number(feet.result, 'mean_slope')).toBeCloseTo(50 * 0.3048, 5)
    const crs: Crs = { ...MERCATOR, id: 'EPSG:2263', proj4: null, metresPerUnit: 0.3048 }
    const map = await onHeights(
      slopeTool,
      surface((x) => 0.5 * x, { transform, crs }),
      { unit: '%' },
    )
    expect(number(map.result, 'mean_slope')).toBeCloseTo(50 / 0.3048, 4)
  })

  it('measures a geographic grid by the metres of a degree at each latitude (numpy)', async () => {
    const { transform, heights, slope } = oracle.geographic
    const { values } = await onHeights(slopeTool, raster(heights, { transform, crs: LONLAT }))
    const expected = slope.flat()
    for (const [index, value] of values.entries()) {
      if (expected[index] === null) expect(value).toBeNaN()
      else expect(value).toBeCloseTo(expected[index]!, 5)
    }
    // The same ground seen from the south.
    const [a, b, c, d, e, f] = transform
    const turned: Affine = [a, b, c, d, -e, f + e * heights.length]
    const seen = await onHeights(
      slopeTool,
      raster([...heights].reverse(), { transform: turned, crs: LONLAT }),
    )
    const width = heights[0]!.length
    expect(seen.values[2 * width + 4]).toBeCloseTo(slope[heights.length - 3]![4]!, 5)
  })

  it('measures Web Mercator by the metres on the ground', async () => {
    // At 60° N a map metre is half a metre on the sphere; the ellipsoid makes it 0.5014 eastwards, 0.5003 northwards.
    const y = 6378137 * Math.log(Math.tan(Math.PI / 4 + Math.PI / 6))
    const crs = MERCATOR
    const rising = surface((x) => 0.1 * x, { transform: [10, 0, 0, 0, -10, y + 30], crs })
    const { result } = await onHeights(slopeTool, rising, { unit: '%' })
    // cos φ / √(1 − e² sin² φ), worked out on WGS 84.
    const ground = 0.5 / Math.sqrt(1 - 0.00669437999014 * 0.75)
    expect(number(result, 'mean_slope')).toBeCloseTo(10 / ground, 3)
  })

  it('refuses grids without lengths and maps that skew the ground', async () => {
    const transform: Affine = [10, 0, 0, 0, -10, 0]
    const unknown: Crs = { id: 'unknown', kind: 'unknown', name: '', proj4: null, metresPerUnit: NaN }
    await expect(onHeights(slopeTool, surface(plane, { transform, crs: unknown }))).rejects.toHaveProperty(
      'code',
      'crs_unknown',
    )
    const sinusoidal: Crs = {
      ...MERCATOR,
      id: 'user:sinusoidal',
      proj4: '+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m +no_defs',
    }
    const far = surface(plane, { transform: [500, 0, 5_000_000, 0, -500, 5_000_000], crs: sinusoidal })
    await expect(onHeights(slopeTool, far)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('reproject') as string,
    })
  })

  it('refuses what holds no heights, and a raster too small for a window', async () => {
    const context = new MemoryContext()
    context.addRaster('ndvi', raster([[1]]), { quantity: 'index' })
    await expect(runTool(slopeTool, { elevation: 'ndvi' }, context)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    await expect(onHeights(slopeTool, raster([[1, 2]]))).rejects.toHaveProperty('code', 'nothing_valid')
  })

  it('leaves out what touches no data', async () => {
    const rows = Array.from({ length: 5 }, () => [1, 2, 3, 4, 5])
    rows[1]![1] = NaN
    const { values, result } = await onHeights(slopeTool, raster(rows))
    expect(valid(values)).toHaveLength(5)
    expect(result.warnings!.join()).toContain('20 pixels left out')
  })
})

describe('aspect', () => {
  const falling = (bearing: number) => (x: number, y: number) => {
    const turn = (bearing * Math.PI) / 180
    return -0.2 * (Math.sin(turn) * (x - 500_000) + Math.cos(turn) * (y - 5_000_000))
  }

  it.each(GRIDS)('is the bearing of the fall on map north on a grid %s', async (_, transform) => {
    for (const [bearing, sector] of [
      [0, 'N'],
      [40, 'NE'],
      [90, 'E'],
      [200, 'S'],
      [300, 'NW'],
    ] as const) {
      // prettier-ignore
      const { values, result } = await onHeights(aspectTool, surface(falling(bearing), { transform }))
      // Planes in float32 waver by a millionth; 359.9999 is 0, too.
      for (const value of valid(values))
        expect(Math.cos(((value - bearing) * Math.PI) / 180)).toBeCloseTo(1, 8)
      expect(Math.cos(((number(result, 'mean_aspect') - bearing) * Math.PI) / 180)).toBeCloseTo(1, 8)
      expect(result.labels).toEqual([{ name: 'leading_sector', value: sector }])
      expect(number(result, 'share', sector)).toBe(100)
      expect(number(result, 'agreement')).toBeCloseTo(1, 6)
    }
  })

  it('gives flat ground no aspect and counts it', async () => {
    const rows = Array.from({ length: 3 }, () => [5, 5, 5, 5, 5, 6])
    const { values, result } = await onHeights(aspectTool, raster(rows))
    expect(values.slice(6, 12)).toEqual([NaN, NaN, NaN, NaN, 270, NaN])
    expect(number(result, 'flat_share')).toBe(75)
    const flat = raster([[1, 1, 1], [1, 1, 1], [1, 1, 1]]) // prettier-ignore
    await expect(onHeights(aspectTool, flat)).rejects.toHaveProperty('code', 'nothing_valid')
  })

  it('follows degrees on a geographic grid (numpy)', async () => {
    const { transform, heights, aspect } = oracle.geographic
    const { values } = await onHeights(aspectTool, raster(heights, { transform, crs: LONLAT }))
    for (const [index, expected] of aspect.flat().entries()) {
      if (expected === null) expect(values[index]).toBeNaN()
      else expect(values[index]).toBeCloseTo(expected, 4)
    }
  })
})

describe('hillshade', () => {
  it('lights a plane by the angle between its normal and the sun', async () => {
    // A plane tilted by 45° towards the east, lit from the east at 45°, meets the light square on; from the west not at all.
    const transform: Affine = [10, 0, 0, 0, -10, 0]
    const plane = surface((x) => -x, { transform })
    const lit = await onHeights(hillshadeTool, plane, { azimuth: 90, altitude: 45 })
    expect(number(lit.result, 'mean_hillshade')).toBe(255)
    const dark = await onHeights(hillshadeTool, plane, { azimuth: 270, altitude: 30 })
    expect(number(dark.result, 'max_hillshade')).toBe(1)
    // Level ground under a sun at 30°: 1 + 254 · 0.5.
    const level = await onHeights(
      hillshadeTool,
      surface(() => 7, { transform }),
      { altitude: 30 },
    )
    expect(number(level.result, 'mean_hillshade')).toBe(128)
  })
})

describe.skipIf(!hasShared)('slope, aspect and hillshade of Olinda (needs the shared scenes)', () => {
  const CASES = [
    ['slope deg', slopeTool, {}, 'slope', ['slope'], 1e-4],
    ['slope %', slopeTool, { unit: '%' }, 'slope', ['slope', '-p'], 1e-4],
    ['aspect', aspectTool, {}, null, ['aspect'], 1e-3],
    ['hillshade', hillshadeTool, {}, 'hillshade', ['hillshade'], 1],
    [
      'hillshade low',
      hillshadeTool,
      { azimuth: 100, altitude: 20, z_factor: 3 },
      'hillshade',
      ['hillshade', '-az', '100', '-alt', '20', '-z', '3'],
      1,
    ],
  ] as const

  it.each(CASES)('%s has the figures of gdaldem', async (name, tool, args, figure, _, tolerance) => {
    const { values, result } = await onHeights(tool, await olinda(), args)
    const expected = oracle.olinda[name]!
    expect(valid(values)).toHaveLength(expected.valid)
    for (const [index, pixel] of expected.pixels.entries()) {
      const value = values[index * 331]!
      if (pixel === null) expect(value).toBeNaN()
      else expect(Math.abs(value - pixel)).toBeLessThanOrEqual(tolerance)
    }
    if (figure === null) return
    for (const which of ['mean', 'std', 'max', 'median'] as const) {
      const value = number(result, `${which}_${figure}`)
      // Light on the edge between two whole numbers may be rounded to either.
      const least = figure === 'hillshade' && which !== 'mean' && which !== 'std' ? 1 : 1e-4 * expected[which]
      expect(Math.abs(value - expected[which]), which).toBeLessThanOrEqual(least)
    }
  })

  it.skipIf(!hasGdaldem).each(CASES)(
    '%s is that of gdaldem pixel by pixel (needs gdaldem)',
    async (_, tool, args, __, [mode, ...options], tolerance) => {
      const { values } = await onHeights(tool, await olinda(), args)
      const expected = await gdaldem(mode, ...options)
      let different = 0
      for (const [index, pixel] of expected.entries()) {
        const value = values[index]!
        if (Number.isNaN(pixel)) expect(value, String(index)).toBeNaN()
        else if (!(Math.abs(value - pixel) <= tolerance)) different++
      }
      expect(different).toBe(0)
    },
  )
})
