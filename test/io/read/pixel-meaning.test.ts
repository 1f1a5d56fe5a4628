import { describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster, type RasterFile } from '../../../src/io/read/open-raster.ts'
import { INT_NODATA } from '../../../src/raster/source.ts'
import { openFixture } from '../../helpers/fixtures.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'

const RAW = { scale: 1, offset: 0, nodata: null }
const ALL = { col: 0, row: 0, width: 40, height: 30 }

const countEmpty = (data: Float32Array) =>
  data.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0)

/** Columns of rows 9, 10 and 20 at column 3: transparent, half transparent and opaque in the alpha fixtures. */
async function column(file: RasterFile, band: number): Promise<number[]> {
  const values = await file.source(band, RAW).read({ col: 3, row: 0, width: 1, height: 30 })
  return [9, 10, 20].map((row) => values[row]!)
}

describe('an alpha band', () => {
  it.each([
    ['u8-alpha-straight.tif', 'straight'],
    ['u8-alpha-premultiplied.tif', 'premultiplied'],
  ])('of %s hides where it is 0 and is no band', async (name, alpha) => {
    const file = await openFixture(name)
    expect(file.header).toMatchObject({ alpha, hasInternalMask: false })
    expect(file.header.bands.map(({ index }) => index)).toEqual([0, 1, 2])
    // Rows 10 and 20 of column 3: 403 and 803, modulo 251, 250 and 249; half transparent stays as it is.
    expect(await column(file, 0)).toEqual([NaN, 152, 50])
    expect(await column(file, 2)).toEqual([NaN, 154, 56])
    expect(countEmpty(await file.source(1, RAW).read(ALL))).toBe(400)
    expect(() => file.source(3, RAW)).toThrow(/how opaque pixels are.*bands 0, 1, 2/)
  })

  it('hides whole numbers, averages and overviews too', async () => {
    const file = await openFixture('u8-alpha-straight.tif')
    const ints = await file.source(0, RAW).readInts!({ col: 3, row: 9, width: 1, height: 2 })
    expect([...ints]).toEqual([INT_NODATA, 152])
    const size = { width: 20, height: 15 }
    expect(file.header.overviews).toEqual([size])
    for (const resampling of ['nearest', 'average'] as const) {
      const small = await file.source(0, RAW).read(ALL, { size, resampling })
      expect(countEmpty(small)).toBe(100)
    }
  })

  it('is known by the colour interpretation in GDAL_METADATA, wherever it lies', async () => {
    const file = await openFixture('u16-alpha-first.tif')
    expect(file.header.alpha).toBe('straight')
    expect(file.header.bands.map(({ index }) => index)).toEqual([1])
    expect(await column(file, 1)).toEqual([NaN, 403 * 7, 803 * 7])
  })

  it.each(['u8-rgb-and-one.tif', 'u8-four-bands.tif'])('is none of the four bands of %s', async (name) => {
    const file = await openFixture(name)
    expect(file.header.alpha).toBeNull()
    expect(file.header.bands).toHaveLength(4)
    expect(await column(file, 3)).toEqual([0, 128, 255])
  })
})

/** A little-endian TIFF of uncompressed 3 × 2 images of one byte a pixel, one directory each. */
function tinyTiff(
  images: readonly { readonly kind: number; readonly side?: number; readonly pixels: readonly number[] }[],
) {
  const bytes = new Uint8Array(2048)
  const view = new DataView(bytes.buffer)
  bytes.set([0x49, 0x49, 42, 0])
  let link = 4
  images.forEach(({ kind, side = 3, pixels }, at) => {
    const start = 512 * (at + 1) - 256
    const height = pixels.length / side
    view.setUint32(link, start, true)
    bytes.set(pixels, start + 200)
    const tags = [
      [254, kind], [256, side], [257, height], [258, 8], [259, 1], [262, kind & 4 ? 4 : 1], [273, start + 200],
      [277, 1], [278, height], [279, pixels.length],
    ] as const // prettier-ignore
    view.setUint16(start, tags.length, true)
    tags.forEach(([tag, value], row) => {
      const entry = start + 2 + 12 * row
      view.setUint16(entry, tag, true)
      view.setUint16(entry + 2, 4, true)
      view.setUint32(entry + 4, 1, true)
      view.setUint32(entry + 8, value, true)
    })
    link = start + 2 + 12 * tags.length
  })
  return openRaster(bufferBytes(bytes), 'tiny.tif')
}

