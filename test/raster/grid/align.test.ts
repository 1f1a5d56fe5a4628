import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { alignTo } from '../../../src/raster/grid/align.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Grid } from '../../../src/raster/grid/grid.ts'
import { fromLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { INT_NODATA, wholeWindow, type RasterSource, type Resampling } from '../../../src/raster/source.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

const UTM = crsFromEpsg(32633)
const grid = (width: number, height: number, transform: Affine, crs = UTM): Grid => ({
  width,
  height,
  crs,
  transform,
})

/** 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 NaN, pixels of 10 m. */
const SOURCE = memorySource(
  grid(4, 4, [10, 0, 0, 0, -10, 40]),
  Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, NaN),
)
const aligned = async (target: Grid, resampling: Resampling, source: RasterSource = SOURCE) => [
  ...(await alignTo(source, target, resampling).read(wholeWindow(target))),
]

describe('alignTo', () => {
  it('gives back a source that is on the grid already', () => {
    expect(alignTo(SOURCE, { ...SOURCE.grid }, 'bilinear')).toBe(SOURCE)
  })

  it('averages the valid pixels by the area of each', async () => {
    expect(await aligned(grid(2, 2, [20, 0, 0, 0, -20, 40]), 'average')).toEqual([
      (1 + 2 + 5 + 6) / 4,
      (3 + 4 + 7 + 8) / 4,
      (9 + 10 + 13 + 14) / 4,
      Math.fround((11 + 12 + 15) / 3),
    ])
    // 15 m pixels: the first covers pixel 1 whole, halves of 2 and 5, a quarter of 6.
    const [first] = await aligned(grid(2, 2, [15, 0, 0, 0, -15, 40]), 'average')
    expect(first).toBeCloseTo((1 + 0.5 * 2 + 0.5 * 5 + 0.25 * 6) / 2.25, 6)
  })

  it('takes the pixel under the centre', async () => {
    const shifted = grid(3, 2, [10, 0, 14, 0, -10, 36])
    // Centres at x 19, 29, 39 and y 31, 21.
    expect(await aligned(shifted, 'nearest')).toEqual([2, 3, 4, 6, 7, 8])
  })

  it('interpolates between centres and not into a gap', async () => {
    const between = grid(3, 3, [10, 0, 5, 0, -10, 35])
    // Centres on corners of four pixels each.
    expect((await aligned(between, 'bilinear')).slice(0, 8)).toEqual([
      3.5, 4.5, 5.5, 7.5, 8.5, 9.5, 11.5, 12.5,
    ])
    expect(await aligned(grid(1, 1, [10, 0, 32, 0, -10, 8]), 'bilinear')).toEqual([NaN])
  })

  it('leaves what the source does not cover without data', async () => {
    expect(await aligned(grid(2, 1, [10, 0, -10, 0, -10, 40]), 'nearest')).toEqual([NaN, 1])
    expect(await aligned(grid(2, 1, [10, 0, 900, 0, -10, 40]), 'average')).toEqual([NaN, NaN])
  })

  it('turns a south-up source over', async () => {
    const southUp = memorySource(grid(1, 3, [10, 0, 0, 0, 10, 0]), Float32Array.of(1, 2, 3))
    expect(await aligned(grid(1, 3, [10, 0, 0, 0, -10, 30]), 'nearest', southUp)).toEqual([3, 2, 1])
    expect(await aligned(grid(1, 3, [10, 0, 0, 0, -10, 30]), 'average', southUp)).toEqual([3, 2, 1])
  })

  it('keeps the class that covers most, and refuses to average classes', async () => {
    const classes: RasterSource = {
      ...SOURCE,
      readInts: async (window) =>
        Int32Array.from(await SOURCE.read(window), (value) =>
          Number.isNaN(value) ? INT_NODATA : value >= 10 ? 20000001 : value % 2,
        ),
    }
    const target = grid(2, 2, [20, 0, 0, 0, -20, 40])
    const modes = await alignTo(classes, target, 'mode').readInts!(wholeWindow(target))
    // Of two and two the smaller; 9 is odd, beside three of the high class.
    expect([...modes]).toEqual([0, 0, 20000001, 20000001])
    await expect(alignTo(classes, target, 'average').readInts!(wholeWindow(target))).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('reads any window as it reads the whole', async () => {
    const target = grid(50, 40, [0.7, 0.05, 3, 0.04, -0.8, 37])
    for (const resampling of ['nearest', 'bilinear', 'average', 'mode'] as const) {
      const source = alignTo(SOURCE, target, resampling)
      const whole = await source.read(wholeWindow(target))
      const part = await source.read({ col: 21, row: 13, width: 5, height: 3 })
      const cut = [13, 14, 15].flatMap((row) => [...whole.subarray(row * 50 + 21, row * 50 + 26)])
      expect([...part]).toEqual(cut)
    }
  })

  it('brings a plane from one system to another without bending it', async () => {
    // The value is the easting itself, on a UTM grid around 15° E, read back on a grid in degrees.
    const plane = memorySource(
      grid(200, 200, [100, 0, 490000, 0, -100, 5210000]),
      Float32Array.from({ length: 40000 }, (_, index) => 490000 + 100 * ((index % 200) + 0.5) - 500000),
    )
    const degrees = grid(60, 60, [0.002, 0, 14.95, 0, -0.0015, 47.02], crsFromEpsg(4326))
    const values = await aligned(degrees, 'bilinear', plane)
    const place = fromLonLat(UTM)
    for (let index = 0; index < values.length; index += 7) {
      const [col, row] = [index % 60, Math.floor(index / 60)]
      const [x] = place(14.95 + 0.002 * (col + 0.5), 47.02 - 0.0015 * (row + 0.5))
      expect(Math.abs(values[index]! - (x - 500000))).toBeLessThan(1)
    }
  })

  it('refuses systems that are not known', () => {
    const unknown = grid(4, 4, [5, 0, 0, 0, -5, 40], UNKNOWN_CRS)
    expect(() => alignTo(SOURCE, unknown, 'nearest')).toThrow(
      expect.objectContaining({ code: 'crs_unknown' }),
    )
  })
})

describe.skipIf(!hasShared)('alignTo on the Corumbá scene', () => {
  /**
   * Oracle: rasterio.warp.transform of every pixel centre of the target to EPSG:32621 (PROJ 9, no approximation), then
   * the source's pixel under it, or scipy.ndimage.map_coordinates(order=1): 90,000 pixels, means 12654.3121 and 12653.5351.
   */
  it.each([
    ['nearest', 12654.312133, [13312, 12216, 12896]],
    ['bilinear', 12653.53513, [13338.725864, 12222.21979, 12814.278]],
  ] as const)('agrees with PROJ for %s', async (resampling, mean, picks) => {
    const path = sharedPath(
      'data',
      'scenes',
      'corumba_fire_2019',
      'LC08_L1TP_227074_20190809_20200827_02_T1_B5.TIF',
    )
    const file = await openRaster(await fileBytes(path), 'b5.tif')
    const target = grid(300, 300, [0.0005, 0, -57.56, 0, -0.0005, -19.79], crsFromEpsg(4326))
    const source = file.source(0, { scale: 1, offset: 0, nodata: 0 })
    const values = await alignTo(source, target, resampling, { maxError: 0 }).read(wholeWindow(target))
    expect(values.filter((value) => !Number.isNaN(value))).toHaveLength(90000)
    expect(values.reduce((sum, value) => sum + value, 0) / 90000 / mean).toBeCloseTo(1, 6)
    const own = [45150, 10000, 80000].map((index) => values[index]!)
    own.forEach((value, index) => expect(value / picks[index]!).toBeCloseTo(1, 3))
  })
})
