import { AppError } from '../lib/errors.ts'

/** What the header of a GGUF file says. */
export interface GgufHeader {
  readonly metadata: ReadonlyMap<string, GgufValue>
  readonly tensors: number
  /** Bytes that the file has where nothing is missing. */
  readonly extent: number
}

export type GgufValue = number | bigint | boolean | string | readonly GgufValue[]

/** Bytes read at first, enough for most headers with their vocabulary, and the most that is read. */
const FIRST_READ = 4 * 2 ** 20
const LARGEST_HEADER = 128 * 2 ** 20

const VERSIONS = [2, 3]
const DEFAULT_ALIGNMENT = 32

/**
 * Reads the header of a GGUF file (versions 2 and 3, little-endian; format: docs/gguf.md of ggml) and works out from
 * the list of tensors how long the file has to be. Throws model_file where it is something else, or cut off.
 */
export async function readGgufHeader(file: Blob, name: string): Promise<GgufHeader> {
  for (let size = FIRST_READ; ; size *= 4) {
    const bytes = await file.slice(0, Math.min(size, LARGEST_HEADER)).arrayBuffer()
    checkMagic(new Uint8Array(bytes), name)
    const reader = new Reader(bytes, name)
    try {
      return readHeader(reader)
    } catch (error) {
      if (!(error instanceof EndOfBytes)) throw error
      if (bytes.byteLength === file.size) {
        throw new AppError(
          'model_file',
          `${name} is cut off within its header, after ${file.size} bytes. Download or copy the file again.`,
        )
      }
      if (bytes.byteLength >= LARGEST_HEADER) reader.refuse('a header longer than 128 MiB')
    }
  }
}

/** True where a file begins as GGUF files do. */
export async function isGguf(file: Blob): Promise<boolean> {
  return (await file.slice(0, 4).text()) === 'GGUF'
}

