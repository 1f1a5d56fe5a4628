import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import type { RasterFile } from '../../../src/io/read/format.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { INT_NODATA, wholeWindow } from '../../../src/raster/source.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'jp2')
const RAW = { scale: 1, offset: 0, nodata: null }
const ARRAYS = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array }

interface Case {
  readonly name: string
  readonly type: keyof typeof ARRAYS
  readonly bands: number
  readonly crs: string | null
  readonly transform: readonly number[]
  readonly levels: readonly (readonly [width: number, height: number])[]
}

const cases = JSON.parse(readFileSync(join(FOLDER, 'files.json'), 'utf8')) as Case[]
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(FOLDER, `${name}.jp2`)))

async function open(bytes: Uint8Array, name = 'a.jp2'): Promise<RasterFile> {
  const [file] = await openFile({ bytes: bufferBytes(bytes), name, beside: () => undefined })
  return file!
}

/** What GDAL decodes, level by level, pixel by pixel. */
function decodedByGdal({ name, type }: Case): Uint8Array | Uint16Array | Int16Array {
  const packed = gunzipSync(readFileSync(join(FOLDER, `${name}.bin.gz`)))
  return new ARRAYS[type](Uint8Array.from(packed).buffer)
}

describe('openFile of a JPEG 2000 file', () => {
  it.each(cases)('$name: pixels, at every resolution that GDAL offers, are those of GDAL', async (given) => {
    const { header, ...file } = await open(bytesOf(given.name))
    const expected = decodedByGdal(given)
    const alpha = given.bands - header.bands.length
    expect(header.bands[0]!.sampleType).toBe(given.type)
    let at = 0
    for (const [width, height] of given.levels) {
      for (const { index } of header.bands) {
        const data = await file.source(index, RAW).read(wholeWindow(header.grid), { size: { width, height } })
        const from = (pixel: number) => expected[at + pixel * given.bands + index]
        // Where the alpha band is 0, nothing is shown.
        const isSame = (value: number, pixel: number) =>
          value === from(pixel) || (alpha > 0 && expected[at + (pixel + 1) * given.bands - 1] === 0)
        expect(data.every(isSame)).toBe(true)
      }
      at += width * height * given.bands
    }
    expect(at).toBe(expected.length)
  })

  it.each(cases)('$name: lies where GDAL says', async (given) => {
    const { header } = await open(bytesOf(given.name))
    const [width, height] = given.levels[0]!
    expect([header.grid.width, header.grid.height]).toEqual([width, height])
    expect(header.grid.crs.id).toBe(given.crs ?? 'unknown')
    const transform = given.crs === null ? [1, 0, 0, 0, -1, 0] : given.transform
    for (const [index, value] of transform.entries())
      expect(header.grid.transform[index]).toBeCloseTo(value, 9)
  })

  it('is told by its first bytes, whatever its name', async () => {
    const { header } = await open(bytesOf('u16-codestream'), 'measured.dat')
    expect(header.grid.width).toBe(100)
  })
})

/** The tile-parts of a file whose codestream ends it, in order. */
function tileParts(bytes: Uint8Array): { start: number; length: number; tile: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: { start: number; length: number; tile: number }[] = []
  for (let at = 0; at + 12 <= bytes.length; at++) {
    if (view.getUint32(at) !== 0xff90000a) continue
    const length = view.getUint32(at + 6)
    parts.push({ start: at, length, tile: view.getUint16(at + 4) })
    at += length - 1
  }
  return parts
}

/** Pixels of the full image that are not those of GDAL, NaN among them. */
async function unlike(bytes: Uint8Array, name: string) {
  const given = cases.find((each) => each.name === name)!
  const file = await open(bytes)
  const window = wholeWindow(file.header.grid)
  const data = await file.source(0, RAW).read(window)
  const ints = await file.source(0, RAW).readInts!(window)
  const expected = decodedByGdal(given)
  const pixels = [...data.keys()].filter((pixel) => data[pixel] !== expected[pixel])
  expect(pixels.every((pixel) => Number.isNaN(data[pixel]) && ints[pixel] === INT_NODATA)).toBe(true)
  return pixels
}

/** Pixels of the second tile of three rows of four, 32 pixels a side. */
const isOfTile1 = (pixel: number) => pixel % 100 >= 32 && pixel % 100 < 64 && pixel < 32 * 100

describe('a JPEG 2000 file with a damaged tile', () => {
  it.each([
    ['its packets are overwritten', (bytes: Uint8Array, at: number) => bytes.fill(0xff, at + 14, at + 200)],
    ['its marker is overwritten', (bytes: Uint8Array, at: number) => bytes.fill(0, at, at + 2)],
    ['it has the number of another', (bytes: Uint8Array, at: number) => bytes.fill(11, at + 5, at + 6)],
  ])('holds no data there where %s, and all else', async (_, damage) => {
    const bytes = bytesOf('u16-tiled')
    damage(bytes, tileParts(bytes)[1]!.start)
    const pixels = await unlike(bytes, 'u16-tiled')
    expect(pixels.filter(isOfTile1)).toHaveLength(32 * 32)
  })

  it('is read whole where but the length of a tile is wrong', async () => {
    const bytes = bytesOf('u16-tiled')
    const { start } = tileParts(bytes)[1]!
    bytes.fill(0x7f, start + 6, start + 10)
    expect(await unlike(bytes, 'u16-tiled')).toEqual([])
  })

  it('is read on after it', async () => {
    const bytes = bytesOf('u16-tiled')
    bytes.fill(0xff, tileParts(bytes)[1]!.start + 14, tileParts(bytes)[1]!.start + 200)
    expect((await unlike(bytes, 'u16-tiled')).every(isOfTile1)).toBe(true)
    expect(await unlike(bytesOf('u16-tiled'), 'u16-tiled')).toEqual([])
  })
})

describe('a JPEG 2000 file that cannot be read', () => {
  it.each([0.3, 0.6, 0.95])('is told where it is cut off at %s', async (share) => {
    const bytes = bytesOf('u16-tiled')
    await expect(open(bytes.slice(0, bytes.length * share))).rejects.toMatchObject({
      code: 'read_failed',
      message: expect.stringContaining('cut off') as string,
    })
  })

  it('is told where one tile is too large for the memory, with the command that converts it', async () => {
    const bytes = bytesOf('u16-one-tile')
    const view = new DataView(bytes.buffer)
    const siz = bytes.findIndex((_, at) => at + 4 < bytes.length && view.getUint32(at) === 0xff4fff51)
    for (const field of [8, 12, 24, 28]) view.setUint32(siz + field, 20_000)
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(/20000 × 20000 pixels, 4578 MB.*gdal_translate -of COG/) as string,
    })
  })

  it('is told where components are subsampled', async () => {
    const bytes = bytesOf('u16-three')
    const view = new DataView(bytes.buffer)
    const siz = bytes.findIndex((_, at) => at + 4 < bytes.length && view.getUint32(at) === 0xff4fff51)
    bytes.fill(2, siz + 2 + 4 + 36 + 3 + 1, siz + 2 + 4 + 36 + 3 + 3)
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'unsupported_file',
      message: expect.stringContaining('subsampled') as string,
    })
  })
})