describe('an internal mask', () => {
  const pixels = [1, 2, 3, 4, 5, 6]

  it('of eight bits hides where it is 0 and nowhere else', async () => {
    const file = await tinyTiff([
      { kind: 0, pixels },
      { kind: 4, pixels: [255, 0, 1, 128, 0, 255] },
    ])
    expect(file.header.hasInternalMask).toBe(true)
    const data = await file.source(0, RAW).read({ col: 0, row: 0, width: 3, height: 2 })
    expect([...data]).toEqual([1, NaN, 3, 4, NaN, 6])
  })

  it('is not left out where an overview has none of its own', async () => {
    const full = [1, 1, 1, 1, 2, 2, 2, 2]
    const file = await tinyTiff([
      { kind: 0, side: 4, pixels: full },
      { kind: 1, side: 2, pixels: [1, 2] },
      { kind: 4, side: 4, pixels: [0, 0, 0, 0, 255, 255, 255, 255] },
    ])
    const size = { width: 2, height: 1 }
    const small = await file.source(0, RAW).read({ col: 0, row: 0, width: 4, height: 1 }, { size })
    expect([...small]).toEqual([NaN, NaN])
  })

  it.skipIf(!hasShared)(
    'hides as many pixels as GDAL says (skipped where the shared folder is not there)',
    async () => {
      const path = sharedPath('data', 'scenes', 'edge', 'cog_rgb_internal_mask.tif')
      const file = await openRaster(await fileBytes(path), path)
      // python3 -c "import rasterio; print((rasterio.open('cog_rgb_internal_mask.tif').dataset_mask() == 0).sum())"
      const whole = { col: 0, row: 0, width: 383, height: 232 }
      for (const band of [0, 1, 2]) expect(countEmpty(await file.source(band, RAW).read(whole))).toBe(2739)
      await file.close()
    },
  )
})

describe('nodata', () => {
  it('is taken out before the scaling, not after it', async () => {
    const file = await openFixture('i16-scaled-nodata.tif')
    const { nodata, scale, offset } = file.header.bands[0]!
    expect([nodata, scale, offset]).toEqual([-9999, 0.5, -9999])
    // 0 is −9999 once it is scaled, and stays; the first column is −9999 as stored, and goes.
    const source = file.source(0, { scale: scale!, offset: offset!, nodata })
    const data = await source.read({ col: 0, row: 0, width: 3, height: 1 })
    expect([...data]).toEqual([NaN, -9998.5, -9998])
  })

  it('is no number that the type cannot hold', async () => {
    const file = await openFixture('i16-absurd-nodata.tif')
    expect(file.header.bands[0]!.nodata).toBeNull()
  })

  it('is what lies beyond the valid numbers, both ends being valid', async () => {
    const narrow = await openFixture('u16-deflate-predictor.tif')
    const wide = await openFixture('f64-deflate.tif')
    const row = { col: 0, row: 0, width: 5, height: 1 }
    const of16 = await narrow.source(0, { ...RAW, valid: [7, 21] }).read(row)
    expect([...of16]).toEqual([NaN, 7, 14, 21, NaN])
    const of64 = await wide.source(0, { ...RAW, scale: 1000, valid: [0.001, 0.003] }).read(row)
    expect([...of64]).toEqual([NaN, 1, 2, 3, NaN])
  })
})

describe('whole numbers of 32 bits', () => {
  it('are exact up to 2^31 − 1, and larger ones are refused by name', async () => {
    const file = await openFixture('u32-none.tif')
    // Pixel n holds n · 3,000,000: row 17 ends with 719 · 3e6, above 2^31.
    const ints = await file.source(0, RAW).readInts!({ col: 35, row: 16, width: 1, height: 1 })
    expect([...ints]).toEqual([675 * 3_000_000])
    await expect(
      file.source(0, RAW).readInts!({ col: 39, row: 17, width: 1, height: 1 }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/2157000000.*31 bits/) as string,
    })
  })
})
