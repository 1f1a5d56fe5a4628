import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import type { ByteSink } from '../types.ts'

export interface PngOptions {
  readonly width: number
  readonly height: number
  readonly signal?: AbortSignal | undefined
}

/** What the format allows for a side. */
const LONGEST_SIDE = 2 ** 31 - 1
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Red, green, blue, alpha. */
const CHANNELS = 4
/** Filter type 2: each byte less the one above it. */
const UP = 2

/**
 * Writes an RGBA picture of 8 bits a channel as PNG (https://www.w3.org/TR/png-3/). `fill` hands its rows over from top
 * to bottom, some whole rows at a time; they are packed and written as they come. Does not close the sink.
 */
export async function writePng(
  sink: ByteSink,
  { width, height, signal }: PngOptions,
  fill: (add: (rows: Uint8ClampedArray) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!(width >= 1 && height >= 1 && width <= LONGEST_SIDE && height <= LONGEST_SIDE)) {
    throw new AppError('invalid_input', `a picture of ${width} × ${height} pixels cannot be written as PNG`)
  }
  let end = 0
  const put = async (bytes: Uint8Array) => {
    throwIfAborted(signal)
    await sink.write(end, bytes)
    end += bytes.byteLength
  }
  await put(Uint8Array.from(SIGNATURE))
  await put(chunk('IHDR', headerBytes(width, height)))
  const stream = new CompressionStream('deflate')
  const reader = stream.readable.getReader()
  const writer = stream.writable.getWriter()
  const reading = async () => {
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        await put(chunk('IDAT', piece.value))
      }
    } catch (error) {
      await reader.cancel(error).catch(() => undefined)
      throw error
    }
  }
  const filling = async () => {
    try {
      let above = new Uint8Array(width * CHANNELS)
      await fill(async (rows) => {
        throwIfAborted(signal)
        const filtered = filterRows(rows, above)
        above = new Uint8Array(rows.slice(rows.length - above.length))
        await writer.write(filtered)
      })
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => undefined)
      throw error
    }
  }
  // Both end before either's error is told, so that nothing writes to a sink that is given up.
  const [written, filled] = await Promise.allSettled([reading(), filling()])
  for (const outcome of [filled, written]) if (outcome.status === 'rejected') throw outcome.reason
  await put(chunk('IEND', new Uint8Array(0)))
}

/** Rows with the filter's byte before each; `above` is the row before the first. */
function filterRows(rows: Uint8ClampedArray, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const perRow = above.length
  const out = new Uint8Array(rows.length + rows.length / perRow)
  let to = 0
  for (let start = 0; start < rows.length; start += perRow) {
    out[to++] = UP
    for (let at = start; at < start + perRow; at++) {
      out[to++] = rows[at]! - (start === 0 ? above[at]! : rows[at - perRow]!)
    }
  }
  return out
}

function headerBytes(width: number, height: number): Uint8Array {
  const out = new Uint8Array(13)
  const view = new DataView(out.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // 8 bits, colour with alpha; deflate, filters by row, not interlaced.
  out.set([8, 6, 0, 0, 0], 8)
  return out
}

/** Length, type, data and their checksum. */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(12 + data.byteLength)
  const view = new DataView(out.buffer)
  view.setUint32(0, data.byteLength)
  for (let at = 0; at < 4; at++) out[4 + at] = type.charCodeAt(at)
  out.set(data, 8)
  view.setUint32(8 + data.byteLength, crc32(out.subarray(4, 8 + data.byteLength)))
  return out
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

/** CRC-32 of ISO 3309, as PNG and zip use it. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) crc = CRC_TABLE[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
