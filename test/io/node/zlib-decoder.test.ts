import { deflateSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { zlibDecoder } from '../../../src/io/node/zlib-decoder.ts'
import { decodeWith, inlineDecoder } from '../../../src/io/read/block-decoder.ts'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import type { Layout } from '../../../src/io/read/layout.ts'
import { wholeWindow } from '../../../src/raster/source.ts'
import { openFixture } from '../../helpers/fixtures.ts'

const SIDE = 16
const layout: Layout = {
  width: SIDE,
  height: SIDE,
  block: { width: SIDE, height: SIDE },
  blocksAcross: 1,
  blocksDown: 1,
  tiled: true,
  listedRows: SIDE,
  samples: 1,
  planar: false,
  bits: 8,
  sampleType: 'uint8',
  compression: 8,
  predictor: 1,
  photometric: 1,
  littleEndian: true,
  lercParameters: [],
  jpegTables: null,
}
const values = Uint8Array.from({ length: SIDE * SIDE }, (_, index) => (index * 37) % 251)

const decode = async (packed: Uint8Array) => {
  const blocks = [{ index: 0, offset: 0, length: packed.length, rows: SIDE }]
  const group = { ranges: [{ start: 0, length: packed.length }], blocks }
  const [samples] = await zlibDecoder.decode(bufferBytes(packed), layout, group)
  return samples!
}

afterEach(() => decodeWith(inlineDecoder))

describe('zlibDecoder', () => {
  it('gives what the streams give', async () => {
    const read = async () => {
      const file = await openFixture('u16-deflate-predictor.tif')
      return file.source(0, { scale: 1, offset: 0, nodata: null }).read(wholeWindow(file.header.grid))
    }
    const expected = await read()
    decodeWith(zlibDecoder)
    expect(await read()).toEqual(expected)
  })

  it('takes what a block holds and no more, whatever follows', async () => {
    const packed = deflateSync(values)
    expect(await decode(packed)).toEqual(values)
    expect(await decode(Buffer.concat([packed, Buffer.from([1, 2, 3])]))).toEqual(values)
    const longer = deflateSync(Buffer.concat([values, Buffer.alloc(10_000_000)]))
    expect(await decode(longer)).toEqual(values)
  })

  it('names a block that is damaged or too short', async () => {
    const packed = deflateSync(values)
    for (const broken of [packed.subarray(0, 20), deflateSync(values.subarray(1)), Buffer.from('not zlib')]) {
      await expect(decode(broken)).rejects.toMatchObject({ code: 'read_failed' })
    }
  })
})
