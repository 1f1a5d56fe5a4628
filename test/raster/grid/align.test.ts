import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { apply } from '../../../src/raster/grid/affine.ts'
import { alignTo } from '../../../src/raster/grid/align.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Crs, type Grid } from '../../../src/raster/grid/grid.ts'
import { convert, fromLonLat } from '../../../src/raster/grid/lon-lat.ts'
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
    for (const resampling of ['nearest', 'bilinear', 'cubic', 'average', 'mode'] as const) {
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

  it('interpolates by the cubic kernel with a = -0.5', async () => {
    // Half way between pixels the weights are -1/16, 9/16, 9/16, -1/16.
    const row = [0, 16, 64, 16].flatMap((value) => Array<number>(4).fill(value))
    const columns = memorySource(
      SOURCE.grid,
      Float32Array.from(row, (_, index) => row[4 * (index % 4)]!),
    )
    const [value] = await aligned(grid(1, 1, [10, 0, 15, 0, -10, 30]), 'cubic', columns)
    expect(value).toBe((0 * -1 + 16 * 9 + 64 * 9 + 16 * -1) / 16)
    // Beside a gap it is bilinear: 11 12 / 15 ? around, weights renormalised.
    expect(await aligned(grid(1, 1, [10, 0, 22, 0, -10, 18]), 'cubic')).toEqual(
      await aligned(grid(1, 1, [10, 0, 22, 0, -10, 18]), 'bilinear'),
    )
  })

  it('takes extremes and medians of what a pixel covers', async () => {
    const target = grid(2, 2, [20, 0, 0, 0, -20, 40])
    expect(await aligned(target, 'min')).toEqual([1, 3, 9, 11])
    expect(await aligned(target, 'max')).toEqual([6, 8, 14, 15])
    // The smallest value that half of the valid area does not exceed: of 11 12 15 the second.
    expect(await aligned(target, 'median')).toEqual([2, 4, 10, 12])
  })

  it('averages a plane to its value in the middle, also on a rotated grid and in another system', async () => {
    const plane = memorySource(
      grid(300, 300, [10, 0, 500000, 0, -10, 5200000]),
      Float32Array.from({ length: 90000 }, (_, index) => (index % 300) + 2 * Math.floor(index / 300) + 1.5),
    )
    const rotated = grid(20, 20, [60, 20, 501000, 20, -60, 5198800])
    const degrees = grid(10, 10, [0.002, 0, 15.005, 0, -0.0015, 46.945], crsFromEpsg(4326))
    for (const target of [rotated, degrees]) {
      const values = await aligned(target, 'average', plane)
      const place = convert(target.crs, UTM)
      for (const [index, value] of values.entries()) {
        const [col, row] = [index % target.width, Math.floor(index / target.width)]
        const [x, y] = place(...apply(target.transform, col + 0.5, row + 0.5))
        expect(value).toBeCloseTo((x - 500000) / 10 + (2 * (5200000 - y)) / 10, 0)
      }
    }
  })

  it(
    'reads a bounded part of the source at once, however much one pixel covers',
    { timeout: 30_000 },
    async () => {
      const side = 2400
      let most = 0
      const large = (crs: Crs, transform: Affine): RasterSource => ({
        grid: grid(side, side, transform, crs),
        blockSize: { width: 256, height: 256 },
        read: ({ row, width, height }) => {
          most = Math.max(most, width * height)
          const values = new Float32Array(width * height)
          for (let at = 0; at < values.length; at++) {
            values[at] = row + Math.floor(at / width) < side / 2 ? 1 : 4
          }
          return Promise.resolve(values)
        },
      })
      const straight = large(UTM, [10, 0, 500000, 0, -10, 5200000])
      const whole = grid(1, 1, [10 * side, 0, 500000, 0, -10 * side, 5200000])
      expect(await aligned(whole, 'average', straight)).toEqual([2.5])
      const askew = grid(1, 1, [10 * side, 1, 500000, 1, -10 * side, 5200000])
      expect((await aligned(askew, 'average', straight))[0]).toBeCloseTo(2.5, 3)
      expect(most).toBeLessThanOrEqual(1 << 22)
    },
  )

  it('counts longitudes modulo 360°', async () => {
    const globe = memorySource(
      grid(36, 1, [10, 0, -180, 0, -10, 10], crsFromEpsg(4326)),
      Float32Array.from({ length: 36 }, (_, index) => index),
    )
    const turned = grid(36, 1, [10, 0, 0, 0, -10, 10], crsFromEpsg(4326))
    const wanted = Array.from({ length: 36 }, (_, index) => (index + 18) % 36)
    for (const resampling of ['nearest', 'average', 'bilinear'] as const) {
      expect(await aligned(turned, resampling, globe)).toEqual(wanted)
    }
    const halves = grid(36, 1, [5, 0, 90, 0, -10, 10], crsFromEpsg(4326))
    const doubled = Array.from({ length: 36 }, (_, index) => (27 + Math.floor(index / 2)) % 36)
    expect(await aligned(halves, 'nearest', globe)).toEqual(doubled)
    expect(await aligned(halves, 'average', globe)).toEqual(doubled)
  })

  it('has no data beyond the grid it is on', async () => {
    const inner = grid(2, 2, [10, 0, 10, 0, -10, 30])
    const around = { col: -1, row: 0, width: 4, height: 1 }
    expect([...(await alignTo(SOURCE, inner, 'nearest').read(around))]).toEqual([NaN, 6, 7, NaN])
    const finer = grid(2, 2, [5, 0, 10, 0, -5, 30])
    expect([...(await alignTo(SOURCE, finer, 'nearest').read(around))]).toEqual([NaN, 6, 6, NaN])
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
