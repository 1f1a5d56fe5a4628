import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { Tag } from '../../../src/io/read/tags.ts'
import { encodeHeader, type Field } from '../../../src/io/write/fields.ts'
import { walkBlocks } from '../../../src/raster/blocks.ts'

const [WIDTH, HEIGHT, BANDS] = [4000, 600, 2]
const RAW = { scale: 1, offset: 0, nodata: null }
const number = (band: number, index: number) => (index * 7919 + band * 31) % 65_521

/** uint16 without compression, in strips of `rows` rows; `planar` as bands one after the other. */
function stripped(rows: number, planar: boolean): Uint8Array {
  const strips = Math.ceil(HEIGHT / rows)
  const planes = planar ? BANDS : 1
  const samples = planar ? 1 : BANDS
  const sizes = Array.from({ length: strips * planes }, (_, index) => {
    const high = Math.min(rows, HEIGHT - (index % strips) * rows)
    return high * WIDTH * samples * 2
  })
  const fields = (offsets: readonly number[]): Field[] => [
    { tag: Tag.ImageWidth, type: 'long', values: [WIDTH] },
    { tag: Tag.ImageLength, type: 'long', values: [HEIGHT] },
    { tag: Tag.BitsPerSample, type: 'short', values: [16, 16] },
    { tag: Tag.Compression, type: 'short', values: [1] },
    { tag: Tag.Photometric, type: 'short', values: [1] },
    { tag: Tag.StripOffsets, type: 'long', values: offsets },
    { tag: Tag.SamplesPerPixel, type: 'short', values: [BANDS] },
    { tag: Tag.RowsPerStrip, type: 'long', values: [rows] },
    { tag: Tag.StripByteCounts, type: 'long', values: sizes },
    { tag: Tag.PlanarConfiguration, type: 'short', values: [planar ? 2 : 1] },
  ]
  const start = encodeHeader([fields(sizes)], false).byteLength
  let end = start
  const header = encodeHeader([fields(sizes.map((size) => (end += size) - size))], false)
  const bytes = new Uint8Array(end)
  bytes.set(header)
  const view = new DataView(bytes.buffer)
  for (let place = 0; place < WIDTH * HEIGHT * BANDS; place++) {
    const [band, index] = planar
      ? [Math.floor(place / (WIDTH * HEIGHT)), place % (WIDTH * HEIGHT)]
      : [place % BANDS, Math.floor(place / BANDS)]
    view.setUint16(start + 2 * place, number(band, index), true)
  }
  return bytes
}

describe('strips without compression', () => {
  it.each([
    ['one for the whole image', HEIGHT, false],
    ['one a band', HEIGHT, true],
    ['some of many rows, the last one lower', 250, false],
    ['some whose rows are a prime number', 211, true],
  ])('are read in parts: %s', async (_, rows, planar) => {
    const file = await openRaster(bufferBytes(stripped(rows, planar)), 'a.tif')
    expect(file.header.blockSize.height).toBeLessThan(rows)
    for (const band of [0, 1]) {
      let unlike = 0
      await walkBlocks([file.source(band, RAW)], ([block], { row }) => {
        for (let index = 0; index < block!.length; index++) {
          if (block![index] !== number(band, row * WIDTH + index)) unlike++
        }
      })
      expect(unlike).toBe(0)
    }
  })

  it('says that a strip is cut off', async () => {
    const bytes = stripped(HEIGHT, false)
    const open = openRaster(bufferBytes(bytes.subarray(0, bytes.length - WIDTH)), 'a.tif')
    await expect(open).rejects.toMatchObject({ code: 'read_failed' })
  })
})
