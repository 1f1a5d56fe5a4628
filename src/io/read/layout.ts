import { AppError } from '../../lib/errors.ts'
import type { SampleType } from '../types.ts'
import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** How the pixels of one image are parted into blocks. */
export interface BlockLayout {
  readonly width: number
  readonly height: number
  readonly block: { readonly width: number; readonly height: number }
  readonly blocksAcross: number
  readonly blocksDown: number
  readonly samples: number
  /** True where each sample has blocks of its own. */
  readonly planar: boolean
  readonly bits: number
  readonly sampleType: SampleType
}

/** How the pixels of one image of a TIFF lie in the file. */
export interface Layout extends BlockLayout {
  readonly tiled: boolean
  /** Rows of a strip as the file lists them; plain strips are read in lower blocks. Those of a tile where tiled. */
  readonly listedRows: number
  readonly compression: number
  readonly predictor: number
  readonly photometric: number
  readonly littleEndian: boolean
  readonly lercParameters: readonly number[]
  readonly jpegTables: Uint8Array | null
}

/** A block of this many bytes is still decoded at once. */
export const MAX_BLOCK_BYTES = 256 * 1024 * 1024
/** Plain strips are read by parts of this size. */
const PART_BYTES = 2 ** 20
const MAX_SIDE = 2 ** 31 - 1
const MAX_SAMPLES = 65535

const NONE = 1
const JPEG = 7
const LERC = 34887
const ZSTD = 50000
const PREDICTED: ReadonlySet<number> = new Set([5, 8, 32946, ZSTD])
/** How many times a decoded block is in memory while these work; measured, and for JPEG a list a piece of 8 × 8. */
const MEMORY_FACTOR: Readonly<Record<number, number>> = { [JPEG]: 16, [LERC]: 2, [ZSTD]: 2 }
const YCBCR = 6

const DECODED: ReadonlySet<number> = new Set([1, 5, JPEG, 8, 32773, 32946, LERC, ZSTD])
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
  if (!(Number.isInteger(samples) && samples >= 1 && samples <= MAX_SAMPLES)) {
    throw new AppError('read_failed', `the file claims ${samples} bands; it is damaged`)
  }
  const tiled = directory.has(Tag.TileOffsets)
  if (!tiled && !directory.has(Tag.StripOffsets)) {
    throw new AppError('read_failed', 'the file has neither strips nor tiles of pixels; it is damaged')
  }
  const listed = tiled
    ? { width: await of(Tag.TileWidth, 0), height: await of(Tag.TileLength, 0) }
    : { width, height: Math.min(height, await of(Tag.RowsPerStrip, height)) }
  if (
    ![listed.width, listed.height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE)
  ) {
    throw new AppError(
      'read_failed',
      `the file claims blocks of ${listed.width} × ${listed.height} pixels; it is damaged`,
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
  const { bits, sampleType } = await readSampleType(directory, samples)
  const planar = samples > 1 && (await of(Tag.PlanarConfiguration, 1)) === 2
  const isPlainStrip = !tiled && compression === NONE
  const rowBytes = Math.ceil((width * (planar ? 1 : samples) * bits) / 8)
  const block = isPlainStrip ? { width, height: partOfStrip(listed.height, height, rowBytes) } : listed
  const photometric = await of(Tag.Photometric, 1)
  assertPlainSamples({ compression, bits, photometric, isRgbLike: samples === 3 && !planar })
  if (compression !== JPEG && (await of(Tag.FillOrder, 1)) === 2) {
    throw new AppError(
      'unsupported_file',
      'the bits of the file are in reversed order (FillOrder 2), which GeoForge cannot read; convert it to a GeoTIFF',
    )
  }
  const numbers = block.width * block.height * (planar ? 1 : samples)
  const bytes = numbers * bytesInMemory(sampleType) * (MEMORY_FACTOR[compression] ?? 1)
  if (bytes > MAX_BLOCK_BYTES) {
    throw new AppError(
      'unsupported_file',
      `one block of the file holds ${block.width} × ${block.height} pixels, ${Math.round(bytes / 2 ** 20)} MB at once; ` +
        'convert the file to a tiled GeoTIFF',
    )
  }
  // Other codecs know no predictor; what the tag says then means nothing.
  const predictor = PREDICTED.has(compression) ? await of(Tag.Predictor, 1) : 1
  const isPredictable =
    predictor === 1 ||
    (predictor === 2 && [8, 16, 32, 64].includes(bits)) ||
    (predictor === 3 && (sampleType === 'float32' || sampleType === 'float64'))
  if (!isPredictable) {
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
    listedRows: listed.height,
    samples,
    planar,
    bits,
    sampleType,
    compression,
    predictor,
    photometric,
    littleEndian,
    lercParameters: compression === LERC ? await directory.numbers(Tag.LercParameters) : [],
    jpegTables: compression === JPEG ? await directory.bytes(Tag.JpegTables) : null,
  }
}

/** Rows read at once of a strip without compression, whose rows can be found by counting: whole parts of the strip. */
function partOfStrip(rows: number, imageRows: number, rowBytes: number): number {
  const most = Math.max(1, Math.floor(PART_BYTES / rowBytes))
  if (rows <= most) return rows
  if (rows >= imageRows) return most
  let part = most
  while (rows % part !== 0) part--
  return part
}

/** Throws unsupported_file where a sample is not one number of the block. */
function assertPlainSamples(of: {
  readonly compression: number
  readonly bits: number
  readonly photometric: number
  readonly isRgbLike: boolean
}): void {
  if (of.compression === JPEG && of.bits !== 8) {
    throw new AppError(
      'unsupported_file',
      `the file holds JPEG pixels of ${of.bits} bits, which GeoForge cannot read; convert it to a GeoTIFF with DEFLATE`,
    )
  }
  if (of.photometric === YCBCR && !(of.compression === JPEG && of.isRgbLike)) {
    throw new AppError(
      'unsupported_file',
      'the file holds brightness and colour differences (YCbCr) other than as JPEG, which GeoForge cannot read; convert it to RGB',
    )
  }
}

const bytesInMemory = (type: SampleType) => Number(/\d+/.exec(type)![0]) / 8

async function readSampleType(
  directory: TiffDirectory,
  samples: number,
): Promise<{ readonly bits: number; readonly sampleType: SampleType }> {
  const allBits = await directory.numbers(Tag.BitsPerSample, samples)
  const formats = await directory.numbers(Tag.SampleFormat, samples)
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
  if ((format !== 1 && format !== 4) || !Number.isInteger(bits)) return null
  if (bits >= 1 && bits <= 8) return 'uint8'
  if (bits > 8 && bits <= 16) return 'uint16'
  return bits === 32 ? 'uint32' : null
}
