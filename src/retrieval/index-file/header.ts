import { AppError } from '../../lib/errors.ts'
import type { AggregationOptions } from '../aggregate.ts'
import { xxh32 } from './xxh32.ts'

/** Raise it with every change of what a file holds or how its numbers were made. */
export const INDEX_VERSION = 1

export const HEADER_BYTES = 64

export interface Header {
  /** Positions, removed tools among them. */
  readonly tools: number
  readonly dimensions: number
  readonly edges: number
  /** Tools that keep the sum of what they gather. */
  readonly hubs: number
  readonly modelBytes: number
  readonly namesBytes: number
  readonly options: AggregationOptions
  /** XXH32 of all between the header and the vectors, and of the vectors. */
  readonly restChecksum: number
  readonly vectorsChecksum: number
}

const MAGIC = 'GFTOOLIX'
const MODES = ['p', 's', 'sym'] as const
const VERSION_AT = 8
const CHECKSUM_AT = 12
const WHOLE_NUMBERS = [
  'restChecksum',
  'vectorsChecksum',
  'tools',
  'dimensions',
  'edges',
  'hubs',
  'modelBytes',
  'namesBytes',
] as const satisfies readonly (keyof Header)[]
const NUMBERS_AT = 16
const ALPHA_AT = NUMBERS_AT + 4 * WHOLE_NUMBERS.length
const HOPS_AT = ALPHA_AT + 8
const MODE_AT = HOPS_AT + 4

export function writeHeader(header: Header): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(VERSION_AT, INDEX_VERSION, true)
  WHOLE_NUMBERS.forEach((name, at) => view.setUint32(NUMBERS_AT + 4 * at, header[name], true))
  view.setFloat64(ALPHA_AT, header.options.alpha, true)
  view.setUint32(HOPS_AT, header.options.hops, true)
  view.setUint32(MODE_AT, MODES.indexOf(header.options.mode), true)
  // Of the header with zeros in its own place.
  view.setUint32(CHECKSUM_AT, xxh32(bytes), true)
  return bytes
}

/** Throws unsupported_file where the bytes are no index or of another version, read_failed where they are damaged. */
export function readHeader(given: Uint8Array): Header {
  const bytes = given.slice()
  const view = new DataView(bytes.buffer)
  if (new TextDecoder('latin1').decode(bytes.subarray(0, VERSION_AT)) !== MAGIC) {
    throw new AppError('unsupported_file', 'the stored file is no index of tools; it is made anew', {
      reason: 'magic',
    })
  }
  const version = view.getUint32(VERSION_AT, true)
  if (version !== INDEX_VERSION) {
    throw new AppError(
      'unsupported_file',
      `the stored index is of version ${version}, wanted is ${INDEX_VERSION}; it is made anew`,
      { reason: 'version' },
    )
  }
  const checksum = view.getUint32(CHECKSUM_AT, true)
  view.setUint32(CHECKSUM_AT, 0, true)
  const mode = MODES[view.getUint32(MODE_AT, true)]
  if (xxh32(bytes) !== checksum || !mode) {
    throw new AppError('read_failed', 'the stored index is damaged in its header; it is made anew', {
      reason: 'corrupt',
    })
  }
  const numbers = Object.fromEntries(
    WHOLE_NUMBERS.map((name, at) => [name, view.getUint32(NUMBERS_AT + 4 * at, true)]),
  ) as Record<(typeof WHOLE_NUMBERS)[number], number>
  return {
    ...numbers,
    options: { alpha: view.getFloat64(ALPHA_AT, true), hops: view.getUint32(HOPS_AT, true), mode },
  }
}
