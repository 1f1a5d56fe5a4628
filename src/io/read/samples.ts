import type { Layout } from './layout.ts'

export type Samples =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

type Shape = Pick<Layout, 'bits' | 'sampleType' | 'predictor' | 'littleEndian'>

/**
 * Numbers of a decompressed block of `rows` rows of `perRow` samples (`stride` samples a pixel): byte order, predictor
 * and narrow samples undone. `bytes` may be changed and kept. Missing bytes at the end read as 0.
 */
export function toSamples(
  bytes: Uint8Array<ArrayBuffer>,
  shape: Shape,
  block: { readonly rows: number; readonly perRow: number; readonly stride: number },
): Samples {
  const { bits, predictor, littleEndian } = shape
  const { rows, perRow, stride } = block
  if (bits < 8 || (bits > 8 && bits < 16)) return unpackBits(bytes, bits, block)
  const size = bits / 8
  const whole = aligned(bytes, rows * perRow * size)
  if (predictor === 3) undoFloatPredictor(whole, { rows, perRow, stride, size })
  else {
    if (!littleEndian && size > 1) swapBytes(whole, size)
    if (predictor === 2) undoDifferences(whole, { rows, perRow, stride, size })
  }
  if (shape.sampleType === 'float32' && bits === 16) return halfFloats(new Uint16Array(whole.buffer))
  return new ARRAYS[shape.sampleType](whole.buffer)
}

const ARRAYS = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
}

/** The same bytes in a buffer of exactly `length` bytes. */
function aligned(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (bytes.byteOffset === 0 && bytes.byteLength === length && bytes.buffer.byteLength === length)
    return bytes
  const copy = new Uint8Array(length)
  copy.set(bytes.subarray(0, length))
  return copy
}

function swapBytes(bytes: Uint8Array, size: number): void {
  for (let at = 0; at < bytes.length; at += size) {
    for (let low = at, high = at + size - 1; low < high; low++, high--) {
      const kept = bytes[low]!
      bytes[low] = bytes[high]!
      bytes[high] = kept
    }
  }
}

interface Rows {
  readonly rows: number
  readonly perRow: number
  readonly stride: number
  readonly size: number
}

/** Predictor 2 (TIFF 6.0, §14): each sample is the difference to the same band of the pixel before it. */
function undoDifferences(bytes: Uint8Array<ArrayBuffer>, { rows, perRow, stride, size }: Rows): void {
  const data =
    size === 1
      ? bytes
      : size === 2
        ? new Uint16Array(bytes.buffer)
        : size === 4
          ? new Uint32Array(bytes.buffer)
          : new BigUint64Array(bytes.buffer)
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * perRow
    if (data instanceof BigUint64Array) {
      for (let at = row * perRow + stride; at < end; at++) data[at] = data[at]! + data[at - stride]!
    } else {
      for (let at = row * perRow + stride; at < end; at++) data[at] = data[at]! + data[at - stride]!
    }
  }
}

/** Predictor 3 (TIFF Technical Note 3): bytes of a row sorted by significance, highest first, then differenced. */
function undoFloatPredictor(bytes: Uint8Array, { rows, perRow, stride, size }: Rows): void {
  const width = perRow * size
  const planes = new Uint8Array(width)
  for (let row = 0; row < rows; row++) {
    const start = row * width
    for (let at = start + stride; at < start + width; at++) bytes[at] = bytes[at]! + bytes[at - stride]!
    planes.set(bytes.subarray(start, start + width))
    for (let sample = 0; sample < perRow; sample++) {
      for (let byte = 0; byte < size; byte++) {
        bytes[start + sample * size + byte] = planes[(size - 1 - byte) * perRow + sample]!
      }
    }
  }
}

/** Samples of 1 to 15 bits, most significant bit first; each row starts on a byte. */
function unpackBits(
  bytes: Uint8Array,
  bits: number,
  { rows, perRow }: { readonly rows: number; readonly perRow: number },
): Samples {
  const out = bits < 8 ? new Uint8Array(rows * perRow) : new Uint16Array(rows * perRow)
  const rowBytes = Math.ceil((perRow * bits) / 8)
  for (let row = 0; row < rows; row++) {
    let at = row * rowBytes
    let held = 0
    let count = 0
    for (let sample = 0; sample < perRow; sample++) {
      while (count < bits) {
        held = ((held << 8) | (bytes[at++] ?? 0)) & 0xffffff
        count += 8
      }
      count -= bits
      out[row * perRow + sample] = (held >> count) & ((1 << bits) - 1)
    }
  }
  return out
}

/** IEEE 754 binary16 to numbers. */
function halfFloats(halves: Uint16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(halves, (half) => {
    const sign = half & 0x8000 ? -1 : 1
    const exponent = (half >> 10) & 0x1f
    const fraction = half & 0x3ff
    if (exponent === 0x1f) return fraction ? NaN : sign * Infinity
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
  })
}
