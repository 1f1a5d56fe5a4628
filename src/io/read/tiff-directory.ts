import { AppError } from '../../lib/errors.ts'
import type { ByteSource } from '../types.ts'

/** Bytes of one value of each TIFF field type; 0 where the type is not known. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
const ASCII = 2
/** A directory has a few dozen entries; more than this is damage. */
const MAX_ENTRIES = 4096
/** Full image, mask and overviews of each take two dozen. */
const MAX_DIRECTORIES = 256
/** Entries of all directories together, so that many large ones cannot fill the memory. */
const MAX_ALL_ENTRIES = 65536
/** Values of one tag that are read as numbers or bytes; the offsets of four million blocks fit. */
const MAX_VALUE_BYTES = 32 * 1024 * 1024
/** A text is read up to here unless more is asked for. */
const TEXT_BYTES = 64 * 1024
/** Longer lists are read once, by who keeps them. */
const KEPT_VALUES = 1024

/** One image file directory. Values are read when first asked for. */
export interface TiffDirectory {
  has(tag: number): boolean
  /** How many values the tag claims to have, whether or not the file holds them; 0 where absent. */
  count(tag: number): number
  /**
   * Values of a numeric tag, the first `most` where given, empty where absent. 64-bit numbers beyond 2^53 lose their
   * last bits. Rejects with read_failed where they are of an unknown type, more than fit in memory, or beyond the end of
   * the file.
   */
  numbers(tag: number, most?: number): Promise<readonly number[]>
  /** The first value, or the given one where the tag is absent. Rejects with read_failed where it is there without one. */
  number(tag: number, absent: number): Promise<number>
  /** Text up to the first zero byte, or null; what is beyond `most` bytes (64 KB) is left out. Untrusted. */
  text(tag: number, most?: number): Promise<string | null>
  bytes(tag: number): Promise<Uint8Array | null>
}

export interface TiffFile {
  readonly littleEndian: boolean
  readonly directories: readonly TiffDirectory[]
}

interface Entry {
  readonly type: number
  readonly count: number
  readonly offset: number
}

/**
 * Reads the chain of directories of a TIFF or BigTIFF, not their long values.
 * Throws unsupported_file where it is none, read_failed where it is cut off or damaged.
 */
export async function readDirectories(bytes: ByteSource, signal?: AbortSignal): Promise<TiffFile> {
  const head = await bytes.read(0, 16, signal)
  const order = String.fromCharCode(head[0] ?? 0, head[1] ?? 0)
  const littleEndian = order === 'II'
  const view = viewOf(head)
  const magic = head.byteLength >= 8 && (littleEndian || order === 'MM') ? view.getUint16(2, littleEndian) : 0
  if (magic !== 42 && magic !== 43) throw new AppError('unsupported_file', notTiff(head))
  const big = magic === 43
  if (big && head.byteLength < 16) throw cutOff('its header')
  const directories: TiffDirectory[] = []
  const seen = new Set<number>()
  let entries = 0
  let offset = big ? Number(view.getBigUint64(8, littleEndian)) : view.getUint32(4, littleEndian)
  while (offset !== 0) {
    if (seen.has(offset)) {
      throw new AppError(
        'read_failed',
        'the directories of the TIFF file lead in a circle; the file is damaged',
      )
    }
    if (directories.length >= MAX_DIRECTORIES || entries > MAX_ALL_ENTRIES) {
      throw new AppError(
        'unsupported_file',
        `the TIFF file holds more than ${directories.length} images, which GeoForge cannot read; give each as a file`,
      )
    }
    seen.add(offset)
    const { directory, count, next } = await readDirectory({ bytes, offset, big, littleEndian, signal })
    directories.push(directory)
    entries += count
    offset = next
  }
  if (directories.length === 0)
    throw new AppError('read_failed', 'the TIFF file holds no image; the file is damaged')
  return { littleEndian, directories }
}

async function readDirectory(from: {
  readonly bytes: ByteSource
  readonly offset: number
  readonly big: boolean
  readonly littleEndian: boolean
  readonly signal: AbortSignal | undefined
}): Promise<{ readonly directory: TiffDirectory; readonly count: number; readonly next: number }> {
  const { bytes, offset, big, littleEndian, signal } = from
  const [countBytes, entryBytes, linkBytes, inlineBytes] = big ? [8, 20, 8, 8] : [2, 12, 4, 4]
  const countView = viewOf(await exactly(bytes, offset, countBytes, signal))
  const count = big ? Number(countView.getBigUint64(0, littleEndian)) : countView.getUint16(0, littleEndian)
  if (count === 0 || count > MAX_ENTRIES) {
    throw new AppError(
      'read_failed',
      `a directory of the TIFF file claims ${count} entries; the file is damaged`,
    )
  }
  const body = await exactly(bytes, offset + countBytes, count * entryBytes, signal)
  const link = await bytes.read(offset + countBytes + count * entryBytes, linkBytes, signal)
  const view = viewOf(body)
  const entries = new Map<number, Entry>()
  for (let index = 0; index < count; index++) {
    const at = index * entryBytes
    const type = view.getUint16(at + 2, littleEndian)
    const values = big
      ? Number(view.getBigUint64(at + 4, littleEndian))
      : view.getUint32(at + 4, littleEndian)
    const valueAt = at + entryBytes - inlineBytes
    const inline = values * (TYPE_BYTES[type] ?? 0) <= inlineBytes
    const target = big
      ? Number(view.getBigUint64(valueAt, littleEndian))
      : view.getUint32(valueAt, littleEndian)
    entries.set(view.getUint16(at, littleEndian), {
      type,
      count: values,
      offset: inline ? offset + countBytes + valueAt : target,
    })
  }
  // Some writers leave out the last link where the file ends; what is there of it counts as the end of the chain.
  const linkView = viewOf(link)
  const next =
    link.byteLength < linkBytes
      ? 0
      : big
        ? Number(linkView.getBigUint64(0, littleEndian))
        : linkView.getUint32(0, littleEndian)
  return { directory: lazyDirectory(bytes, entries, littleEndian), count, next }
}

