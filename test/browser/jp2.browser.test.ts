import { afterEach, describe, expect, it } from 'vitest'
import { keepErrorsWhole } from '../../src/bridge/errors.ts'
import { decodeWith, inlineDecoder } from '../../src/io/read/block-decoder.ts'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { openFile } from '../../src/io/read/open-file.ts'
import { DecoderPool } from '../../workers/decoder-pool.ts'

const RAW = { scale: 1, offset: 0, nodata: null }
const WIDTH = 100
const HEIGHT = 70

const fetched = async (url: URL) => new Uint8Array(await (await fetch(url)).arrayBuffer())
const file = () => fetched(new URL('../fixtures/jp2/u16-five.jp2', import.meta.url))

/** Five bands, pixel by pixel, as GDAL decodes them. */
async function expected(): Promise<Uint16Array> {
  const packed = await fetched(new URL('../fixtures/jp2/u16-five.bin.gz', import.meta.url))
  // A server may have unpacked it on the way.
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return new Uint16Array(packed.buffer)
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint16Array(await new Response(stream).arrayBuffer())
}

async function readBand(bytes: Uint8Array<ArrayBuffer>, band: number): Promise<Float32Array> {
  const input = { bytes: blobBytes(new Blob([bytes])), name: 'a.jp2', beside: () => undefined }
  const [raster] = await openFile(input)
  return raster!.source(band, RAW).read({ col: 0, row: 0, width: WIDTH, height: HEIGHT })
}

keepErrorsWhole()
const workers: Worker[] = []
const spawn = () => {
  const worker = new Worker(new URL('../../workers/decode.ts', import.meta.url), { type: 'module' })
  workers.push(worker)
  return worker
}

afterEach(() => {
  decodeWith(inlineDecoder)
  for (const worker of workers.splice(0)) worker.terminate()
})

describe('a JPEG 2000 file in the browser', () => {
  it('is decoded on other threads as GDAL decodes it', { timeout: 20_000 }, async () => {
    decodeWith(new DecoderPool(spawn, 2))
    const [bytes, samples] = [await file(), await expected()]
    for (const band of [0, 4]) {
      const data = await readBand(bytes, band)
      expect(data.every((value, pixel) => value === samples[5 * pixel + band])).toBe(true)
    }
    expect(workers).toHaveLength(2)
  })

  it('holds no data where a tile is damaged, told by another thread', { timeout: 20_000 }, async () => {
    decodeWith(new DecoderPool(spawn, 1))
    const [bytes, samples] = [await file(), await expected()]
    const view = new DataView(bytes.buffer)
    const marker = [...bytes.keys()].find(
      (at) => at + 12 < bytes.length && view.getUint32(at) === 0xff90000a && view.getUint16(at + 4) === 1,
    )!
    bytes.fill(0xff, marker + 14, marker + 200)
    const data = await readBand(bytes, 0)
    const lost = [...data.keys()].filter((pixel) => Number.isNaN(data[pixel]))
    expect(lost).toHaveLength(32 * 32)
    expect(data.every((value, pixel) => Number.isNaN(value) || value === samples[5 * pixel])).toBe(true)
  })
})
