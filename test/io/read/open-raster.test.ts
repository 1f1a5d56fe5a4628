import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import type { ByteSource } from '../../../src/io/types.ts'
import { INT_NODATA } from '../../../src/raster/source.ts'
import { fixtureBytes, openFixture } from '../../helpers/fixtures.ts'

const RAW = { scale: 1, offset: 0, nodata: null }

/** Bytes that count what is read of them. */
function recorded(bytes: Uint8Array): ByteSource & { total: () => number } {
  const inner = bufferBytes(bytes)
  let total = 0
  return {
    size: inner.size,
    read(offset, length, signal) {
      total += length
      return inner.read(offset, length, signal)
    },
    total: () => total,
  }
}

describe('openRaster', () => {
  it('reads scale · number + offset in double precision and gives NaN for nodata', async () => {
    const file = await openFixture('u16-deflate-predictor.tif')
    const source = file.source(0, { scale: 0.0000275, offset: -0.2, nodata: 7 })
    const data = await source.read({ col: 0, row: 0, width: 3, height: 1 })
    expect([...data]).toEqual([Math.fround(-0.2), NaN, Math.fround(14 * 0.0000275 - 0.2)])
  })

  it('reads raw numbers where the scale is not known', async () => {
    const file = await openFixture('u16-deflate-predictor.tif')
    const source = file.source(0, { scale: NaN, offset: 5, nodata: null })
    expect([...(await source.read({ col: 1, row: 0, width: 2, height: 1 }))]).toEqual([7, 14])
  })

  it('gives NaN beyond the grid', async () => {
    const file = await openFixture('u16-deflate-predictor.tif')
    const data = await file.source(0, RAW).read({ col: 39, row: 29, width: 2, height: 2 })
    expect([...data]).toEqual([1199 * 7, NaN, NaN, NaN])
    const away = await file.source(0, RAW).read({ col: -9, row: 400, width: 2, height: 1 })
    expect([...away]).toEqual([NaN, NaN])
  })

  it('matches a float nodata tag as the pixels hold it', async () => {
    const file = await openFixture('f32-lowest-nodata.tif')
    const source = file.source(0, { ...RAW, nodata: file.header.bands[0]!.nodata })
    expect([...(await source.read({ col: 0, row: 0, width: 6, height: 1 }))]).toEqual([NaN, 1, 2, 3, 4, NaN])
    const fromText = file.source(0, { ...RAW, nodata: -3.4e38 })
    expect([...(await fromText.read({ col: 4, row: 0, width: 2, height: 1 }))]).toEqual([4, NaN])
  })

  it('reads a file whose nodata tag no pixel can hold', async () => {
    const file = await openFixture('i16-absurd-nodata.tif')
    const source = file.source(0, { ...RAW, nodata: file.header.bands[0]!.nodata })
    expect([...(await source.read({ col: 0, row: 0, width: 3, height: 1 }))]).toEqual([0, 1, 2])
  })

  it('fills tiles that were never written with nodata', async () => {
    const file = await openFixture('u8-sparse.tif')
    expect(file.header.bands[0]!.nodata).toBe(7)
    const raw = await file.source(0, RAW).read({ col: 14, row: 0, width: 4, height: 1 })
    // GDAL writes no tile that is all 0 only where nodata is 0: here the zeros were stored.
    expect([...raw]).toEqual([0, 0, 9, 9])
  })

  it('hides masked pixels, in the image and in its overview', async () => {
    const file = await openFixture('u8-mask.tif')
    expect(file.header).toMatchObject({ hasInternalMask: true, overviews: [{ width: 20, height: 15 }] })
    const source = file.source(0, RAW)
    expect([...(await source.read({ col: 3, row: 9, width: 1, height: 2 }))]).toEqual([NaN, 403 % 251])
    const ints = await source.readInts!({ col: 3, row: 9, width: 1, height: 2 })
    expect([...ints]).toEqual([INT_NODATA, 403 % 251])
    const small = await source.read(
      { col: 0, row: 0, width: 40, height: 30 },
      { size: { width: 20, height: 15 } },
    )
    expect(Number.isNaN(small[4 * 20])).toBe(true)
    expect(Number.isNaN(small[5 * 20])).toBe(false)
  })

  it('averages exactly, whatever overviews there are', async () => {
    const file = await openFixture('u16-deflate-predictor.tif')
    const data = await file
      .source(0, RAW)
      .read(
        { col: 0, row: 0, width: 40, height: 30 },
        { size: { width: 2, height: 3 }, resampling: 'average' },
      )
    // Mean of 7 · (40 row + col) over 20 columns and 10 rows.
    const mean = (col: number, row: number) => 7 * (40 * (10 * row + 4.5) + 20 * col + 9.5)
    const expected = [mean(0, 0), mean(1, 0), mean(0, 1), mean(1, 1), mean(0, 2), mean(1, 2)]
    expect([...data]).toEqual(expected)
  })

  it('refuses integers of a float file', async () => {
    const file = await openFixture('f32-predictor.tif')
    await expect(
      file.source(0, RAW).readInts!({ col: 0, row: 0, width: 1, height: 1 }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('refuses a band that is not there', async () => {
    const file = await openFixture('u16-zstd.tif')
    expect(() => file.source(1, RAW)).toThrow(expect.objectContaining({ code: 'band_missing' }))
  })

  it('shifts PixelIsPoint to the outer corner', async () => {
    const file = await openFixture('u8-point.tif')
    // gdalinfo u8-point.tif: Origin = (500000, 4200000); its tiepoint is the centre of the pixel.
    expect(file.header.grid.transform).toEqual([30, 0, 500000, 0, -30, 4200000])
  })

  it('opens an image without a place with an unknown CRS', async () => {
    const file = await openFixture('u8-no-place.tif')
    expect(file.header.grid.crs).toMatchObject({ id: 'unknown', kind: 'unknown', proj4: null })
  })

  it('refuses an image that only ground control points place, and says what to do', async () => {
    await expect(openFixture('u8-control-points.tif')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(/4 ground control points only.*gdalwarp/) as string,
    })
  })

  it('stops when the signal says so', async () => {
    const signal = AbortSignal.abort()
    await expect(
      openRaster(bufferBytes(fixtureBytes('u16-zstd.tif')), 'a.tif', signal),
    ).rejects.toMatchObject({ name: 'AbortError' })
    const file = await openFixture('u16-zstd.tif')
    await expect(
      file.source(0, RAW).read({ col: 0, row: 0, width: 1, height: 1 }, { signal }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reads the tiles of a window and no others', async () => {
    const bytes = recorded(fixtureBytes('u16-bigtiff.tif'))
    const source = (await openRaster(bytes, 'a.tif')).source(0, RAW)
    const before = bytes.total()
    const data = await source.read({ col: 1, row: 1, width: 1, height: 1 })
    expect([...data]).toEqual([41 * 7])
    // Six tiles of 16 × 16 take about 1,900 bytes in this file; the first alone under 500.
    expect(bytes.total() - before).toBeLessThan(500)
  })

  it('gives the same fingerprint for the same bytes and another for others', async () => {
    const first = fixtureBytes('u8-packbits.tif')
    const second = Uint8Array.from(first)
    second[second.length - 1]! ^= 1
    const of = async (bytes: Uint8Array) => (await openRaster(bufferBytes(bytes), 'a.tif')).header.fingerprint
    expect(await of(first)).toBe(await of(Uint8Array.from(first)))
    expect(await of(second)).not.toBe(await of(first))
  })
})
