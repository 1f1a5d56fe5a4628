import { afterEach, describe, expect, it } from 'vitest'
import { keepErrorsWhole } from '../../src/bridge/errors.ts'
import { decodeWith, inlineDecoder } from '../../src/io/read/block-decoder.ts'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { openRaster } from '../../src/io/read/open-raster.ts'
import type { ByteSource } from '../../src/io/types.ts'
import { memorySink } from '../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import { memorySource } from '../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import { wholeWindow } from '../../src/raster/source.ts'
import { DecoderPool } from '../../workers/decoder-pool.ts'

const PATIENT = { timeout: 20_000 }
const SIDE = 600
const grid = {
  width: SIDE,
  height: SIDE,
  crs: crsFromEpsg(32621),
  transform: [10, 0, 500_000, 0, -10, 8_000_000],
} as const
const values = Float32Array.from({ length: SIDE * SIDE }, (_, index) => (index * 7919) % 10_007)

async function tiff(): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array()
  const sink = memorySink((written) => (bytes = Uint8Array.from(written)))
  await writeGeoTiff(sink, memorySource(grid, values), { sampleType: 'uint16', nodata: null })
  await sink.close()
  return bytes
}

async function readWith(pool: DecoderPool, bytes: ByteSource): Promise<Float32Array> {
  decodeWith(pool)
  const file = await openRaster(bytes, 'a.tif')
  return file.source(0, { scale: 1, offset: 0, nodata: null }).read(wholeWindow(grid))
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

describe('decoder pool', () => {
  it('reads the same pixels on other threads, from a file or from bytes', PATIENT, async () => {
    const bytes = blobBytes(new Blob([await tiff()]))
    expect(await readWith(new DecoderPool(spawn, 2), bytes)).toEqual(values)
    expect(workers).toHaveLength(2)
    const { blob: _, ...withoutBlob } = bytes
    expect(await readWith(new DecoderPool(spawn, 1), withoutBlob)).toEqual(values)
    expect(workers).toHaveLength(3)
  })

  it('names a block that cannot be decoded, and reads the rest', PATIENT, async () => {
    const bytes = await tiff()
    bytes.fill(0xff, bytes.length - 64)
    decodeWith(new DecoderPool(spawn, 2))
    const source = (await openRaster(blobBytes(new Blob([bytes])), 'a.tif')).source(0, {
      scale: 1,
      offset: 0,
      nodata: null,
    })
    await expect(source.read({ col: 590, row: 590, width: 5, height: 5 })).rejects.toMatchObject({
      code: 'read_failed',
    })
    const first = await source.read({ col: 0, row: 0, width: 5, height: 1 })
    expect(Array.from(first)).toEqual(Array.from(values.subarray(0, 5)))
  })

  it('goes on by itself where the threads cannot start', PATIENT, async () => {
    const missing = () => new Worker(new URL('/no-such-worker.js', location.href), { type: 'module' })
    const pool = new DecoderPool(missing, 2)
    const bytes = blobBytes(new Blob([await tiff()]))
    expect(await readWith(pool, bytes)).toEqual(values)
    expect(await readWith(pool, bytes)).toEqual(values)
  })
})
