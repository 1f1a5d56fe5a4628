import { deflateSync, gzipSync } from 'node:zlib'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import type { ByteSource } from '../../src/io/types.ts'
import { ascii, buildTiff, doubles, short, type Field, type Fields } from './tiff-builder.ts'

export interface BadFile {
  readonly name: string
  readonly bytes: () => ByteSource
  /** How reading it ends; 'read' where the damage is in what nobody needs. */
  readonly ends: 'refused' | 'read in part' | 'read'
}

const [NONE, LZW, JPEG, DEFLATE, PACKBITS, LERC, ZSTD] = [1, 5, 7, 8, 32773, 34887, 50000]
const MB = 2 ** 20

/** One band of 64 × 64 bytes in one strip. */
const PLAIN: Fields = {
  256: 64,
  257: 64,
  258: short(8),
  259: short(NONE),
  262: short(1),
  277: short(1),
  278: 64,
}
const pixels = Uint8Array.from({ length: 4096 }, (_, index) => index % 251)
const packed = Uint8Array.from(deflateSync(pixels))

const file = (name: string, ends: BadFile['ends'], bytes: () => Uint8Array): BadFile => ({
  name,
  ends,
  bytes: () => bufferBytes(bytes()),
})

/** The plain image with some fields changed; a field of undefined is left out. */
function changed(
  fields: Readonly<Record<number, number | Field | undefined>>,
  blocks: readonly Uint8Array[] = [pixels],
  big = false,
) {
  const all = Object.fromEntries(
    Object.entries({ ...PLAIN, ...fields }).filter(([, field]) => field !== undefined),
  )
  return buildTiff([{ fields: all as Fields, blocks }], { big })
}

const packedWith = (compression: number, block: Uint8Array, fields: Fields = {}) =>
  changed({ 259: short(compression), ...fields }, [block])

/** A file of `size` bytes that is 0 after what it begins with, without the memory for it. */
function padded(start: Uint8Array, size: number): ByteSource {
  return {
    size,
    read(offset, length) {
      const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)))
      out.set(start.subarray(offset, offset + out.length))
      return Promise.resolve(out)
    },
  }
}

const TILE = 15_000
/** A tile of 225 MB. */
const huge = (compression: number, block: Uint8Array, fields: Fields = {}) =>
  changed(
    { 256: TILE, 257: TILE, 259: short(compression), 278: undefined, 322: TILE, 323: TILE, ...fields },
    [block],
  )

/** Zstandard frame (RFC 8878) of `blocks` blocks of 128 KB zeros, without a stated size or with one. */
function zstdZeros(blocks: number, stated?: number): Uint8Array<ArrayBuffer> {
  const head = [0x28, 0xb5, 0x2f, 0xfd, stated === undefined ? 0 : 0xc0, 0x88]
  const size = new Uint8Array(stated === undefined ? 0 : 8)
  if (stated !== undefined) new DataView(size.buffer).setBigUint64(0, BigInt(stated), true)
  const body = Array.from({ length: blocks }, (_, index) => {
    const header = ((128 * 1024) << 3) | (1 << 1) | (index === blocks - 1 ? 1 : 0)
    return [header & 255, (header >> 8) & 255, header >> 16, 0]
  })
  return Uint8Array.from([...head, ...size, ...body.flat()])
}

/** TIFF's LZW of zeros, `codes` of them, each one zero longer than the one before, the table cleared when it is full. */
function lzwZeros(clears: number): Uint8Array {
  const bits: number[] = []
  const put = (code: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((code >> bit) & 1)
  }
  for (let time = 0; time < clears; time++) {
    put(256, time === 0 ? 9 : 12)
    put(0, 9)
    for (let next = 258; next < 4094; next++)
      put(next, next + 1 < 511 ? 9 : next + 1 < 1023 ? 10 : next + 1 < 2047 ? 11 : 12)
  }
  const out = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries()) out[index >> 3]! |= bit << (7 - (index & 7))
  return out
}

