import { AppError } from '../../lib/errors.ts'
import { inflateAtMost } from './inflate.ts'
import { assertJpegFits } from './jpeg-frame.ts'
import type { Layout } from './layout.ts'
import { decodeLerc } from './lerc.ts'
import { decodeLzw } from './lzw.ts'
import { decodePackBits } from './packbits.ts'
import { withContentSize } from './zstd-frame.ts'

/** Undoes the compression of one block of `size` bytes; the result may be longer, or shorter where it is damaged. */
export type Codec = (packed: Uint8Array<ArrayBuffer>, size: number) => Promise<Uint8Array<ArrayBuffer>>

/** DEFLATE with its zlib header, at most `size` bytes. Rejects where the data is damaged or something follows its end. */
export type Inflate = Codec

const NONE = 1
const LZW = 5
const JPEG = 7
const PACKBITS = 32773
const LERC = 34887
const ZSTD = 50000
const DEFLATE: ReadonlySet<number> = new Set([8, 32946])
const YCBCR = 6

/** Of the second LERC parameter: how blobs are packed once more. */
const LERC_DEFLATE = 1
const LERC_ZSTD = 2

/** The codec of an image. DEFLATE is the platform's own (about twice as fast), JPEG geotiff.js's, ZSTD fzstd's, the rest ours. */
export async function codecOf(layout: Layout, platform: Inflate): Promise<Codec> {
  const { compression } = layout
  const inflate = forgiving(platform)
  if (compression === NONE) return (packed) => Promise.resolve(packed)
  if (DEFLATE.has(compression)) return inflate
  if (compression === LZW) return (packed, size) => Promise.resolve(decodeLzw(packed, size))
  if (compression === PACKBITS) return (packed, size) => Promise.resolve(decodePackBits(packed, size))
  if (compression === LERC) return lercCodec(layout, inflate)
  if (compression === ZSTD) return zstdCodec()
  const jpeg = await jpegDecoder(layout)
  return async (packed, size) => {
    try {
      assertJpegFits(packed, layout)
      const decoded = await jpeg(packed)
      if (decoded.byteLength < size) throw new Error('the picture is smaller than its block')
      return layout.photometric === YCBCR ? toRgb(decoded) : decoded
    } catch (cause) {
      throw damaged(cause)
    }
  }
}

/** Undoes JPEG; colours stay as the file has them. */
async function jpegDecoder({ block, bits, planar, samples, jpegTables }: Layout) {
  const { getDecoder } = await import('geotiff')
  const parameters = {
    tileWidth: block.width,
    tileHeight: block.height,
    predictor: 1,
    bitsPerSample: bits,
    planarConfiguration: planar ? 2 : 1,
    samplesPerPixel: samples,
    ...(jpegTables ? { JPEGTables: jpegTables } : {}),
  }
  return async (packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    // A decoder keeps state while it works, so every block gets its own; and it takes a whole buffer.
    const decoder = await getDecoder(JPEG, parameters)
    return new Uint8Array((await decoder.decode(packed.slice().buffer)) as ArrayBuffer)
  }
}

async function zstdCodec(): Promise<Codec> {
  // Plain JavaScript: the decoder of geotiff.js fetches itself from a data: address, which the page's policy forbids.
  const { decompress } = await import('fzstd')
  return (packed, size) => {
    const framed = withContentSize(packed, size)
    if (!framed) return Promise.reject(damaged(new Error('not a Zstandard frame of the expected size')))
    try {
      return Promise.resolve(decompress(framed) as Uint8Array<ArrayBuffer>)
    } catch (cause) {
      return Promise.reject(damaged(cause))
    }
  }
}

async function lercCodec(
  { lercParameters, planar, samples, bits }: Layout,
  inflate: Inflate,
): Promise<Codec> {
  const stride = planar ? 1 : samples
  const bytes = bits / 8
  const more = lercParameters[1]
  const unpack = more === LERC_DEFLATE ? inflate : more === LERC_ZSTD ? await zstdCodec() : null
  return async (packed, size) => {
    // Numbers that cannot be packed are stored plainly, after a header and a mask.
    const blob = unpack ? await unpack(packed, Math.ceil(size * 1.125) + 4096) : packed
    try {
      return decodeLerc(blob, { pixels: size / (stride * bytes), stride, bytes })
    } catch (cause) {
      throw damaged(cause)
    }
  }
}

/** The platform refuses a block with bytes after its end, which some writers leave. */
function forgiving(platform: Inflate): Codec {
  return async (packed, size) => {
    try {
      return await platform(packed, size)
    } catch {
      try {
        return inflateAtMost(packed, size)
      } catch (cause) {
        throw damaged(cause)
      }
    }
  }
}

/** The browser's own. Written and read by hand: through a Blob and a Response it takes five times as long in Node. */
export async function streamInflate(
  packed: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream('deflate')
  const writer = stream.writable.getWriter()
  // A failed write fails the read below as well, which reports it.
  void Promise.allSettled([writer.write(packed), writer.close()])
  const out = new Uint8Array(size)
  const reader = stream.readable.getReader()
  let end = 0
  while (end < size) {
    const { done, value } = await reader.read()
    if (done) break
    const part = value.subarray(0, size - end)
    out.set(part, end)
    end += part.byteLength
  }
  if (end < size) return out.slice(0, end)
  await reader.cancel().catch(() => undefined)
  return out
}

function damaged(cause: unknown): AppError {
  return new AppError(
    'read_failed',
    'a block of the file cannot be decompressed; the file is damaged, copy it again',
    {},
    { cause },
  )
}

/** JFIF (ITU-T T.871) conversion in place. */
function toRgb(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const out = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    const [y, blue, red] = [bytes[at]!, bytes[at + 1]! - 128, bytes[at + 2]! - 128]
    out[at] = y + 1.402 * red
    out[at + 1] = y - 0.344136 * blue - 0.714136 * red
    out[at + 2] = y + 1.772 * blue
  }
  return bytes
}
