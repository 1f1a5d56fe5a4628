import { afterEach, describe, expect, it } from 'vitest'
import {
  blockDecoder,
  decodeWith,
  inlineDecoder,
  type BlockDecoder,
} from '../../../src/io/read/block-decoder.ts'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openRaster } from '../../../src/io/read/open-raster.ts'
import { memorySink } from '../../../src/io/write/memory-results.ts'
import { writeGeoTiff } from '../../../src/io/write/write-geotiff.ts'
import { memorySource, mapSources, walkBlocks } from '../../../src/raster/blocks.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { RasterSource } from '../../../src/raster/source.ts'

/** So wide that a row of tiles is walked in several bands: 4,500 · 256 pixels are more than a band holds. */
const [WIDTH, HEIGHT, TILE] = [4500, 1100, 256]
const TILES = Math.ceil(WIDTH / TILE) * Math.ceil(HEIGHT / TILE)
const RAW = { scale: 1, offset: 0, nodata: null }
const grid = {
  width: WIDTH,
  height: HEIGHT,
  crs: crsFromEpsg(32621),
  transform: [10, 0, 500_000, 0, -10, 8_000_000],
} as const
const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_, index) => (index * 7919) % 10_007)

async function tiff(): Promise<Uint8Array> {
  let bytes = new Uint8Array()
  const sink = memorySink((written) => (bytes = Uint8Array.from(written)))
  await writeGeoTiff(sink, memorySource(grid, values), { sampleType: 'uint16', nodata: null })
  await sink.close()
  return bytes
}

/** Counts blocks; those of groups that `refuses` names fail. */
function counting(refuses: () => boolean = () => false) {
  const counted = { blocks: 0 }
  const decoder: BlockDecoder = {
    decode(bytes, layout, group) {
      counted.blocks += group.blocks.length
      return refuses() ? Promise.reject(new Error('lost')) : inlineDecoder.decode(bytes, layout, group)
    },
  }
  decodeWith(decoder)
  return counted
}

async function openBands(count: number): Promise<RasterSource[]> {
  const bytes = await tiff()
  const files = await Promise.all(
    Array.from({ length: count }, () => openRaster(bufferBytes(bytes), 'a.tif')),
  )
  return files.map((file) => file.source(0, RAW))
}

async function walked(source: RasterSource): Promise<Float32Array> {
  const out = new Float32Array(WIDTH * HEIGHT)
  await walkBlocks([source], ([block], { row }) => out.set(block!, row * WIDTH))
  return out
}

afterEach(() => decodeWith(inlineDecoder))

describe('reading a band downwards', () => {
  it('decodes each block once, in bands lower than a block, and gives the same pixels', async () => {
    const counted = counting()
    const [band] = await openBands(1)
    expect(band!.blockSize.height).toBeLessThan(TILE)
    // Compared as bytes: five million numbers one by one take the runner seconds.
    expect(Buffer.from((await walked(band!)).buffer).equals(Buffer.from(values.buffer))).toBe(true)
    expect(counted.blocks).toBe(TILES)
  })

  it('decodes each block once where more bands are walked than the cache has room for', async () => {
    const counted = counting()
    // 16 bands of three rows of tiles of 18 · 128 KB: 108 MB.
    const bands = await openBands(16)
    const sum = mapSources(bands, (blocks, out) => {
      for (let index = 0; index < out.length; index++) {
        out[index] = blocks.reduce((total, block) => total + block[index]!, 0)
      }
    })
    const found = await walked(sum)
    expect([found[0], found[12_345], found.at(-1)]).toEqual(
      [values[0], values[12_345], values.at(-1)].map((value) => value! * 16),
    )
    expect(counted.blocks).toBe(16 * TILES)
  }, 60_000)

  it('reads anew what could not be read ahead', async () => {
    let isLost = false
    counting(() => isLost)
    const [band] = await openBands(1)
    const row = { col: 0, row: 0, width: WIDTH, height: 1 }
    await band!.read(row)
    // What is read ahead here fails before anybody asks for it.
    isLost = true
    await band!.read({ ...row, row: 1 }).catch(() => undefined)
    await expect(band!.read({ ...row, row: 3 * TILE })).rejects.toThrow('lost')
    isLost = false
    const again = await band!.read({ ...row, row: 3 * TILE })
    expect(again).toEqual(values.subarray(3 * TILE * WIDTH, (3 * TILE + 1) * WIDTH))
    expect(blockDecoder()).not.toBe(inlineDecoder)
  })
})
