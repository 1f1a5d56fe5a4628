import { AppError } from '../../lib/errors.ts'
import type { SampleType } from '../types.ts'

export type WrittenType = Extract<SampleType, 'uint8' | 'uint16' | 'int16' | 'int32' | 'float32'>

/** How samples are stored: TIFF's SampleFormat, and the range of what fits. */
export const SAMPLES = {
  uint8: { array: Uint8Array, bits: 8, format: 1, lowest: 0, highest: 255 },
  uint16: { array: Uint16Array, bits: 16, format: 1, lowest: 0, highest: 65535 },
  int16: { array: Int16Array, bits: 16, format: 2, lowest: -32768, highest: 32767 },
  int32: { array: Int32Array, bits: 32, format: 2, lowest: -2147483648, highest: 2147483647 },
  float32: { array: Float32Array, bits: 32, format: 3, lowest: -Infinity, highest: Infinity },
} as const satisfies Record<WrittenType, unknown>

export interface Encoding {
  readonly sampleType: WrittenType
  /** What NaN is stored as; null where no value may be NaN. */
  readonly empty: number | null
  /** stored = (value − offset) / scale. */
  readonly scale: number
  readonly offset: number
  /** TIFF's predictor: 1 none, 2 differences of integers, 3 differences of the bytes of floats. */
  readonly predictor: 1 | 2 | 3
  /** Pixels a row. */
  readonly width: number
  /** A mean may fall on the nodata number by chance: it is then moved to the number beside it instead of refused. */
  readonly meansOfValues: boolean
}

type Stored = Uint8Array | Uint16Array | Int16Array | Int32Array | Float32Array

/**
 * Little-endian bytes of pixels as the file stores them: scaled, NaN as nodata, differenced by the predictor.
 * Throws invalid_input where a value does not fit the type, is the nodata number, or is missing and may not be.
 */
export function encodeSamples(
  values: Float32Array | Float64Array,
  encoding: Encoding,
): Uint8Array<ArrayBuffer> {
  const stored = toStored(values, encoding)
  if (encoding.predictor === 2) difference(stored, encoding.width)
  const bytes = new Uint8Array(stored.buffer)
  return encoding.predictor === 3 ? differenceFloats(bytes, encoding.width) : bytes
}

function toStored(values: Float32Array | Float64Array, encoding: Encoding): Stored & { buffer: ArrayBuffer } {
  const { sampleType, empty, scale, offset } = encoding
  const { array, lowest, highest } = SAMPLES[sampleType]
  const integers = sampleType !== 'float32'
  const isPlain = scale === 1 && offset === 0
  if (!integers && Number.isNaN(empty) && isPlain) return new Float32Array(values)
  const out = new array(values.length)
  const nodata = integers || empty === null ? empty : Math.fround(empty)
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    if (value !== value) {
      if (empty === null) throw missing(sampleType)
      out[index] = empty
      continue
    }
    const scaled = isPlain ? value : (value - offset) / scale
    let stored = integers ? Math.round(scaled) : Math.fround(scaled)
    if (stored === nodata && encoding.meansOfValues) stored = beside(stored, sampleType)
    if (stored < lowest || stored > highest || stored === nodata) {
      throw misfit({ value, stored, sampleType, nodata })
    }
    out[index] = stored
  }
  return out
}

/** The next number of the type, upwards where there is one. */
function beside(value: number, sampleType: WrittenType): number {
  if (sampleType !== 'float32') return value < SAMPLES[sampleType].highest ? value + 1 : value - 1
  const bits = new Int32Array(new Float32Array([value]).buffer)
  // Floats of one sign are ordered as their bits are; from zero the next is the smallest of all.
  bits[0] = value === 0 ? 1 : bits[0]! - 1
  return new Float32Array(bits.buffer)[0]!
}

function missing(sampleType: string): AppError {
  return new AppError(
    'invalid_input',
    `some pixels have no value, and ${sampleType} has none for them; choose a nodata number`,
  )
}

function misfit(of: { value: number; stored: number; sampleType: string; nodata: number | null }): AppError {
  return new AppError(
    'invalid_input',
    of.stored === of.nodata
      ? `the value ${of.value} would be stored as ${of.stored}, which stands for nodata; choose another nodata number`
      : `the value ${of.value} would be stored as ${of.stored}, which does not fit ${of.sampleType}; choose a wider type or another scale`,
  )
}

/** Predictor 2: from the end of each row, the difference to the sample before. */
function difference(data: Stored, width: number): void {
  for (let row = 0; row < data.length; row += width) {
    for (let index = row + width - 1; index > row; index--) data[index] = data[index]! - data[index - 1]!
  }
}

/**
 * Predictor 3 (TIFF Technical Note 3): of each row first the highest bytes of all samples, then the next ones, and the
 * difference of each byte to the one before.
 */
function differenceFloats(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length)
  for (let row = 0; row < bytes.length; row += 4 * width) {
    for (let col = 0; col < width; col++) {
      for (let place = 0; place < 4; place++) {
        out[row + place * width + col] = bytes[row + 4 * col + 3 - place]!
      }
    }
    for (let at = row + 4 * width - 1; at > row; at--) out[at] = out[at]! - out[at - 1]!
  }
  return out
}
