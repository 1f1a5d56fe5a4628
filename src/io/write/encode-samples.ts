import { AppError } from '../../lib/errors.ts'
import type { WriteOptions, WrittenType } from './write-geotiff.ts'

const TILE = 256
const RANGES: Readonly<Record<WrittenType, readonly [lowest: number, highest: number]>> = {
  uint8: [0, 255],
  uint16: [0, 65535],
  int16: [-32768, 32767],
  float32: [-Infinity, Infinity],
}

/** Little-endian bytes of a tile as the file stores it: scaled, NaN as nodata, integers differenced when packed. */
export function encodeSamples(tile: Float32Array, options: WriteOptions): Uint8Array<ArrayBuffer> {
  const { sampleType, nodata, scale = 1, offset = 0, compression = 'deflate' } = options
  const [lowest, highest] = RANGES[sampleType]
  const integers = sampleType !== 'float32'
  const out =
    sampleType === 'uint8'
      ? new Uint8Array(tile.length)
      : sampleType === 'uint16'
        ? new Uint16Array(tile.length)
        : sampleType === 'int16'
          ? new Int16Array(tile.length)
          : new Float32Array(tile.length)
  const empty = nodata ?? (integers ? null : NaN)
  for (let index = 0; index < tile.length; index++) {
    const value = tile[index]!
    if (Number.isNaN(value)) {
      out[index] = empty ?? 0
      continue
    }
    const stored = integers ? Math.round((value - offset) / scale) : Math.fround((value - offset) / scale)
    if (stored < lowest || stored > highest || stored === nodata)
      throw misfit({ value, stored, sampleType, nodata })
    out[index] = stored
  }
  if (integers && compression === 'deflate') difference(out)
  return new Uint8Array(out.buffer)
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
function difference(data: Uint8Array | Uint16Array | Int16Array | Float32Array): void {
  for (let row = 0; row < data.length; row += TILE) {
    for (let index = row + TILE - 1; index > row; index--) data[index] = data[index]! - data[index - 1]!
  }
}
