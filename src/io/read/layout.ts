import { AppError } from '../../lib/errors.ts'
import type { SampleType } from '../types.ts'
import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** How the pixels of one image lie in the file. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly block: { readonly width: number; readonly height: number }
  readonly blocksAcross: number
  readonly blocksDown: number
  readonly tiled: boolean
  readonly samples: number
  /** True where each sample has blocks of its own. */
  readonly planar: boolean
  readonly bits: number
  readonly sampleType: SampleType
  readonly compression: number
  readonly predictor: number
  readonly photometric: number
  readonly littleEndian: boolean
  readonly lercParameters: readonly number[]
  readonly jpegTables: Uint8Array | null
}

/** A decoded block must fit in memory several times over. */
const MAX_BLOCK_BYTES = 512 * 1024 * 1024
const MAX_SIDE = 2 ** 31 - 1
const MAX_SAMPLES = 65535

const DECODED: ReadonlySet<number> = new Set([1, 5, 7, 8, 32773, 32946, 34887, 50000])
const NOT_DECODED: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT fax 3',
  4: 'CCITT fax 4',
  6: 'old-style JPEG',
  33003: 'JPEG 2000',
  33004: 'JPEG 2000',
  33005: 'JPEG 2000',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  34926: 'ZSTD (old code)',
  34933: 'PNG',
  50001: 'WebP',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
}

/** Checks and gathers what decoding needs. Throws unsupported_file or read_failed by name of what is in the way. */
export async function readLayout(directory: TiffDirectory, littleEndian: boolean): Promise<Layout> {
  const of = (tag: number, absent: number) => directory.number(tag, absent)
  const [width, height, samples] = [
    await of(Tag.ImageWidth, 0),
    await of(Tag.ImageLength, 0),
    await of(Tag.SamplesPerPixel, 1),
  ]
  if (![width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE)) {
    throw new AppError(
      'read_failed',
      `the file claims an image of ${width} × ${height} pixels; it is damaged`,
    )
  }
  if (!(samples >= 1 && samples <= MAX_SAMPLES)) {
    throw new AppError('read_failed', `the file claims ${samples} bands; it is damaged`)
  }
  const tiled = directory.has(Tag.TileOffsets)
  if (!tiled && !directory.has(Tag.StripOffsets)) {
    throw new AppError('read_failed', 'the file has neither strips nor tiles of pixels; it is damaged')
  }
  const block = tiled
    ? { width: await of(Tag.TileWidth, 0), height: await of(Tag.TileLength, 0) }
    : { width, height: Math.min(height, await of(Tag.RowsPerStrip, height)) }
  if (!(block.width >= 1 && block.height >= 1 && block.width <= MAX_SIDE && block.height <= MAX_SIDE)) {
    throw new AppError(
      'read_failed',
      `the file claims blocks of ${block.width} × ${block.height} pixels; it is damaged`,
    )
  }
  const compression = await of(Tag.Compression, 1)
  if (!DECODED.has(compression)) {
    const name = NOT_DECODED[compression] ?? `code ${compression}`
    throw new AppError(
      'unsupported_file',
      `the pixels are compressed with ${name}, which GeoForge cannot read; convert the file to a GeoTIFF with DEFLATE`,
    )
  }
  const { bits, sampleType } = await readSampleType(directory)
  const planar = samples > 1 && (await of(Tag.PlanarConfiguration, 1)) === 2
  const bytes = (block.width * block.height * (planar ? 1 : samples) * Math.max(8, bits)) / 8
  if (bytes > MAX_BLOCK_BYTES) {
    throw new AppError(
      'unsupported_file',
      `one block of the file holds ${block.width} × ${block.height} pixels, ${Math.round(bytes / 2 ** 20)} MB at once; ` +
        'convert the file to a tiled GeoTIFF',
    )
  }
  const predictor = await of(Tag.Predictor, 1)
  if (![1, 2, 3].includes(predictor) || (predictor !== 1 && bits < 8) || (predictor === 3 && bits < 16)) {
    throw new AppError(
      'unsupported_file',
      `the file uses predictor ${predictor} on ${bits} bits, which GeoForge cannot read`,
    )
  }
  return {
    width,
    height,
    block,
    blocksAcross: Math.ceil(width / block.width),
    blocksDown: Math.ceil(height / block.height),
    tiled,
    samples,
    planar,
    bits,
    sampleType,
    compression,
    predictor,
    photometric: await of(Tag.Photometric, 1),
    littleEndian,
    lercParameters: compression === 34887 ? await directory.numbers(Tag.LercParameters) : [],
    jpegTables: compression === 7 ? await directory.bytes(Tag.JpegTables) : null,
  }
}

async function readSampleType(
  directory: TiffDirectory,
): Promise<{ readonly bits: number; readonly sampleType: SampleType }> {
  const allBits = await directory.numbers(Tag.BitsPerSample)
  const formats = await directory.numbers(Tag.SampleFormat)
  const bits = allBits[0] ?? 1
  const format = formats[0] ?? 1
  if (allBits.some((other) => other !== bits) || formats.some((other) => other !== format)) {
    throw new AppError(
      'unsupported_file',
      'the bands of the file have unlike sample types; give each band as a file',
    )
  }
  if (format === 5 || format === 6) {
    throw new AppError(
      'unsupported_file',
      'the pixels are complex numbers (as in radar SLC products); give amplitude or backscatter as real numbers',
    )
  }
  const sampleType = sampleTypeOf(format, bits)
  if (sampleType === null) {
    throw new AppError(
      'unsupported_file',
      `the pixels have ${bits} bits in sample format ${format}, which GeoForge cannot read`,
    )
  }
  return { bits, sampleType }
}

/** Narrow samples are widened to the next type that holds them. */
function sampleTypeOf(format: number, bits: number): SampleType | null {
  if (format === 3) return bits === 16 || bits === 32 ? 'float32' : bits === 64 ? 'float64' : null
  if (format === 2) return bits === 8 ? 'int8' : bits === 16 ? 'int16' : bits === 32 ? 'int32' : null
  if (format !== 1 && format !== 4) return null
  if ([1, 2, 4, 8].includes(bits)) return 'uint8'
  if (bits > 8 && bits <= 16) return 'uint16'
  return bits === 32 ? 'uint32' : null
}