/** The head of a LERC 2.4 blob that claims a size; the rest is missing. */
function lercHead(width: number, height: number): Uint8Array {
  const out = new Uint8Array(100)
  const view = new DataView(out.buffer)
  out.set(new TextEncoder().encode('Lerc2 '))
  for (const [at, value] of [
    [6, 4],
    [14, height],
    [18, width],
    [22, 1],
    [26, width * height],
    [30, 8],
    [34, 100],
    [38, 1],
  ] as const)
    view.setInt32(at, value, true)
  return out
}

/** A JPEG of one component that claims a size. */
const jpegClaiming = (width: number, height: number) =>
  Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0, 0xff, 0xd9],
  )

/** A progressive JPEG whose scans are all empty. */
function jpegOfScans(side: number, scans: number): Uint8Array {
  const head = Uint8Array.from(jpegClaiming(side, side).subarray(0, 15))
  head[3] = 0xc2
  const tables = [0xff, 0xc4, 0, 20, 0, 1, ...Array<number>(15).fill(0), 0]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0]
  const repeated = Array.from({ length: scans }, () => scan).flat()
  return Uint8Array.from([...head, ...tables, ...repeated, 0xff, 0xd9])
}

const metadata = (xml: string) => changed({ 42112: ascii(xml) })
const keys = (...entries: readonly (readonly number[])[]) => ({
  34735: short(1, 1, 0, entries.length, ...entries.flat()),
})

