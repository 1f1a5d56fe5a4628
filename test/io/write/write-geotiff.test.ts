import { describe, expect, it } from 'vitest'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { memoryResults } from '../../../src/io/write/memory-results.ts'
import { writeGeoTiff, type WriteOptions } from '../../../src/io/write/write-geotiff.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Grid } from '../../../src/raster/grid/grid.ts'
import { wholeWindow, type RasterSource } from '../../../src/raster/source.ts'
import { openFixture } from '../../helpers/fixtures.ts'

const NORTH_UP: Affine = [20, 0, 500000, 0, -20, 4200000]

/** 300 × 270 pixels, so that tiles are cut at both edges; NaN in the first. */
function raster(value: (index: number) => number, transform = NORTH_UP): RasterSource {
  const grid: Grid = { width: 300, height: 270, crs: crsFromEpsg(32633), transform }
  return memorySource(
    grid,
    Float32Array.from({ length: 81000 }, (_, index) => (index === 0 ? NaN : value(index))),
  )
}

/** Compared as bytes: NaN equals NaN, and fast. */
const bytesOf = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength)

async function written(sources: RasterSource | readonly RasterSource[], options: WriteOptions) {
  const results = memoryResults()
  const sink = await results.create('a.tif')
  await writeGeoTiff(sink, sources, options)
  await sink.close()
  return openRaster(await results.open('a.tif'), 'a.tif')
}

async function same(source: RasterSource, options: WriteOptions & { scale?: number; offset?: number }) {
  const file = await written(source, options)
  const { grid } = file.header
  const { scale = 1, offset = 0 } = options
  const scaling = { scale, offset, nodata: file.header.bands[0]!.nodata }
  expect(grid).toEqual(source.grid)
  const [own, other] = [source, file.source(0, scaling)].map((of) => of.read(wholeWindow(grid)))
  expect(bytesOf(await other!).equals(bytesOf(await own!))).toBe(true)
}

