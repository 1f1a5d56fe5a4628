/** One entry of a directory to be written; 'offset' is 4 bytes in a TIFF and 8 in a BigTIFF. */
export type Field =
  | {
      readonly tag: number
      readonly type: 'short' | 'long' | 'offset' | 'double'
      readonly values: ArrayLike<number>
    }
  | { readonly tag: number; readonly type: 'ascii'; readonly text: string }

const TYPES = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const

/**
 * Bytes of the header and of the directories of a file's images, each followed by its values, all at the start of a
 * little-endian file. Their length follows from the numbers of values alone.
 */
export function encodeHeader(images: readonly (readonly Field[])[], big: boolean): Uint8Array<ArrayBuffer> {
  const headBytes = big ? 16 : 8
  const directories: Uint8Array[] = []
  let end = headBytes
  for (const [index, fields] of images.entries()) {
    const isLast = index === images.length - 1
    const directory = encodeDirectory(fields, { at: end, big, isLast })
    directories.push(directory)
    end += directory.byteLength
  }
  const out = new Uint8Array(end)
  const view = new DataView(out.buffer)
  out.set([0x49, 0x49])
  view.setUint16(2, big ? 43 : 42, true)
  if (big) {
    view.setUint16(4, 8, true)
    view.setBigUint64(8, BigInt(headBytes), true)
  } else view.setUint32(4, headBytes, true)
  let at = headBytes
  for (const directory of directories) {
    out.set(directory, at)
    at += directory.byteLength
  }
  return out
}

/** One directory and its values, for the place `at`; it points to what comes right after it unless it is the last. */
function encodeDirectory(
  fields: readonly Field[],
  { at: start, big, isLast }: { readonly at: number; readonly big: boolean; readonly isLast: boolean },
): Uint8Array {
  const [countBytes, entryBytes, inlineBytes] = big ? [8, 20, 8] : [2, 12, 4]
  const sorted = [...fields].sort((first, second) => first.tag - second.tag)
  const encoded = sorted.map((field) => encodeField(field, big))
  const entriesEnd = countBytes + sorted.length * entryBytes
  // Values start on even addresses; 8 keeps doubles aligned as well.
  const places: number[] = []
  let end = roundUp(start + entriesEnd + inlineBytes)
  for (const { bytes } of encoded) {
    places.push(end)
    if (bytes.byteLength > inlineBytes) end = roundUp(end + bytes.byteLength)
  }
  const out = new Uint8Array(end - start)
  const view = new DataView(out.buffer)
  const putAddress = (at: number, value: number) =>
    big ? view.setBigUint64(at, BigInt(value), true) : view.setUint32(at, value, true)
  if (big) view.setBigUint64(0, BigInt(sorted.length), true)
  else view.setUint16(0, sorted.length, true)
  for (const [index, { type, count, bytes }] of encoded.entries()) {
    const at = countBytes + index * entryBytes
    view.setUint16(at, sorted[index]!.tag, true)
    view.setUint16(at + 2, type, true)
    putAddress(at + 4, count)
    const valueAt = at + entryBytes - inlineBytes
    if (bytes.byteLength <= inlineBytes) out.set(bytes, valueAt)
    else {
      out.set(bytes, places[index]! - start)
      putAddress(valueAt, places[index]!)
    }
  }
  if (!isLast) putAddress(entriesEnd, end)
  return out
}

function encodeField(field: Field, big: boolean): { type: number; count: number; bytes: Uint8Array } {
  if (field.type === 'ascii') {
    const bytes = new TextEncoder().encode(field.text + '\0')
    return { type: TYPES.ascii[0], count: bytes.byteLength, bytes }
  }
  const [type, size] = field.type === 'offset' ? (big ? [16, 8] : [4, 4]) : TYPES[field.type]
  const bytes = new Uint8Array(field.values.length * size)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < field.values.length; index++) {
    const value = field.values[index]!
    const at = index * size
    if (type === 3) view.setUint16(at, value, true)
    else if (type === 4) view.setUint32(at, value, true)
    else if (type === 16) view.setBigUint64(at, BigInt(value), true)
    else view.setFloat64(at, value, true)
  }
  return { type, count: field.values.length, bytes }
}

const roundUp = (value: number) => Math.ceil(value / 8) * 8