export const BAD_FILES: readonly BadFile[] = [
  file('the plain file that the others are changed from', 'read', () => changed({})),

  // Directories
  file('a directory that leads to itself', 'refused', () =>
    buildTiff([{ fields: PLAIN, blocks: [pixels] }], { next: (_, offsets) => offsets[0]! }),
  ),
  file('two directories that lead to each other', 'refused', () =>
    buildTiff(
      [
        { fields: PLAIN, blocks: [pixels] },
        { fields: PLAIN, blocks: [pixels] },
      ],
      { next: (index, offsets) => offsets[1 - index]! },
    ),
  ),
  file('a chain of 10,000 directories', 'refused', () =>
    buildTiff(Array.from({ length: 10_000 }, () => ({ fields: { 256: 1 }, blocks: [] }))),
  ),
  file('a directory of 65,535 entries', 'refused', () => {
    const bytes = changed({})
    new DataView(bytes.buffer).setUint16(new DataView(bytes.buffer).getUint32(4, true), 65535, true)
    return bytes
  }),
  file('a BigTIFF directory of 2^60 entries', 'refused', () => {
    const bytes = changed({}, [pixels], true)
    const view = new DataView(bytes.buffer)
    view.setBigUint64(Number(view.getBigUint64(8, true)), 2n ** 60n, true)
    return bytes
  }),
  file('a BigTIFF directory beyond 2^53', 'refused', () => {
    const bytes = changed({}, [pixels], true)
    new DataView(bytes.buffer).setBigUint64(8, 2n ** 63n, true)
    return bytes
  }),
  {
    name: '255 directories of 4,096 entries',
    ends: 'refused',
    bytes: () => {
      const fields = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [1000 + index, 1]))
      return bufferBytes(
        buildTiff([{ fields: PLAIN, blocks: [pixels] }, ...Array.from({ length: 254 }, () => ({ fields }))]),
      )
    },
  },

  // Sizes
  file('2^31 × 2^31 pixels', 'refused', () => changed({ 256: 2 ** 31, 257: 2 ** 31 })),
  file('2^31 − 1 pixels square in one tile', 'refused', () =>
    changed({ 256: 2 ** 31 - 1, 257: 2 ** 31 - 1, 278: undefined, 322: 2 ** 31 - 1, 323: 2 ** 31 - 1 }),
  ),
  file('rows of 2^31 − 1 pixels', 'refused', () => changed({ 256: 2 ** 31 - 1, 257: 1, 278: 1 })),
  file('2^32 − 1 rows', 'refused', () => changed({ 257: 2 ** 32 - 1 })),
  file('no columns', 'refused', () => changed({ 256: 0 })),
  file('tiles of no size', 'refused', () => changed({ 278: undefined, 322: 0, 323: 0 })),
  file('strips of no rows', 'refused', () => changed({ 278: 0 })),
  file('0 bits', 'refused', () => changed({ 258: short(0) })),
  file('200 bits', 'refused', () => changed({ 258: short(200) })),
  file('65,535 bands of which the strip holds one', 'refused', () => changed({ 277: short(65535) })),
  file('65,535 bands in 512 × 512 tiles', 'refused', () =>
    changed({ 256: 512, 257: 512, 277: short(65535), 278: undefined, 322: 512, 323: 512 }),
  ),
  file('65,535 bands apart, one block listed', 'refused', () =>
    changed({ 277: short(65535), 284: short(2) }),
  ),
  file('bands of unlike bits', 'refused', () => changed({ 258: short(8, 16, 8), 277: short(3) })),
  file('bits of a fraction', 'refused', () => changed({ 258: { type: 'double', values: [9.5] } })),
  file('a predictor on 12 bits', 'refused', () =>
    packedWith(DEFLATE, packed, { 258: short(12), 317: short(2) }),
  ),
  file('a float predictor on integers', 'refused', () => packedWith(DEFLATE, packed, { 317: short(3) })),
  file('predictor 77', 'refused', () => packedWith(DEFLATE, packed, { 317: short(77) })),
  file('a predictor where the codec has none', 'read', () => changed({ 317: short(2) })),
  file('bits in reversed order', 'refused', () => changed({ 266: short(2) })),
  file('subsampled colours without JPEG', 'refused', () => changed({ 262: short(6), 277: short(3) })),
  file('compression 12345', 'refused', () => changed({ 259: short(12345) })),
  file('a compression of unknown type', 'refused', () => changed({ 259: { type: 99, values: [1] } })),
  file('a width without a value', 'refused', () =>
    changed({ 256: { type: 'long', values: [64], count: 0 } }),
  ),

  // Lists of blocks
  {
    name: '10^8 offsets and counts of an image of one block, in a file of 1 GB',
    ends: 'read',
    bytes: () =>
      padded(
        changed({
          273: { type: 'long', values: [8, 8], count: 10 ** 8 },
          279: { type: 'long', values: [4096, 4096], count: 10 ** 8 },
        }),
        2 ** 30,
      ),
  },
  {
    name: '10^8 blocks of one pixel, in a file of 1 GB',
    ends: 'refused',
    bytes: () =>
      padded(
        changed({
          256: 10_000,
          257: 10_000,
          278: undefined,
          322: 1,
          323: 1,
          324: { type: 'long', values: [8, 8], count: 10 ** 8 },
          325: { type: 'long', values: [1, 1], count: 10 ** 8 },
        }),
        2 ** 30,
      ),
  },
  file('2^32 − 1 offsets for one strip', 'read', () =>
    changed({ 273: { type: 'long', values: [8, 8], count: 2 ** 32 - 1 } }),
  ),
  file('fewer counts than blocks', 'refused', () =>
    changed(
      { 278: 8 },
      Array.from({ length: 4 }, () => pixels),
    ),
  ),
  file('offsets as text', 'refused', () => changed({ 273: ascii('abc') })),
  file('offsets as fractions', 'refused', () => changed({ 273: doubles(0.5) })),
  file('offsets that are not numbers', 'refused', () => changed({ 273: doubles(NaN) })),
  file('an offset beyond 2^53', 'refused', () => changed({ 273: doubles(2 ** 60) }, [pixels], true)),
  file('a list of offsets beyond 2^53', 'refused', () =>
    changed({ 273: { type: 'long8', values: [1, 2], offset: 2 ** 60 } }, [pixels], true),
  ),
  file('blocks that lie on one another', 'read', () =>
    changed({
      278: 8,
      273: { type: 'long', values: [8, 9, 10, 11, 8, 8, 8, 8] },
      279: { type: 'long', values: Array(8).fill(512) as number[] },
    }),
  ),
  file('a byte count too small for its strip', 'read in part', () => changed({ 279: 100 })),
  file('a byte count beyond the file', 'refused', () => changed({ 279: 100_000 })),
  file('a byte count too large for its strip', 'read', () =>
    changed({ 279: 4200 }, [Uint8Array.from([...pixels, ...pixels])]),
  ),
  file('a byte count too small for its stream', 'read in part', () =>
    packedWith(DEFLATE, packed, { 279: 20 }),
  ),
  file('no byte counts', 'read', () => changed({ 279: undefined })),
  {
    name: 'a byte count of 3 GB, in a file of 4 GB',
    ends: 'read',
    bytes: () => padded(changed({ 279: 3 * 2 ** 30 }), 2 ** 32),
  },

  // More than a block holds
  file('100 MB of zeros in a block of 4 KB, DEFLATE', 'read', () =>
    packedWith(DEFLATE, deflateSync(new Uint8Array(100 * MB))),
  ),
  file('100 MB of zeros in a block of 4 KB, DEFLATE with a wrong sum', 'read', () => {
    const bomb = Uint8Array.from(deflateSync(new Uint8Array(100 * MB)))
    bomb.fill(0, bomb.length - 4)
    return packedWith(DEFLATE, bomb)
  }),
  file('100 MB of zeros as gzip', 'read in part', () =>
    packedWith(DEFLATE, gzipSync(new Uint8Array(100 * MB))),
  ),
  file('100 MB of zeros in a block of 4 KB, LZW', 'read', () => packedWith(LZW, lzwZeros(14))),
  file('128 MB of zeros in a block of 4 KB, ZSTD', 'read', () => packedWith(ZSTD, zstdZeros(1024))),
  file('a block of 4 KB that states 1 TB, ZSTD', 'read in part', () =>
    packedWith(ZSTD, zstdZeros(1024, 2 ** 40)),
  ),
  file('500 MB in a block of 4 KB, PackBits', 'read', () =>
    packedWith(
      PACKBITS,
      Uint8Array.from({ length: 8 * MB }, (_, index) => (index % 2 === 0 ? 0x81 : 0)),
    ),
  ),
  file('3.6 billion numbers in a block of 4 KB, LERC', 'read in part', () =>
    packedWith(LERC, lercHead(60_000, 60_000)),
  ),
  file('100 MB of zeros as packed LERC', 'read in part', () =>
    packedWith(LERC, deflateSync(new Uint8Array(100 * MB)), { 50674: { type: 'long', values: [4, 1] } }),
  ),
  file('128 MB of zeros as packed LERC', 'read in part', () =>
    packedWith(LERC, zstdZeros(1024), { 50674: { type: 'long', values: [4, 2] } }),
  ),
  file('65,500 pixels square in a block of 4 KB, JPEG', 'read in part', () =>
    packedWith(JPEG, jpegClaiming(65500, 65500)),
  ),
  file('JPEG tables of noise', 'read in part', () =>
    packedWith(JPEG, jpegClaiming(64, 64), { 347: { type: 'undefined', values: pixels.subarray(0, 600) } }),
  ),
  file('a JPEG without tables', 'read in part', () => packedWith(JPEG, jpegClaiming(64, 64))),

  // Less than a block holds
  ...[NONE, DEFLATE, LZW, PACKBITS].map((compression) =>
    file(`tiles of 225 MB with 64 bytes, compression ${compression}`, 'read in part', () =>
      huge(compression, compression === DEFLATE ? deflateSync(new Uint8Array(64)) : new Uint8Array(64)),
    ),
  ),
  file('tiles of 225 MB, ZSTD', 'refused', () => huge(ZSTD, zstdZeros(1717))),
  file('tiles of 225 MB that were never written', 'read', () =>
    huge(DEFLATE, new Uint8Array(0), { 42113: ascii('7') }),
  ),
  file('tiles of 225 MB, LERC', 'refused', () => huge(LERC, lercHead(TILE, TILE))),
  file('tiles of 225 MB, JPEG', 'refused', () => huge(JPEG, jpegClaiming(TILE, TILE))),
  file('a tile of 100 MB that is whole', 'read', () =>
    huge(DEFLATE, deflateSync(new Uint8Array(10_000 * 10_000), { level: 1 }), {
      ...{ 256: 10_000, 257: 10_000, 322: 10_000, 323: 10_000 },
    }),
  ),
  file('a JPEG tile of 4,000 × 4,000 pixels without any', 'read in part', () =>
    huge(JPEG, jpegClaiming(4000, 4000), { 256: 4000, 257: 4000, 322: 4000, 323: 4000 }),
  ),
  file('a JPEG of 30,000 scans', 'read in part', () =>
    huge(JPEG, jpegOfScans(4000, 30_000), { 256: 4000, 257: 4000, 322: 4000, 323: 4000 }),
  ),
  file('a JPEG with a second, larger picture', 'read in part', () =>
    packedWith(
      JPEG,
      Uint8Array.from([...jpegClaiming(64, 64).subarray(0, -2), ...jpegClaiming(65500, 65500)]),
    ),
  ),
  file('JPEG tables with a picture', 'read in part', () =>
    packedWith(JPEG, jpegClaiming(64, 64), {
      347: { type: 'undefined', values: jpegClaiming(65500, 65500) },
    }),
  ),
  file('20 overviews with tiles of 225 MB that were never written', 'read', () =>
    buildTiff(
      Array.from({ length: 20 }, (_, index) => ({
        fields: {
          ...PLAIN,
          ...{ 254: index === 0 ? 0 : 1, 256: TILE - index, 257: TILE - index, 259: short(DEFLATE) },
          ...{ 278: TILE, 42113: ascii('7') },
        },
        blocks: [new Uint8Array(0)],
      })),
    ),
  ),

  // Texts and keys
  {
    name: 'a description of 900 MB, in a file of 1 GB',
    ends: 'read',
    bytes: () =>
      padded(changed({ 270: { type: 'ascii', values: 'words', count: 900 * MB, offset: 8 } }), 2 ** 30),
  },
  file('a description beyond the file', 'refused', () =>
    changed({ 270: { type: 'ascii', values: 'words', count: 2 ** 32 - 1 } }),
  ),
  file('metadata with entities of entities', 'read', () =>
    metadata(
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}"><!ENTITY c "${'&b;'.repeat(1000)}">]>` +
        `<GDALMetadata><Item name="x">${'&c;'.repeat(1000)}</Item></GDALMetadata>`,
    ),
  ),
  file('metadata of a million beginnings', 'read', () => metadata('<Item'.repeat(10 ** 6))),
  file('metadata of a million open items', 'read', () => metadata('<Item name="x">'.repeat(10 ** 6))),
  file('metadata with one long attribute', 'read', () => metadata(`<Item ${'a'.repeat(4 * MB)}>x</Item>`)),
  file('metadata with a million half attributes', 'read', () =>
    metadata(`<Item ${'a= '.repeat(10 ** 6)}>x</Item>`),
  ),
  file('metadata of half entities', 'read', () => metadata(`<Item name="x">${'&#'.repeat(10 ** 6)}</Item>`)),
  file('a million items', 'read', () =>
    metadata(
      Array.from({ length: 10 ** 6 }, (_, index) => `<Item name="${index}">x</Item>`)
        .join('')
        .slice(0, 15 * MB),
    ),
  ),
  file('a scale of a billion digits', 'read', () =>
    metadata(`<Item name="SCALE" sample="0" role="scale">${'9'.repeat(10 ** 6)}</Item>`),
  ),
  file('a nodata value of a million digits', 'read', () => changed({ 42113: ascii('9'.repeat(10 ** 6)) })),
  file('geographic keys that point outside', 'read', () =>
    changed({
      33550: doubles(1, 1, 0),
      33922: doubles(0, 0, 0, 0, 0, 0),
      ...keys([1024, 0, 1, 1], [3072, 34736, 1, 60000], [1026, 34737, 60000, 60000], [2057, 34736, 9, 65535]),
    }),
  ),
  file('more geographic keys than there are', 'read', () =>
    changed({
      33550: doubles(1, 1, 0),
      33922: doubles(0, 0, 0, 0, 0, 0),
      34735: short(1, 1, 0, 65535, 1024, 0, 1, 2),
    }),
  ),
  file('a place that is not a number', 'read', () =>
    changed({ 33550: doubles(NaN, Infinity, 0), 33922: doubles(0, 0, 0, NaN, 1e308, 0) }),
  ),
]