describe('writeGeoTiff', () => {
  it.each([
    ['uint8', 255, (index: number) => index % 255],
    ['uint16', 0, (index: number) => 1 + (index % 65535)],
    ['int16', -32768, (index: number) => (index % 65535) - 32767],
    ['float32', null, (index: number) => index / 7],
    ['float32', -9999, (index: number) => index / 3],
  ] as const)('gives back what it wrote as %s with nodata %s', async (sampleType, nodata, value) => {
    for (const compression of ['deflate', 'none'] as const) {
      await same(raster(value), { sampleType, nodata, compression })
    }
  })

  it.each([
    ['south-up', [20, 0, 500000, 0, 20, 4200000]],
    ['rotated', [17.3, 5, 100, 10, -8.66, 200]],
  ] as const)('keeps a %s grid', async (_, transform) => {
    await same(
      raster((index) => index, transform),
      { sampleType: 'float32', nodata: null },
    )
  })

  it.each([
    'crs-sinusoidal.tif',
    'crs-polar.tif',
    'crs-polar-south.tif',
    'crs-albers.tif',
    'crs-lambert.tif',
    'crs-mercator-feet.tif',
    'crs-azimuthal.tif',
  ])('writes the system of %s so that the same is read', async (name) => {
    const file = await openFixture(name)
    const again = await written(file.source(0, { scale: 1, offset: 0, nodata: null }), {
      sampleType: 'uint8',
      nodata: 9,
    })
    expect(again.header.grid.crs.id).toBe(file.header.grid.crs.id)
    expect(again.header.grid.crs.proj4).toBe(file.header.grid.crs.proj4)
  })

  it('leaves an unknown system unknown', async () => {
    const source = memorySource(
      { width: 1, height: 1, crs: UNKNOWN_CRS, transform: NORTH_UP },
      Float32Array.of(3),
    )
    const file = await written(source, { sampleType: 'uint8', nodata: 255 })
    expect(file.header.grid.crs).toEqual(UNKNOWN_CRS)
  })

  it('stores scaled integers and says how, with metadata that needs escaping', async () => {
    const file = await written(
      raster((index) => Math.fround(((index % 9000) + 1) * 0.0001 - 0.1)),
      {
        sampleType: 'uint16',
        nodata: 0,
        scale: 0.0001,
        offset: -0.1,
        metadata: { MADE_BY: 'a < b & "c"' },
      },
    )
    expect(file.header.bands[0]).toMatchObject({
      scale: 0.0001,
      offset: -0.1,
      nodata: 0,
      sampleType: 'uint16',
    })
    expect(file.header.metadata['MADE_BY']).toBe('a < b & "c"')
    const ints = await file.source(0, { scale: 1, offset: 0, nodata: 0 }).readInts!({
      col: 1,
      row: 0,
      width: 3,
      height: 1,
    })
    expect([...ints]).toEqual([2, 3, 4])
  })

  it('writes several bands', async () => {
    const file = await written([raster((index) => index), raster((index) => -index)], {
      sampleType: 'float32',
      nodata: null,
    })
    const read = (band: number) =>
      file
        .source(band, { scale: 1, offset: 0, nodata: null })
        .read({ col: 299, row: 269, width: 1, height: 1 })
    expect([...(await read(0)), ...(await read(1))]).toEqual([80999, -80999])
  })

  it.each([
    ['does not fit', { sampleType: 'uint8', nodata: null }, (index: number) => index],
    ['is the nodata number', { sampleType: 'uint16', nodata: 5 }, (index: number) => index % 9],
    ['is missing where no number stands for that', { sampleType: 'uint8', nodata: null }, () => 1],
  ] as const)('refuses a value that %s', async (_, options, value) => {
    await expect(written(raster(value), options)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('stops when the signal says so', async () => {
    const signal = AbortSignal.abort()
    await expect(
      written(
        raster((index) => index),
        { sampleType: 'float32', nodata: null, signal },
      ),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('has overviews where asked: means of values, pixels of classes', async () => {
    const values = raster((index) => index)
    const small = async (overviews: 'average' | 'nearest') => {
      const file = await written(values, {
        sampleType: 'float32',
        nodata: null,
        compression: 'none',
        overviews,
      })
      expect(file.header.overviews).toEqual([{ width: 150, height: 135 }])
      return file
        .source(0, { scale: 1, offset: 0, nodata: null })
        .read(wholeWindow(values.grid), { size: { width: 150, height: 135 }, resampling: 'nearest' })
    }
    // Pixels 2, 3, 302 and 303 of the image.
    expect((await small('average'))[1]).toBe(152.5)
    expect((await small('nearest'))[1]).toBe(303)
  })

  it('leaves out tiles without data', async () => {
    const grid: Grid = { width: 600, height: 300, crs: crsFromEpsg(32633), transform: NORTH_UP }
    const source = memorySource(grid, new Float32Array(180_000).fill(NaN).fill(7, 0, 10))
    const file = await written(source, { sampleType: 'float32', nodata: null, compression: 'none' })
    // One tile of 256 × 256, and headers.
    expect(file.header.size).toBeLessThan(256 * 256 * 4 + 1000)
    const read = await file.source(0, { scale: 1, offset: 0, nodata: NaN }).read(wholeWindow(grid))
    expect([read[9], read[10], read.at(-1)]).toEqual([7, NaN, NaN])
  })

  it('writes a BigTIFF where addresses of 4 bytes might not do', { timeout: 60_000 }, async () => {
    // One column of 16,400 tiles: little to compute, and 4.3 GB if none were empty.
    const grid: Grid = { width: 1, height: 16_400 * 256, crs: crsFromEpsg(32633), transform: NORTH_UP }
    const source: RasterSource = {
      grid,
      blockSize: { width: 1, height: 1 << 20 },
      read: ({ row, height }) =>
        Promise.resolve(
          Float32Array.from({ length: height }, (_, index) => (row + index === grid.height - 1 ? 5 : NaN)),
        ),
    }
    const results = memoryResults()
    const sink = await results.create('big.tif')
    await writeGeoTiff(sink, source, { sampleType: 'float32', nodata: null, compression: 'none' })
    await sink.close()
    const bytes = await results.open('big.tif')
    expect([...(await bytes.read(0, 4))]).toEqual([0x49, 0x49, 43, 0])
    const file = await openRaster(bytes, 'big.tif')
    const last = { col: 0, row: grid.height - 2, width: 1, height: 2 }
    expect([...(await file.source(0, { scale: 1, offset: 0, nodata: NaN }).read(last))]).toEqual([NaN, 5])
  })
})