/** A text of the metadata, null where there is none. Foreign text. */
export function ggufText({ metadata }: GgufHeader, key: string): string | null {
  const value = metadata.get(key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A number of the metadata, null where there is none. */
export function ggufNumber({ metadata }: Pick<GgufHeader, 'metadata'>, key: string): number | null {
  const value = metadata.get(key)
  return typeof value === 'number' ? value : null
}

function checkMagic(bytes: Uint8Array, name: string): void {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('GGUF')) return
  const found = /^<(!doctype|html|head|\?xml)/i.test(start)
    ? 'a web page, as servers send it in place of a missing file'
    : bytes.length === 0
      ? 'empty'
      : 'no GGUF file'
  throw new AppError(
    'model_file',
    `${name} is ${found}. A model of llama.cpp (.gguf) is needed; fetch it again.`,
  )
}

class EndOfBytes extends Error {}

/** How a scalar of each type number is read, and its length in bytes. */
const SCALARS: Readonly<
  Record<number, readonly [bytes: number, read: (view: DataView, at: number) => GgufValue]>
> = {
  0: [1, (view, at) => view.getUint8(at)],
  1: [1, (view, at) => view.getInt8(at)],
  2: [2, (view, at) => view.getUint16(at, true)],
  3: [2, (view, at) => view.getInt16(at, true)],
  4: [4, (view, at) => view.getUint32(at, true)],
  5: [4, (view, at) => view.getInt32(at, true)],
  6: [4, (view, at) => view.getFloat32(at, true)],
  7: [1, (view, at) => view.getUint8(at) !== 0],
  10: [8, (view, at) => view.getBigUint64(at, true)],
  11: [8, (view, at) => view.getBigInt64(at, true)],
  12: [8, (view, at) => view.getFloat64(at, true)],
}
const TEXT = 8
const LIST = 9

class Reader {
  at = 4
  readonly #view: DataView
  readonly #decoder = new TextDecoder()

  constructor(
    readonly bytes: ArrayBuffer,
    readonly name: string,
  ) {
    this.#view = new DataView(bytes)
  }

  refuse(found: string): never {
    throw new AppError('model_file', `${this.name} is a damaged GGUF file: it has ${found}. Fetch it again.`)
  }

  #take(length: number): number {
    const at = this.at
    if (at + length > this.bytes.byteLength) throw new EndOfBytes()
    this.at += length
    return at
  }

  uint32(): number {
    return this.#view.getUint32(this.#take(4), true)
  }

  /** A count or an offset: whatever is too large for a double is damage. */
  count(): number {
    const value = Number(this.#view.getBigUint64(this.#take(8), true))
    if (value > Number.MAX_SAFE_INTEGER) this.refuse(`a count of ${value}`)
    return value
  }

  text(): string {
    const length = this.count()
    if (length > LARGEST_HEADER) this.refuse(`a text of ${length} bytes`)
    const at = this.#take(length)
    return this.#decoder.decode(new Uint8Array(this.bytes, at, length))
  }

  value(type: number, depth = 0): GgufValue {
    if (type === TEXT) return this.text()
    if (type === LIST) {
      if (depth > 3) this.refuse('lists within lists within lists')
      const inner = this.uint32()
      const length = this.count()
      if (length > LARGEST_HEADER) this.refuse(`a list of ${length} values`)
      const list: GgufValue[] = []
      for (let at = 0; at < length; at++) list.push(this.value(inner, depth + 1))
      return list
    }
    const scalar = SCALARS[type]
    if (!scalar) this.refuse(`a value of type ${type}`)
    return scalar[1](this.#view, this.#take(scalar[0]))
  }
}

function readHeader(reader: Reader): GgufHeader {
  const version = reader.uint32()
  if (!VERSIONS.includes(version)) {
    throw new AppError(
      'model_file',
      `${reader.name} is GGUF version ${version}; versions ${VERSIONS.join(' and ')} can be read. Look for a newer file of this model.`,
    )
  }
  const tensors = reader.count()
  const entries = reader.count()
  const metadata = new Map<string, GgufValue>()
  for (let at = 0; at < entries; at++) {
    const key = reader.text()
    metadata.set(key, reader.value(reader.uint32()))
  }
  let longest = 0
  for (let at = 0; at < tensors; at++) longest = Math.max(longest, tensorEnd(reader))
  const stated = metadata.get('general.alignment') ?? DEFAULT_ALIGNMENT
  const alignment = typeof stated === 'number' && stated > 0 ? stated : DEFAULT_ALIGNMENT
  return { metadata, tensors, extent: Math.ceil(reader.at / alignment) * alignment + longest }
}

const MOST_DIMENSIONS = 4

/** End of the next tensor in bytes from where the tensors begin. */
function tensorEnd(reader: Reader): number {
  const name = reader.text()
  const dimensions = reader.uint32()
  if (dimensions > MOST_DIMENSIONS) reader.refuse(`a tensor of ${dimensions} dimensions`)
  let values = 1
  for (let at = 0; at < dimensions; at++) values *= reader.count()
  const type = reader.uint32()
  const offset = reader.count()
  const block = BLOCKS[type]
  // Of a type that is newer than this table only the beginning is known.
  const bytes = block ? Math.ceil(values / block[0]) * block[1] : 0
  if (!Number.isSafeInteger(offset + bytes)) reader.refuse(`a tensor ${name} of ${values} values`)
  return offset + bytes
}

/** Values and bytes of a block by the type number of ggml (ggml/src/ggml.c, type_traits). */
const BLOCKS: Readonly<Record<number, readonly [values: number, bytes: number]>> = {
  0: [1, 4], // F32
  1: [1, 2], // F16
  2: [32, 18], // Q4_0
  3: [32, 20], // Q4_1
  6: [32, 22], // Q5_0
  7: [32, 24], // Q5_1
  8: [32, 34], // Q8_0
  10: [256, 84], // Q2_K
  11: [256, 110], // Q3_K
  12: [256, 144], // Q4_K
  13: [256, 176], // Q5_K
  14: [256, 210], // Q6_K
  16: [256, 66], // IQ2_XXS
  17: [256, 74], // IQ2_XS
  18: [256, 98], // IQ3_XXS
  19: [256, 50], // IQ1_S
  20: [32, 18], // IQ4_NL
  21: [256, 110], // IQ3_S
  22: [256, 82], // IQ2_S
  23: [256, 136], // IQ4_XS
  24: [1, 1], // I8
  25: [1, 2], // I16
  26: [1, 4], // I32
  27: [1, 8], // I64
  28: [1, 8], // F64
  29: [256, 56], // IQ1_M
  30: [1, 2], // BF16
  34: [256, 54], // TQ1_0
  35: [256, 66], // TQ2_0
  39: [32, 17], // MXFP4
}