function lazyDirectory(
  bytes: ByteSource,
  entries: ReadonlyMap<number, Entry>,
  littleEndian: boolean,
): TiffDirectory {
  const sizeOf = (tag: number, type: number) => {
    const size = TYPE_BYTES[type] ?? 0
    if (size === 0)
      throw new AppError(
        'read_failed',
        `tag ${tag} of the TIFF file is of unknown type ${type}; it is damaged`,
      )
    return size
  }
  const read = (tag: number, { type, offset }: Entry, count: number) => {
    const length = count * sizeOf(tag, type)
    if (length > MAX_VALUE_BYTES) {
      throw new AppError(
        'read_failed',
        `tag ${tag} of the TIFF file claims ${length} bytes; the file is damaged`,
      )
    }
    return exactly(bytes, offset, length)
  }
  const parsed = new Map<number, readonly number[]>()
  const directory: TiffDirectory = {
    has: (tag) => entries.has(tag),
    count: (tag) => entries.get(tag)?.count ?? 0,
    async numbers(tag, most = Infinity) {
      const entry = entries.get(tag)
      if (!entry) return []
      const known = parsed.get(tag)
      if (known) return known.length > most ? known.slice(0, most) : known
      if (entry.type === ASCII)
        throw new AppError(
          'read_failed',
          `tag ${tag} of the TIFF file holds text for numbers; the file is damaged`,
        )
      const count = Math.min(entry.count, most)
      const values = toNumbers(viewOf(await read(tag, entry, count)), { ...entry, count }, littleEndian)
      if (count === entry.count && count <= KEPT_VALUES) parsed.set(tag, values)
      return values
    },
    async number(tag, absent) {
      if (!entries.has(tag)) return absent
      const [value] = await directory.numbers(tag, 1)
      if (value === undefined)
        throw new AppError('read_failed', `tag ${tag} of the TIFF file has no value; the file is damaged`)
      return value
    },
    async text(tag, most = TEXT_BYTES) {
      const entry = entries.get(tag)
      if (!entry) return null
      const length = Math.min(entry.count * sizeOf(tag, entry.type), most)
      const value = await exactly(bytes, entry.offset, length)
      const end = value.indexOf(0)
      return new TextDecoder().decode(end < 0 ? value : value.subarray(0, end))
    },
    async bytes(tag) {
      const entry = entries.get(tag)
      return entry ? read(tag, entry, entry.count) : null
    },
  }
  return directory
}

function toNumbers(view: DataView, { type, count }: Entry, littleEndian: boolean): number[] {
  const size = TYPE_BYTES[type] ?? 0
  const one = (at: number): number => {
    switch (type) {
      case 1:
      case 7:
        return view.getUint8(at)
      case 3:
        return view.getUint16(at, littleEndian)
      case 4:
      case 13:
        return view.getUint32(at, littleEndian)
      case 5:
        return view.getUint32(at, littleEndian) / view.getUint32(at + 4, littleEndian)
      case 6:
        return view.getInt8(at)
      case 8:
        return view.getInt16(at, littleEndian)
      case 9:
        return view.getInt32(at, littleEndian)
      case 10:
        return view.getInt32(at, littleEndian) / view.getInt32(at + 4, littleEndian)
      case 11:
        return view.getFloat32(at, littleEndian)
      case 12:
        return view.getFloat64(at, littleEndian)
      case 17:
        return Number(view.getBigInt64(at, littleEndian))
      default:
        return Number(view.getBigUint64(at, littleEndian))
    }
  }
  return Array.from({ length: count }, (_, index) => one(index * size))
}

async function exactly(
  bytes: ByteSource,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!Number.isSafeInteger(offset) || offset + length > bytes.size) throw cutOff('its headers')
  const value = await bytes.read(offset, length, signal)
  if (value.byteLength < length) throw cutOff('its headers')
  return value
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function cutOff(what: string): AppError {
  return new AppError(
    'read_failed',
    `the TIFF file ends within ${what}; it is cut off or damaged, copy it again`,
  )
}

const SIGNATURES: readonly (readonly [start: readonly number[], name: string])[] = [
  [[0, 0, 0, 12, 0x6a, 0x50], 'a JPEG 2000 image'],
  [[0xff, 0x4f, 0xff, 0x51], 'a JPEG 2000 image'],
  [[0x89, 0x48, 0x44, 0x46], 'an HDF5 or NetCDF-4 file'],
  [[0x0e, 0x03, 0x13, 0x01], 'an HDF4 file'],
  [[0x43, 0x44, 0x46], 'a NetCDF file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x50, 0x4b, 3, 4], 'a ZIP archive'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
]

function notTiff(head: Uint8Array): string {
  const known = SIGNATURES.find(([start]) => start.every((byte, index) => head[index] === byte))?.[1]
  const isText =
    head.byteLength > 0 && head.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13)
  const found = head.byteLength === 0 ? 'empty' : (known ?? (isText ? 'text' : 'of an unknown format'))
  return `the file is ${found}, not a TIFF; give a GeoTIFF`
}
