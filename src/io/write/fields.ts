/** One entry of a directory to be written; 'offset' is 4 bytes in a TIFF and 8 in a BigTIFF. */
export type Field =
  | {
      readonly tag: number
      readonly type: 'short' | 'long' | 'offset' | 'double'
      readonly values: readonly number[]
    }
  | { readonly tag: number; readonly type: 'ascii'; readonly text: string }

const TYPES = { ascii: [2, 1], short: [3, 2], long: [4, 4], double: [12, 8] } as const

/** Bytes of the header, one directory and its values, all at the start of a little-endian file. */
export function encodeHeader(fields: readonly Field[], big: boolean): Uint8Array {
  const [headBytes, countBytes, entryBytes, inlineBytes] = big ? [16, 8, 20, 8] : [8, 2, 12, 4]
  const sorted = [...fields].sort((first, second) => first.tag - second.tag)
  const encoded = sorted.map((field) => encodeField(field, big))
  const valuesAt = headBytes + countBytes + sorted.length * entryBytes + inlineBytes
  // Values start on even addresses; 8 keeps doubles aligned as well.
  const places: number[] = []
  let end = roundUp(valuesAt)
  for (const { bytes } of encoded) {
    places.push(end)
    if (bytes.byteLength > inlineBytes) end = roundUp(end + bytes.byteLength)
  }
  const out = new Uint8Array(end)
  const view = new DataView(out.buffer)
  out.set([0x49, 0x49])
  view.setUint16(2, big ? 43 : 42, true)
  if (big) {
    view.setUint16(4, 8, true)
    view.setBigUint64(8, 16n, true)
    view.setBigUint64(16, BigInt(sorted.length), true)
  } else {
    view.setUint32(4, 8, true)
    view.setUint16(8, sorted.length, true)
  }
  for (const [index, { type, count, bytes }] of encoded.entries()) {
    const at = headBytes + countBytes + index * entryBytes
    view.setUint16(at, sorted[index]!.tag, true)
    view.setUint16(at + 2, type, true)
    if (big) view.setBigUint64(at + 4, BigInt(count), true)
    else view.setUint32(at + 4, count, true)
    const valueAt = at + entryBytes - inlineBytes
    if (bytes.byteLength <= inlineBytes) out.set(bytes, valueAt)
    else {
      out.set(bytes, places[index])
      if (big) view.setBigUint64(valueAt, BigInt(places[index]!), true)
      else view.setUint32(valueAt, places[index]!, true)
    }
  }
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
  for (const [index, value] of field.values.entries()) {
    const at = index * size
    if (type === 3) view.setUint16(at, value, true)
    else if (type === 4) view.setUint32(at, value, true)
    else if (type === 16) view.setBigUint64(at, BigInt(value), true)
    else view.setFloat64(at, value, true)
  }
  return { type, count: field.values.length, bytes }
}

const roundUp = (value: number) => Math.ceil(value / 8) * 8
