import { describe, expect, it } from 'vitest'
import { toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { alignRastersTool } from '../../../src/tools/preprocess/align-rasters.ts'
import { clipToBoxTool } from '../../../src/tools/preprocess/clip-to-box.ts'
import { clipToPolygonsTool } from '../../../src/tools/preprocess/clip-to-polygons.ts'
import { mosaicTool } from '../../../src/tools/preprocess/mosaic.ts'
import { reprojectRasterTool } from '../../../src/tools/preprocess/reproject-raster.ts'
import { resampleRasterTool } from '../../../src/tools/preprocess/resample-raster.ts'
import type { FeatureCollection } from '../../../src/tools/tool.ts'
import { LONLAT, pixels, raster, UTM } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { expectClose, lastPixels, numbers, onPixels, ORACLE } from './oracle.ts'

const { grids } = ORACLE
const VALUES = numbers(grids.values)

function context() {
  const made = new MemoryContext()
  made.addRaster('a', onPixels(grids.values), { quantity: 'index', meaning: 'ndvi', date: '2020-05-01' })
  made.addRaster('c', onPixels(grids.classes), { quantity: 'class' })
  return made
}

/** A raster in whole degrees from 178° E, 2° N, whose pixels are numbered; the last two lie beyond 180°. */
const degrees = (left: number) =>
  raster(
    [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ],
    { transform: [1, 0, left, 0, -1, 2], crs: LONLAT },
  )

describe('clip_to_box', () => {
  it('keeps values and places of the pixels with their centre inside', async () => {
    const made = context()
    const lonLat = toLonLat(UTM)
    // A box a fifth of a pixel within the outer corners of columns 2–5 and rows 1–3, so that all their centres lie inside.
    const [west, south] = lonLat(500_022, 4_999_962)
    const [east, north] = lonLat(500_058, 4_999_988)
    const result = await runTool(clipToBoxTool, { layer: 'a', west, south, east, north }, made)
    expectClose(
      await lastPixels(made),
      VALUES.slice(1, 4).flatMap((row) => row.slice(2, 6)),
    )
    const [saved] = made.saved
    expect(saved!.grid).toMatchObject({ width: 4, height: 3, transform: [10, 0, 500_020, 0, -10, 4_999_990] })
    expect(saved).toMatchObject({ date: '2020-05-01', port: { quantity: 'index', meaning: 'ndvi' } })
    expect(number(result, 'valid')).toBe(
      (await lastPixels(made)).filter((value) => !Number.isNaN(value)).length,
    )
  })

  it('crosses the antimeridian, however the grid counts longitudes', async () => {
    for (const left of [178, -182]) {
      const made = new MemoryContext()
      made.addRaster('a', degrees(left), { quantity: 'elevation', unit: 'm' })
      await runTool(clipToBoxTool, { layer: 'a', west: 179, south: 0, east: -179, north: 1 }, made)
      expect(await lastPixels(made)).toEqual([6, 7])
      expect(made.saved[0]!.grid!.transform).toEqual([1, 0, left + 1, 0, -1, 1])
    }
  })

  it('cuts rows that run northwards alike', async () => {
    const made = new MemoryContext()
    const southUp = onPixels([...grids.values].reverse(), { transform: [10, 0, 500_000, 0, 10, 4_999_920] })
    made.addRaster('a', southUp, { quantity: 'index' })
    const lonLat = toLonLat(UTM)
    const [west, south] = lonLat(500_022, 4_999_962)
    const [east, north] = lonLat(500_058, 4_999_988)
    await runTool(clipToBoxTool, { layer: 'a', west, south, east, north }, made)
    const rows = VALUES.slice(1, 4).map((row) => row.slice(2, 6))
    expectClose(await lastPixels(made), rows.reverse().flat())
    expect(made.saved[0]!.grid!.transform).toEqual([10, 0, 500_020, 0, 10, 4_999_960])
  })

  it('takes the extent of another layer', async () => {
    const made = context()
    made.addRaster('b', raster([[1, 1]], { transform: [10, 0, 500_030, 0, -10, 4_999_980] }), {
      quantity: 'mask',
    })
    await runTool(clipToBoxTool, { layer: 'c', extent_of: 'b' }, made)
    expect(await lastPixels(made)).toEqual(numbers(grids.classes)[2]!.slice(3, 5))
  })

  it('refuses a box without area, without pixels, and half a box', async () => {
    const run = (args: Record<string, unknown>) => runTool(clipToBoxTool, { layer: 'a', ...args }, context())
    await expect(run({ west: 15, south: 46, east: 16, north: 45 })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    await expect(run({ west: 20, south: 45, east: 21, north: 46 })).rejects.toHaveProperty(
      'code',
      'grid_mismatch',
    )
    await expect(run({ west: 20 })).rejects.toHaveProperty('code', 'invalid_input')
  })

  it('refuses codes that a byte does not hold', async () => {
    const made = new MemoryContext()
    made.addRaster('a', raster([[1, 300]]), { quantity: 'class' })
    made.addRaster('b', raster([[1]]), { quantity: 'class' })
    await expect(runTool(clipToBoxTool, { layer: 'a', extent_of: 'b' }, made)).rejects.toThrow(
      'from 0 to 254',
    )
  })
})

const polygons = (...rings: (typeof grids.ring)[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: rings.map((ring) => ({
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {},
  })),
})

describe('clip_to_polygons', () => {
  it('keeps the pixels that GDAL rasterises, on a grid around them', async () => {
    const made = context()
    made.addVector('v', polygons(grids.ring))
    await runTool(clipToPolygonsTool, { layer: 'a', polygons: 'v' }, made)
    const grid = made.saved[0]!.grid!
    const [col, row] = [(grid.transform[2] - 500_000) / 10, (5_000_000 - grid.transform[5]) / 10]
    const wanted = numbers(grids.inside)
    expectClose(
      await lastPixels(made),
      wanted.slice(row, row + grid.height).flatMap((line) => line.slice(col, col + grid.width)),
    )
    const all = wanted.flat().filter((value) => !Number.isNaN(value))
    expect((await lastPixels(made)).filter((value) => !Number.isNaN(value)).length).toBe(all.length)
    expect(all.length).toBeGreaterThan(10)
  })

  it('leaves out the same pixels, on the whole grid, where the outside is kept', async () => {
    const made = context()
    made.addVector('v', polygons(grids.ring))
    await runTool(clipToPolygonsTool, { layer: 'a', polygons: 'v', keep: 'outside' }, made)
    const inside = numbers(grids.inside).flat()
    const outside = await lastPixels(made)
    const all = await pixels(await made.raster('a'))
    expect(outside).toEqual(all.map((value, at) => (Number.isNaN(inside[at]) ? value : NaN)))
  })

  it('counts an overlap once and refuses polygons elsewhere', async () => {
    const made = context()
    made.addVector('twice', polygons(grids.ring, grids.ring))
    made.addVector('far', polygons([[0, 0], [1, 0], [1, 1], [0, 0]])) // prettier-ignore
    await runTool(clipToPolygonsTool, { layer: 'a', polygons: 'twice' }, made)
    expect((await lastPixels(made)).some((value) => !Number.isNaN(value))).toBe(true)
    const far = runTool(clipToPolygonsTool, { layer: 'a', polygons: 'far' }, made)
    await expect(far).rejects.toHaveProperty('code', 'grid_mismatch')
  })
})

describe('resample_raster', () => {
  const resampled = async (args: Record<string, unknown>) => {
    const made = context()
    const result = await runTool(resampleRasterTool, { layer: 'a', ...args }, made)
    return { result, made, found: await lastPixels(made) }
  }

  it('averages on to coarser pixels as gdalwarp does', async () => {
    const { found, result } = await resampled({ factor: 2 })
    expectClose(found, numbers(grids.average2).flat())
    // UTM stretches the ground by 0.9996 on its central meridian; pixels are told by the map.
    expect(number(result, 'pixel_size')).toBe(20)
    expect(result.text).toContain('averaging')
  })

  it('takes the commonest class as gdalwarp does, where one is', async () => {
    const { found } = await resampled({ layer: 'c', factor: 2 })
    const classes = numbers(grids.classes)
    const wanted = numbers(grids.mode2).flat()
    for (const [at, value] of found.entries()) {
      const [row, col] = [2 * Math.floor(at / 5), 2 * (at % 5)]
      const four = [
        classes[row]![col]!,
        classes[row]![col + 1]!,
        classes[row + 1]![col]!,
        classes[row + 1]![col + 1]!,
      ]
      const times = (code: number) => four.filter((each) => each === code).length
      // Of equals the programs choose differently.
      expect(times(value)).toBe(times(wanted[at]!))
    }
  })

  it('interpolates finer pixels as gdalwarp does away from gaps, and warns', async () => {
    const { found, result } = await resampled({ factor: 2, direction: 'finer', method: 'bilinear' })
    const wanted = numbers(grids.bilinear2).flat()
    const isNearGap = (at: number) => {
      const [row, col] = [Math.floor(Math.floor(at / 20) / 2), Math.floor((at % 20) / 2)]
      return [-1, 0, 1].some((down) =>
        [-1, 0, 1].some((right) => !((VALUES[row + down]?.[col + right] ?? NaN) >= 0)),
      )
    }
    const places = [...wanted.keys()].filter((at) => !isNearGap(at))
    expect(places.length).toBeGreaterThan(50)
    expectClose(
      places.map((at) => found[at]!),
      places.map((at) => wanted[at]!),
    )
    expect(result.warnings!.join()).toContain('no more detail')
  })

  it('takes a size in metres', async () => {
    const { made } = await resampled({ pixel_metres: 25 })
    expect(made.saved[0]!.grid).toMatchObject({
      width: 4,
      height: 4,
      transform: [25, 0, 500_000, 0, -25, 5_000_000],
    })
  })

  it('refuses to mix codes, and no or two sizes', async () => {
    await expect(resampled({ layer: 'c', factor: 2, method: 'average' })).rejects.toThrow('codes')
    await expect(resampled({})).rejects.toHaveProperty('code', 'invalid_input')
    await expect(resampled({ factor: 2, pixel_metres: 3 })).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('reproject_raster', () => {
  it('gives the pixels that gdalwarp gives on its grid of square degrees', async () => {
    const made = context()
    const result = await runTool(reprojectRasterTool, { layer: 'a', epsg: 4326, method: 'nearest' }, made)
    const { width, height, transform, crs } = made.saved[0]!.grid!
    expect([height, width]).toEqual(grids.degrees.shape)
    expect(crs.id).toBe('EPSG:4326')
    for (const [at, value] of grids.degrees.transform.entries()) expect(transform[at]).toBeCloseTo(value, 12)
    expectClose(await lastPixels(made), numbers(grids.degrees.nearest).flat())
    expect(result.text).toContain('off by at most 0.125')
  })

  it('keeps the mean of an even raster and takes a size in metres', async () => {
    const made = new MemoryContext()
    made.addRaster('even', raster(Array.from({ length: 20 }, () => Array<number>(20).fill(7))), { quantity: 'elevation', unit: 'm' }) // prettier-ignore
    const result = await runTool(reprojectRasterTool, { layer: 'even', epsg: 32632, pixel_metres: 20 }, made)
    expect(number(result, 'mean')).toBe(7)
    expect(made.saved[0]!.grid!.transform[0]).toBe(20)
    // Zone 32 sees the place 6° off its meridian, 1.0016 times as large and turned by 4.3°.
    expect(number(result, 'valid')).toBeGreaterThan(90)
    expect(number(result, 'valid')).toBeLessThan(125)
  })

  it('refuses a code without a system', async () => {
    const run = runTool(reprojectRasterTool, { layer: 'a', epsg: 1999 }, context())
    await expect(run).rejects.toHaveProperty('code', 'crs_unknown')
  })
})

describe('align_rasters', () => {
  it('brings each on to the grid of the target, as gdalwarp does', async () => {
    const made = context()
    const half = raster([[0, 0], [0, 0]], { transform: [20, 0, 500_000, 0, -20, 5_000_000] }) // prettier-ignore
    made.addRaster('t', half, { quantity: 'index' })
    const result = await runTool(alignRastersTool, { layers: ['a', 't'], target: 't' }, made)
    expectClose(
      await lastPixels(made),
      numbers(grids.average2)
        .slice(0, 2)
        .flatMap((row) => row.slice(0, 2)),
    )
    expect(number(result, 'aligned')).toBe(1)
    expect(result.text).toContain('t lies on that grid already')
  })

  it('refuses rasters that do not meet', async () => {
    const made = context()
    made.addRaster('t', raster([[1]], { transform: [10, 0, 900_000, 0, -10, 5_000_000] }), {
      quantity: 'index',
    })
    const run = runTool(alignRastersTool, { layers: ['a'], target: 't' }, made)
    await expect(run).rejects.toHaveProperty('code', 'grid_mismatch')
  })
})

describe('mosaic', () => {
  const tiles = () => {
    const made = new MemoryContext()
    made.addRaster('l', onPixels(grids.left), { quantity: 'index', meaning: 'ndvi', date: '2020-05-01' })
    made.addRaster('r', onPixels(grids.right, { transform: [10, 0, 500_040, 0, -10, 4_999_980] }), {
      quantity: 'index',
      meaning: 'ndvi',
      date: '2020-05-09',
    })
    return made
  }

  it.each(['first', 'last', 'min', 'max'] as const)('joins by %s as rasterio.merge does', async (rule) => {
    const made = tiles()
    const result = await runTool(mosaicTool, { layers: ['l', 'r'], rule }, made)
    expectClose(await lastPixels(made), numbers(grids.merged[rule]).flat())
    expect(number(result, 'tiles')).toBe(2)
    expect(made.saved[0]!.date).toBe('2020-05-09')
    expect(result.warnings!.join()).toContain('2 dates')
  })

  it('takes the mean halfway between the extremes of two', async () => {
    const made = tiles()
    await runTool(mosaicTool, { layers: ['l', 'r'], rule: 'mean' }, made)
    const [low, high] = [numbers(grids.merged.min).flat(), numbers(grids.merged.max).flat()]
    expectClose(
      await lastPixels(made),
      low.map((value, at) => (value + high[at]!) / 2),
    )
  })

  it('refuses unlike measurements and a mean of classes', async () => {
    const made = tiles()
    made.addRaster('k', raster([[280]]), { quantity: 'temperature', unit: 'K' })
    made.addRaster('c', raster([[1]]), { quantity: 'class' })
    made.addRaster('d', raster([[2]]), { quantity: 'class' })
    await expect(runTool(mosaicTool, { layers: ['l', 'k'] }, made)).rejects.toThrow('hold the same')
    await expect(runTool(mosaicTool, { layers: ['l', 'l'] }, made)).rejects.toThrow('twice')
    const mean = runTool(mosaicTool, { layers: ['c', 'd'], rule: 'mean' }, made)
    await expect(mean).rejects.toHaveProperty('code', 'invalid_input')
  })
})
