import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { fixtureBytes } from '../../helpers/fixtures.ts'

const open = (bytes: Uint8Array) => openRaster(bufferBytes(bytes), 'given.tif')

/** A little-endian TIFF with one directory at byte 8; values that do not fit their entry are not written. */
function tiff(
  fields: readonly (readonly [tag: number, type: number, value: number])[],
  next = 0,
): Uint8Array {
  const bytes = new Uint8Array(10 + fields.length * 12 + 4 + 64)
  const view = new DataView(bytes.buffer)
  bytes.set([0x49, 0x49, 42, 0, 8])
  view.setUint16(8, fields.length, true)
  for (const [index, [tag, type, value]] of fields.entries()) {
    const at = 10 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, 1, true)
    view.setUint32(at + 8, value, true)
  }
  view.setUint32(10 + fields.length * 12, next, true)
  return bytes
}

const IMAGE = [
  [256, 4, 4],
  [257, 4, 4],
  [258, 3, 8],
  [259, 3, 1],
  [273, 4, 120],
  [278, 4, 4],
  [279, 4, 16],
] as const
const changed = (tag: number, value: number) =>
  tiff(IMAGE.map((field) => (field[0] === tag ? ([tag, field[1], value] as const) : field)))

describe('openRaster, given what it cannot read', () => {
  it('opens the plain image that the cases below are changed from', async () => {
    expect((await open(tiff(IMAGE))).header.grid).toMatchObject({ width: 4, height: 4 })
  })

  it.each([
    ['text', new TextEncoder().encode('date,hectares\n2019-08-25,8026\n'), /is text, not a TIFF/],
    ['an empty file', new Uint8Array(0), /is empty, not a TIFF/],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0), /PNG/],
    ['a JPEG 2000 image', Uint8Array.of(0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 13, 10, 0x87, 10), /JPEG 2000/],
    ['complex samples', tiff([...IMAGE, [339, 3, 6]]), /complex/],
    ['JPEG 2000 in a TIFF', changed(259, 34712), /JPEG 2000/],
    ['64-bit integers', changed(258, 64), /64 bits/],
    [
      'one giant block',
      tiff(
        [...IMAGE.slice(2), [256, 4, 60000], [257, 4, 60000], [259, 3, 8], [278, 4, 60000]]
          // The first of two fields with one tag counts.
          .filter(([tag, , value]) => tag !== 259 || value === 8)
          .sort((a, b) => a[0] - b[0]) as never,
      ),
      /block/,
    ],
  ])('refuses %s as unsupported', async (_, bytes, message) => {
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(message) as string,
    })
  })

  it.each([
    ['absurd dimensions', changed(256, 0xffffffff), /damaged/],
    ['no bands', tiff([...IMAGE, [277, 3, 0]]), /0 bands/],
    ['a directory that leads back to itself', tiff(IMAGE, 8), /circle/],
    ['a directory beyond the end', tiff(IMAGE, 5000), /cut off/],
    ['pixels beyond the end', changed(273, 9000), /cut off/],
    ['blocks of no height', changed(278, 0), /damaged/],
    ['too few blocks', changed(278, 1), /lists 1 of its 4 blocks/],
  ])('says that a file with %s is damaged', async (_, bytes, message) => {
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'read_failed',
      message: expect.stringMatching(message) as string,
    })
  })

  it('says that a truncated file is cut off, wherever the cut lies', async () => {
    const whole = fixtureBytes('u16-lzw-predictor.tif')
    for (const share of [0.02, 0.3, 0.6, 0.99]) {
      await expect(open(whole.slice(0, Math.floor(whole.length * share)))).rejects.toMatchObject({
        code: 'read_failed',
      })
    }
  })

  it.each(['u16-lzw-predictor.tif', 'u16-deflate-predictor.tif', 'u16-zstd.tif', 'f32-lerc.tif'])(
    'never breaks on a damaged block of %s: it reads or says that the file is damaged',
    async (name) => {
      const bytes = fixtureBytes(name)
      bytes.fill(0xff, bytes.length - 300, bytes.length - 200)
      const read = async () =>
        (await open(bytes))
          .source(0, { scale: 1, offset: 0, nodata: null })
          .read({ col: 0, row: 0, width: 40, height: 30 })
      const outcome = await read().catch((error: unknown) => error)
      if (!(outcome instanceof Float32Array)) expect(outcome).toMatchObject({ code: 'read_failed' })
    },
  )
})
