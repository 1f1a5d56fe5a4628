import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Grid } from '../../../src/raster/grid/grid.ts'
import { mosaicOf, type MosaicRule } from '../../../src/raster/grid/mosaic.ts'
import { unionGrid } from '../../../src/raster/grid/union-grid.ts'
import { INT_NODATA, wholeWindow, type RasterSource, type Window } from '../../../src/raster/source.ts'
import { pixels } from '../kernels/rasters.ts'

const UTM = crsFromEpsg(32633)
const LONLAT = crsFromEpsg(4326)
const gridOf = (width: number, height: number, transform: Affine, crs = UTM): Grid => ({
  width,
  height,
  crs,
  transform,
})

/** 1 2 ? / 4 5 6 from x 0, and 10 20 / 30 ? from x 20 and a row further down: they share the pixel of 6 and 10. */
const LEFT = memorySource(gridOf(3, 2, [10, 0, 0, 0, -10, 40]), Float32Array.of(1, 2, NaN, 4, 5, 6))
const RIGHT = memorySource(gridOf(2, 2, [10, 0, 20, 0, -10, 30]), Float32Array.of(10, 20, 30, NaN))

function counted(source: RasterSource): { readonly source: RasterSource; readonly reads: Window[] } {
  const reads: Window[] = []
  return {
    source: {
      ...source,
      read(window, options) {
        reads.push(window)
        return source.read(window, options)
      },
    },
    reads,
  }
}

describe('unionGrid', () => {
  it('holds all grids on the pixels of the first', () => {
    expect(unionGrid([LEFT.grid, RIGHT.grid])).toEqual(gridOf(4, 3, [10, 0, 0, 0, -10, 40]))
    // From x 20 and y 30 the first is the other way.
    expect(unionGrid([RIGHT.grid, LEFT.grid])).toEqual(gridOf(4, 3, [10, 0, 0, 0, -10, 40]))
  })

  it('takes grids on both sides of the antimeridian for neighbours', () => {
    const west = gridOf(10, 5, [1, 0, 170, 0, -1, 5], LONLAT)
    const east = gridOf(10, 5, [1, 0, -180, 0, -1, 5], LONLAT)
    expect(unionGrid([west, east])).toEqual(gridOf(20, 5, [1, 0, 170, 0, -1, 5], LONLAT))
    expect(unionGrid([east, west])).toEqual(gridOf(20, 5, [1, 0, -190, 0, -1, 5], LONLAT))
  })
})

