import { describe, expect, it } from 'vitest'
import { partsOf, pixelSeries } from '../../../../src/raster/kernels/pixel-series/pixel-series.ts'
import { walkBlocks } from '../../../../src/raster/blocks.ts'
import { wholeWindow } from '../../../../src/raster/source.ts'
import type { RasterSource } from '../../../../src/raster/source.ts'
import { gridOf, pixels, randomRaster, raster } from '../rasters.ts'

const sums = {
  outputs: 2,
  compute(series: Float64Array, out: Float64Array) {
    out[0] = series.reduce((sum, value) => sum + value, 0)
    out[1] = series[series.length - 1]!
  },
}

/** Sources that count how many pixels of them are read and held until the kernel has run. */
function watched(dates: number, width: number, height: number) {
  const seen = { reads: 0, pixels: 0, largest: 0, atOnce: 0, most: 0 }
  const grid = gridOf(width, height)
  const sources = Array.from({ length: dates }, (_, date): RasterSource => ({
    grid,
    blockSize: { width, height: 1 },
    async read(window) {
      seen.reads++
      seen.pixels += window.width * window.height
      seen.largest = Math.max(seen.largest, window.width * window.height)
      seen.most = Math.max(seen.most, ++seen.atOnce)
      await Promise.resolve()
      seen.atOnce--
      return new Float32Array(window.width * window.height).fill(date)
    },
  }))
  return { seen, sources }
}

describe('partsOf', () => {
  it('cuts a window into bands of rows, and rows into pieces where one is too long', () => {
    expect(partsOf({ col: 0, row: 4, width: 10, height: 5 }, 25)).toEqual([
      { col: 0, row: 4, width: 10, height: 2 },
      { col: 0, row: 6, width: 10, height: 2 },
      { col: 0, row: 8, width: 10, height: 1 },
    ])
    expect(partsOf({ col: 2, row: 0, width: 5, height: 1 }, 3)).toEqual([
      { col: 2, row: 0, width: 3, height: 1 },
      { col: 5, row: 0, width: 2, height: 1 },
    ])
  })
})

describe('pixelSeries', () => {
  it('hands each pixel its values in the order of the sources, whatever the windows', async () => {
    const sources = [1, 2, 3].map((seed) => randomRaster(seed, 7, 5))
    const blocks = await Promise.all(sources.map(pixels))
    const expected = blocks[0]!.map((_, at) =>
      Math.fround(blocks.reduce((sum, block) => sum + block[at]!, 0)),
    )
    for (const heldBytes of [4, 4 * 3 * 4, 4 * 3 * 20, 1 << 20]) {
      const [sum, last] = pixelSeries(sources, sums, { heldBytes })
      expect(await pixels(sum!)).toEqual(expected)
      expect(await pixels(last!)).toEqual(blocks[2])
    }
  })

  it('reads windows of 100 dates that together fit into the bytes given', async () => {
    const { seen, sources } = watched(100, 200, 60)
    const held = 100 * 200 * 3 * 4
    const [sum] = pixelSeries(sources, { ...sums, outputs: 1 }, { heldBytes: held })
    const block = await sum!.read(wholeWindow(sum!.grid))
    expect(block.every((value) => value === 4950)).toBe(true)
    // Three rows of 200 pixels of each date at once, each pixel once, a few dates at a time.
    expect(seen.largest).toBe(600)
    expect(seen.pixels).toBe(100 * 200 * 60)
    expect(seen.most).toBeLessThanOrEqual(8)
  })

  it('holds one window even where two read ahead of each other', async () => {
    const { seen, sources } = watched(4, 10, 8)
    const [sum] = pixelSeries(sources, { ...sums, outputs: 1 })
    const halves = [0, 4].map((row) => sum!.read({ col: 0, row, width: 10, height: 4 }))
    await Promise.all(halves)
    expect(seen.most).toBeLessThanOrEqual(4)
  })

  it('computes further outputs along with the first', async () => {
    const { seen, sources } = watched(5, 20, 10)
    const [sum, last] = pixelSeries(sources, sums, { heldBytes: 5 * 20 * 4 * 4 })
    await walkBlocks([sum!], () => undefined)
    const before = seen.reads
    expect(new Set(await pixels(last!))).toEqual(new Set([4]))
    expect(seen.reads).toBe(before)
  })

  it('reads beyond the grid as no data and resamples what it made', async () => {
    const [sum] = pixelSeries([raster([[1, 3]]), raster([[1, 5]])], { ...sums, outputs: 1 })
    expect([...(await sum!.read({ col: 1, row: 0, width: 2, height: 1 }))]).toEqual([8, NaN])
    const small = await sum!.read(
      { col: 0, row: 0, width: 2, height: 1 },
      { size: { width: 1, height: 1 }, resampling: 'average' },
    )
    expect([...small]).toEqual([5])
  })

  it('stops between windows', async () => {
    const { seen, sources } = watched(2, 10, 10)
    const stopping = new AbortController()
    const [sum] = pixelSeries(
      sources,
      { ...sums, outputs: 1, compute: () => stopping.abort() },
      { heldBytes: 2 * 10 * 4 },
    )
    await expect(sum!.read(wholeWindow(sum!.grid), { signal: stopping.signal })).rejects.toHaveProperty(
      'name',
      'AbortError',
    )
    expect(seen.reads).toBe(2)
    // A stopped read leaves the others alone.
    expect(await sum!.read({ col: 0, row: 0, width: 1, height: 1 })).toHaveLength(1)
  })

  it('refuses grids that differ and no source at all', () => {
    expect(() => pixelSeries([raster([[1]]), raster([[1, 2]])], sums)).toThrow(/align/)
    expect(() => pixelSeries([], sums)).toThrow(/one a date/)
  })
})
