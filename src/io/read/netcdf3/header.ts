import { AppError } from '../../../lib/errors.ts'
import type { ByteSource } from '../../types.ts'
import type { AttributeValue, Attributes } from '../cf/cf-file.ts'

/** Types of values by their number, as the specification numbers them; char is text. */
export const TYPES = {
  1: { sampleType: 'int8', size: 1 },
  2: { sampleType: null, size: 1 },
  3: { sampleType: 'int16', size: 2 },
  4: { sampleType: 'int32', size: 4 },
  5: { sampleType: 'float32', size: 4 },
  6: { sampleType: 'float64', size: 8 },
  7: { sampleType: 'uint8', size: 1 },
  8: { sampleType: 'uint16', size: 2 },
  9: { sampleType: 'uint32', size: 4 },
  10: { sampleType: 'float64', size: 8, integer: 'signed' },
  11: { sampleType: 'float64', size: 8, integer: 'unsigned' },
} as const
export type TypeNumber = keyof typeof TYPES

export interface ListedVariable {
  readonly name: string
  /** Indices of dimensions. */
  readonly dimensions: readonly number[]
  readonly attributes: Attributes
  readonly type: TypeNumber
  readonly begin: number
}

export interface Netcdf3Header {
  /** Null where a writer that never came to its end left it out. */
  readonly records: number | null
  /** The record dimension has length 0. */
  readonly dimensions: readonly { readonly name: string; readonly length: number }[]
  readonly variables: readonly ListedVariable[]
}

const FIRST_BYTES = 64 * 1024
const MOST_BYTES = 64 * 1024 * 1024
const [DIMENSION, VARIABLE, ATTRIBUTE] = [0x0a, 0x0b, 0x0c]

/** The header of a classic file of format 1, 2 or 5 (NetCDF Classic Format Specification; CDF-5 of PnetCDF). */
export async function readHeader(bytes: ByteSource, signal?: AbortSignal): Promise<Netcdf3Header> {
  for (let length = FIRST_BYTES; ; length *= 4) {
    const head = await bytes.read(0, Math.min(length, MOST_BYTES), signal)
    try {
      return parseHeader(head)
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      if (head.byteLength < bytes.size && head.byteLength < MOST_BYTES) continue
      throw damaged('its header ends too early', cause)
    }
  }
}

export const damaged = (why: string, cause?: unknown) =>
  new AppError('read_failed', `the NetCDF file is cut off or damaged: ${why}; copy it again`, {}, { cause })

function parseHeader(head: Uint8Array<ArrayBuffer>): Netcdf3Header {
  const cursor = cursorOn(head)
  const records = cursor.count()
  const dimensions = cursor.list(DIMENSION, () => ({ name: cursor.name(), length: cursor.count() }))
  cursor.list(ATTRIBUTE, () => attribute(cursor))
  const variables = cursor.list(VARIABLE, (): ListedVariable => {
    const name = cursor.name()
    const places = Array.from({ length: cursor.few() }, () => cursor.count())
    if (places.some((place) => place >= dimensions.length))
      throw damaged('a variable has a dimension that is not there')
    const attributes = new Map(cursor.list(ATTRIBUTE, () => attribute(cursor)))
    const type = cursor.type()
    // Its size follows from its shape, and is too short for large ones.
    cursor.count()
    return { name, dimensions: places, attributes, type, begin: cursor.offset() }
  })
  return { records: records === cursor.streaming ? null : records, dimensions, variables }
}

type Cursor = ReturnType<typeof cursorOn>

function attribute(cursor: Cursor): [string, AttributeValue] {
  const name = cursor.name()
  const type = cursor.type()
  return [name, cursor.values(type)]
}

function cursorOn(head: Uint8Array<ArrayBuffer>) {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const version = head[3]!
  let at = 4
  const uint32 = () => {
    const value = view.getUint32(at)
    at += 4
    return value
  }
  const uint64 = () => {
    const value = Number(view.getBigUint64(at))
    at += 8
    return value
  }
  const count = () => (version === 5 ? uint64() : uint32())
  /** A count of things that each take four bytes of the header at least. */
  const few = () => {
    const value = count()
    if (value * 4 > head.byteLength - at) throw new RangeError('beyond the header')
    return value
  }
  const skipTo4 = (length: number) => {
    at += Math.ceil(length / 4) * 4
    if (at > head.byteLength) throw new RangeError('beyond the header')
  }
  const textAt = (length: number) => {
    const text = new TextDecoder().decode(head.subarray(at, at + length))
    skipTo4(length)
    return text
  }
  return {
    streaming: version === 5 ? Number(2n ** 64n - 1n) : 2 ** 32 - 1,
    count,
    few,
    offset: () => (version === 1 ? uint32() : uint64()),
    name: () => textAt(count()),
    type(): TypeNumber {
      const type = uint32()
      if (!(type in TYPES)) throw damaged(`a variable is of type ${type}, which there is none of`)
      return type as TypeNumber
    },
    list<Item>(tag: number, item: () => Item): Item[] {
      const found = uint32()
      const length = few()
      if (found !== tag && (found !== 0 || length !== 0))
        throw damaged('a list of its header has no beginning')
      return Array.from({ length }, item)
    },
    values(type: TypeNumber): AttributeValue {
      const length = count()
      const { size } = TYPES[type]
      if (length * size > head.byteLength - at) throw new RangeError('beyond the header')
      // eslint-disable-next-line no-control-regex
      if (type === 2) return textAt(length).replace(/\u0000+$/, '')
      const numbers = Array.from({ length }, (_, index) => numberAt(view, at + index * size, type))
      skipTo4(length * size)
      return numbers
    },
  }
}

export function numberAt(view: DataView, at: number, type: TypeNumber): number {
  switch (type) {
    case 1:
      return view.getInt8(at)
    case 2:
    case 7:
      return view.getUint8(at)
    case 3:
      return view.getInt16(at)
    case 4:
      return view.getInt32(at)
    case 5:
      return view.getFloat32(at)
    case 6:
      return view.getFloat64(at)
    case 8:
      return view.getUint16(at)
    case 9:
      return view.getUint32(at)
    case 10:
      return Number(view.getBigInt64(at))
    case 11:
      return Number(view.getBigUint64(at))
  }
}
