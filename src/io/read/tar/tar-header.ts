/** What a header block of a tar says of the entry behind it. All text is untrusted. */
export interface TarHeader {
  readonly path: string
  readonly size: number
  /** 'file', 'folder', 'link' (to another path), 'long-name' and 'pax' (facts of the next entry), 'other' (devices and the like). */
  readonly kind: 'file' | 'folder' | 'link' | 'long-name' | 'pax' | 'other'
}

export const BLOCK = 512

const KINDS: Readonly<Record<string, TarHeader['kind']>> = {
  ...{ '\0': 'file', '0': 'file', '7': 'file', '1': 'link', '2': 'link', '5': 'folder' },
  ...{ L: 'long-name', x: 'pax' },
}

/**
 * A header block of POSIX ustar (IEEE 1003.1, pax interchange format) or GNU tar; 'end' for one of zeros, null where its
 * checksum is not right: then it is no header.
 */
export function tarHeader(block: Uint8Array): TarHeader | 'end' | null {
  if (block.every((byte) => byte === 0)) return 'end'
  if (block.byteLength < BLOCK || octal(block, 148, 8) !== checksum(block)) return null
  const size = octal(block, 124, 12)
  if (!Number.isSafeInteger(size) || size < 0) return null
  const isUstar = text(block, 257, 5) === 'ustar'
  const prefix = isUstar && block[262] === 0 ? text(block, 345, 155) : ''
  const name = text(block, 0, 100)
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size,
    kind: KINDS[String.fromCharCode(block[156]!)] ?? 'other',
  }
}

/** The facts of a pax record ('23 path=folder/name\n'); those that are not understood are left out. */
export function paxFacts(body: Uint8Array): { readonly path?: string; readonly size?: number } {
  const facts: { path?: string; size?: number } = {}
  let at = 0
  while (at < body.byteLength) {
    const space = body.indexOf(0x20, at)
    const length = Number(DECODER.decode(body.subarray(at, space < 0 ? at : space)))
    if (!Number.isInteger(length) || length <= space - at || at + length > body.byteLength) break
    const [key, ...value] = DECODER.decode(body.subarray(space + 1, at + length - 1)).split('=')
    if (key === 'path') facts.path = value.join('=')
    if (key === 'size' && /^\d{1,15}$/.test(value.join('='))) facts.size = Number(value.join('='))
    at += length
  }
  return facts
}

/** The name in a GNU long-name entry. */
export const longName = (body: Uint8Array): string => text(body, 0, body.byteLength)

const DECODER = new TextDecoder()

function text(block: Uint8Array, start: number, length: number): string {
  const field = block.subarray(start, start + length)
  const end = field.indexOf(0)
  return DECODER.decode(end < 0 ? field : field.subarray(0, end))
}

/** Octal digits, or where the first bit is set a number in base 256, as GNU writes sizes from 8 GB on. */
function octal(block: Uint8Array, start: number, length: number): number {
  const field = block.subarray(start, start + length)
  if (field[0]! & 0x80) {
    return field.subarray(1).reduce((value, byte) => value * 256 + byte, field[0]! & 0x7f)
  }
  const digits = text(block, start, length).trim()
  return /^[0-7]+$/.test(digits) ? parseInt(digits, 8) : digits === '' ? 0 : NaN
}

/** The sum of all bytes, with blanks in place of the sum itself. */
const checksum = (block: Uint8Array): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
