import { AppError } from '../../../lib/errors.ts'
import type { SampleType } from '../../types.ts'
import { MAX_BLOCK_BYTES, type BlockLayout } from '../layout.ts'
import type { EnviFields } from './header-fields.ts'

export interface EnviLayout extends BlockLayout {
  readonly interleave: 'bsq' | 'bil' | 'bip'
  readonly littleEndian: boolean
  /** Bytes before the first pixel. */
  readonly start: number
}

const TYPES = new Map<number, readonly [type: SampleType, bits: number]>([
  [1, ['uint8', 8]],
  [2, ['int16', 16]],
  [3, ['int32', 32]],
  [4, ['float32', 32]],
  [5, ['float64', 64]],
  [12, ['uint16', 16]],
  [13, ['uint32', 32]],
])
const NOT_READ = new Map([
  [6, 'complex numbers'],
  [9, 'complex numbers'],
  [14, '64-bit integers'],
  [15, '64-bit integers'],
])
const BLOCK_BYTES = 2 ** 20
const MAX_SIDE = 2 ** 31 - 1
const MAX_BANDS = 65535

/** How the pixels lie in the file, by its header. Throws unsupported_file for what cannot be read. */
export function readLayout(fields: EnviFields): EnviLayout {
  const width = whole(fields, 'samples', [1, MAX_SIDE])
  const height = whole(fields, 'lines', [1, MAX_SIDE])
  const samples = whole(fields, 'bands', [1, MAX_BANDS], 1)
  const start = whole(fields, 'header offset', [0, Number.MAX_SAFE_INTEGER], 0)
  const order = whole(fields, 'byte order', [0, 1], 0)
  const code = whole(fields, 'data type', [0, 255])
  const type = TYPES.get(code)
  if (!type) {
    throw unsupported(
      `holds data type ${code}${NOT_READ.has(code) ? ` (${NOT_READ.get(code)})` : ''}; integers up to 32 bits and ` +
        'floats are read: convert it, for example with gdal_translate -ot Float32',
    )
  }
  if (whole(fields, 'file compression', [0, 1], 0) === 1)
    throw unsupported('is compressed; convert it, for example with gdal_translate')
  const interleave = fields.get('interleave')?.toLowerCase() ?? 'bsq'
  if (interleave !== 'bsq' && interleave !== 'bil' && interleave !== 'bip')
    throw unsupported(
      'has an interleave other than bsq, bil or bip; convert it, for example with gdal_translate',
    )
  const [sampleType, bits] = type
  const planar = interleave === 'bsq'
  const rowBytes = (width * (planar ? 1 : samples) * bits) / 8
  if (rowBytes > MAX_BLOCK_BYTES)
    throw unsupported(
      `has rows of ${Math.round(rowBytes / 2 ** 20)} MB; write it as bsq or as a tiled GeoTIFF`,
    )
  const rows = Math.min(height, Math.max(1, Math.floor(BLOCK_BYTES / rowBytes)))
  return {
    width,
    height,
    block: { width, height: rows },
    blocksAcross: 1,
    blocksDown: Math.ceil(height / rows),
    samples,
    planar,
    bits,
    sampleType,
    interleave,
    littleEndian: order === 0,
    start,
  }
}

function whole(
  fields: EnviFields,
  name: string,
  [least, most]: readonly [number, number],
  absent?: number,
): number {
  const text = fields.get(name)
  if (text === undefined && absent !== undefined) return absent
  const value = /^\d{1,16}$/.test(text ?? '') ? Number(text) : NaN
  if (value >= least && value <= most) return value
  throw new AppError(
    'unsupported_file',
    `the ENVI header ${text === undefined ? 'lacks' : 'has no valid number for'} "${name}"; write the header again with the program that made the file`,
  )
}

const unsupported = (what: string) => new AppError('unsupported_file', `the ENVI file ${what}`)
