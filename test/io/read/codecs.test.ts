import { describe, expect, it } from 'vitest'
import { openFixture } from '../../helpers/fixtures.ts'

const WHOLE = { col: 0, row: 0, width: 40, height: 30 }

/** Value of pixel number `row · 40 + col`, as make-fixtures.py wrote it. */
const FILES: readonly (readonly [name: string, value: (count: number) => number])[] = [
  ['u16-lzw-predictor.tif', (count) => count * 7],
  ['u16-deflate-predictor.tif', (count) => count * 7],
  ['u16-zstd.tif', (count) => count * 7],
  ['u16-big-endian-predictor.tif', (count) => count * 7],
  ['u16-bigtiff.tif', (count) => count * 7],
  ['u16-12-bits.tif', (count) => count],
  ['u8-packbits.tif', (count) => count % 251],
  ['i8-deflate.tif', (count) => (count % 251) - 125],
  ['u32-none.tif', (count) => Math.fround(count * 3000000)],
  ['f32-predictor.tif', (count) => count * 0.25 - 100],
  ['f32-big-endian-predictor.tif', (count) => count * 0.25],
  ['f32-lerc.tif', (count) => count * 0.25 - 100],
  ['f32-lerc-nan.tif', (count) => (count % 5 === 0 ? NaN : count)],
  ['u8-lerc.tif', (count) => (count * 7) % 251],
  ['u32-lerc-zstd.tif', (count) => Math.fround(count * 3000000)],
  ['f32-16-bits.tif', (count) => count * 0.25],
  ['f64-deflate.tif', (count) => Math.fround(count * 1e-3)],
]

describe('codecOf', () => {
  it.each(FILES)('decodes %s exactly', async (name, value) => {
    const file = await openFixture(name)
    const data = await file.source(0, { scale: 1, offset: 0, nodata: null }).read(WHOLE)
    expect([...data]).toEqual(Array.from({ length: 1200 }, (_, count) => value(count)))
  })

  it.each(['i16-bands-by-pixel.tif', 'i16-bands-by-band.tif'])(
    'keeps the bands of %s apart',
    async (name) => {
      const file = await openFixture(name)
      expect(file.header.bands).toHaveLength(3)
      for (const band of [0, 1, 2]) {
        const data = await file.source(band, { scale: 1, offset: 0, nodata: null }).read(WHOLE)
        expect([...data]).toEqual(Array.from({ length: 1200 }, (_, count) => count * (band + 1)))
      }
    },
  )

  it.each(['u8-jpeg-rgb.tif', 'u8-jpeg-ycbcr.tif'])('decodes %s within the loss of JPEG', async (name) => {
    const file = await openFixture(name)
    for (const [band, shift] of [0, 40, 80].entries()) {
      const data = await file.source(band, { scale: 1, offset: 0, nodata: null }).read(WHOLE)
      // make-fixtures.py: two levels a row, one a column. GDAL reads YCbCr one level off, as the writer rounds colours.
      const off = data.map((value, count) => value - (Math.floor(count / 40) * 2 + (count % 40) + shift))
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(3)
      expect(Math.abs(off.reduce((sum, value) => sum + value, 0) / off.length)).toBeLessThanOrEqual(1)
    }
  })

  it('refuses LZMA by name', async () => {
    await expect(openFixture('u16-lzma.tif')).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringContaining('LZMA') as string,
    })
  })
})