describe('mosaicOf', () => {
  it.each<[MosaicRule, number]>([
    ['first', 6],
    ['last', 10],
    ['mean', 8],
    ['min', 6],
    ['max', 10],
  ])('lays sources by the rule %s', async (rule, shared) => {
    expect(await pixels(mosaicOf([LEFT, RIGHT], { rule }))).toEqual(
      [
        [1, 2, NaN, NaN],
        [4, 5, shared, 20],
        [NaN, NaN, 30, NaN],
      ].flat(),
    )
  })

  it('reads only the sources that a window touches', async () => {
    const [left, right] = [counted(LEFT), counted(RIGHT)]
    const mosaic = mosaicOf([left.source, right.source], { rule: 'mean' })
    expect([...(await mosaic.read({ col: 0, row: 0, width: 2, height: 2 }))]).toEqual([1, 2, 4, 5])
    expect([left.reads.length, right.reads.length]).toEqual([1, 0])
    await mosaic.read({ col: 3, row: 1, width: 1, height: 2 })
    expect([left.reads.length, right.reads.length]).toEqual([1, 1])
  })

  it('reads any window, also beyond its grid, as it reads the whole', async () => {
    const values = await mosaicOf([LEFT, RIGHT], { rule: 'last' }).read({
      col: 2,
      row: 1,
      width: 3,
      height: 3,
    })
    expect([...values]).toEqual([10, 20, NaN, 30, NaN, NaN, NaN, NaN, NaN])
  })

  it('lays tiles on both sides of the antimeridian side by side', async () => {
    const west = memorySource(gridOf(2, 1, [1, 0, 178, 0, -1, 1], LONLAT), Float32Array.of(1, 2))
    const east = memorySource(gridOf(2, 1, [1, 0, -180, 0, -1, 1], LONLAT), Float32Array.of(3, 4))
    expect(await pixels(mosaicOf([west, east], { rule: 'first' }))).toEqual([1, 2, 3, 4])
    expect(await pixels(mosaicOf([east, west], { rule: 'first' }))).toEqual([1, 2, 3, 4])
  })

  it('keeps the codes of classes', async () => {
    const codes = (source: RasterSource): RasterSource => ({
      ...source,
      readInts: async (window) =>
        Int32Array.from(await source.read(window), (value) => (Number.isNaN(value) ? INT_NODATA : value)),
    })
    const sources = [codes(LEFT), codes(RIGHT)]
    const mosaic = mosaicOf(sources, { rule: 'first' })
    expect([...(await mosaic.readInts!(wholeWindow(mosaic.grid)))]).toEqual(
      [
        [1, 2, INT_NODATA, INT_NODATA],
        [4, 5, 6, 20],
        [INT_NODATA, INT_NODATA, 30, INT_NODATA],
      ].flat(),
    )
    await expect(
      mosaicOf(sources, { rule: 'mean' }).readInts!(wholeWindow(mosaic.grid)),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    expect(mosaicOf([LEFT, codes(RIGHT)], { rule: 'first' })).not.toHaveProperty('readInts')
  })

  it('brings unlike grids on to one by the method that is named', async () => {
    const coarse = memorySource(gridOf(1, 1, [20, 0, 0, 0, -20, 40]), Float32Array.of(7))
    const mosaic = mosaicOf([LEFT, coarse], { rule: 'last', resampling: 'nearest' })
    expect(await pixels(mosaic)).toEqual([7, 7, NaN, 7, 7, 6])
  })

  it('brings other systems on to its own', async () => {
    const flat = (grid: Grid, value: number) =>
      memorySource(grid, new Float32Array(grid.width * grid.height).fill(value))
    const first = flat(gridOf(50, 50, [100, 0, 500000, 0, -100, 5200000]), 1)
    // About 15.066° to 15.13° east, 46.95° north: over the first grid's right edge at 505,000 m.
    const second = flat(gridOf(100, 40, [0.001, 0, 15.05, 0, -0.001, 46.95], LONLAT), 2)
    const mosaic = mosaicOf([first, second], { rule: 'first', resampling: 'bilinear' })
    const values = await pixels(mosaic)
    expect(mosaic.grid.crs.id).toBe('EPSG:32633')
    expect(mosaic.grid.width).toBeGreaterThan(100)
    expect(values[0]).toBe(1)
    expect(values[20 * mosaic.grid.width + 100]).toBe(2)
    expect(new Set(values.filter((value) => !Number.isNaN(value)))).toEqual(new Set([1, 2]))
  })

  it('names what differs where no method is named', () => {
    const others: readonly (readonly [Grid, string])[] = [
      [gridOf(2, 2, [20, 0, 0, 0, -20, 40]), 'the pixels differ in size'],
      [gridOf(2, 2, [10, 0, 5, 0, -10, 40]), 'offset by 0.50 of a column and 0.00 of a row'],
      [gridOf(2, 2, [10, 1, 0, 1, -10, 40]), 'the rows run in other directions'],
      [gridOf(2, 2, [0.1, 0, 10, 0, -0.1, 1], LONLAT), 'the coordinate reference systems differ'],
    ]
    for (const [grid, words] of others) {
      const other = memorySource(grid, new Float32Array(4))
      expect(() => mosaicOf([LEFT, other], { rule: 'first' })).toThrow(
        expect.objectContaining({ code: 'grid_mismatch', message: expect.stringContaining(words) as string }),
      )
    }
  })

  it('refuses nothing at all, and systems that are not known', () => {
    expect(() => mosaicOf([], { rule: 'first' })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    const lost = memorySource(gridOf(2, 2, [10, 0, 0, 0, -10, 40], UNKNOWN_CRS), new Float32Array(4))
    expect(() => mosaicOf([LEFT, lost], { rule: 'first' })).toThrow(
      expect.objectContaining({ code: 'crs_unknown' }),
    )
  })
})
