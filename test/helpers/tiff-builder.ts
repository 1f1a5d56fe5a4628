/** TIFF field types by name, with the bytes of one value. */
const TYPES = {
  ascii: [2, 1],
  short: [3, 2],
  long: [4, 4],
  undefined: [7, 1],
  double: [12, 8],
  long8: [16, 8],
} as const

export interface Field {
  readonly type: keyof typeof TYPES | number
  readonly values: readonly number[] | Uint8Array | string
  /** What the entry claims, where that is not how many values there are. */
  readonly count?: number
  /** Where the entry says its values are, where that is not the truth. */
  readonly offset?: number
}

/** By tag. A number stands for one long. */
export type Fields = Readonly<Record<number, number | Field>>

export const short = (...values: readonly number[]): Field => ({ type: 'short', values })
export const ascii = (text: string): Field => ({ type: 'ascii', values: text })
export const doubles = (...values: readonly number[]): Field => ({ type: 'double', values })

/**
 * A little-endian TIFF of directories that may say anything. Blocks are laid first; in `offsets` and `counts` of a
 * directory their places go to the strip or tile tags where the fields have none.
 */
export function buildTiff(
  directories: readonly { readonly fields: Fields; readonly blocks?: readonly Uint8Array[] }[],
  options: {
    readonly big?: boolean
    readonly next?: (index: number, offsets: readonly number[]) => number
  } = {},
): Uint8Array<ArrayBuffer> {
  const { big = false } = options
  const out = new Writer()
  out.ascii('II')
  out.short(big ? 43 : 42)
  if (big) out.short(8, 0)
  const links = [out.length]
  out.place(0, big)
  const offsets: number[] = []
  for (const { fields, blocks = [] } of directories) {
    const [starts, counts] = [blocks.map((block) => out.append(block)), blocks.map(({ length }) => length)]
    const tiled = 322 in fields
    const all: Fields = {
      [tiled ? 324 : 273]: { type: big ? 'long8' : 'long', values: starts },
      [tiled ? 325 : 279]: { type: big ? 'long8' : 'long', values: counts },
      ...fields,
    }
    const entries = Object.entries(all)
      .map(([tag, field]) => entryOf(Number(tag), field))
      .sort((a, b) => a.tag - b.tag)
    const inline = big ? 8 : 4
    const places = entries.map(({ bytes }) => (bytes.length > inline ? out.append(bytes) : null))
    const at = out.length
    offsets.push(at)
    out.set(links.at(-1)!, at, big)
    if (big) out.place(entries.length, true)
    else out.short(entries.length)
    for (const [index, { tag, type, count, bytes, offset }] of entries.entries()) {
      out.short(tag, type)
      out.place(count, big)
      const place = offset ?? places[index]
      if (place === null || place === undefined)
        out.append(Uint8Array.from({ length: inline }, (_, i) => bytes[i] ?? 0))
      else out.place(place, big)
    }
    links.push(out.length)
    out.place(0, big)
  }
  for (const [index, link] of links.slice(1).entries()) {
    const next = options.next?.(index, offsets)
    if (next !== undefined) out.set(link, next, big)
  }
  return out.bytes()
}

function entryOf(tag: number, field: number | Field) {
  const { type, values, count, offset } =
    typeof field === 'number' ? ({ type: 'long', values: [field] } as Field) : field
  const [code, size] = typeof type === 'number' ? [type, 4] : TYPES[type]
  const list = typeof values === 'string' ? new TextEncoder().encode(`${values}\0`) : values
  const bytes = new Uint8Array(list.length * size)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of list.entries()) {
    if (size === 1) view.setUint8(index, value)
    else if (size === 2) view.setUint16(index * 2, value, true)
    else if (size === 4) view.setUint32(index * 4, value, true)
    else if (code === 12) view.setFloat64(index * 8, value, true)
    else view.setBigUint64(index * 8, BigInt(value), true)
  }
  return { tag, type: code, count: count ?? list.length, bytes, offset }
}

class Writer {
  #bytes = new Uint8Array(1024)
  length = 0

  append(bytes: Uint8Array): number {
    const at = this.length
    if (at + bytes.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(at + bytes.length, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(bytes, at)
    this.length += bytes.length
    return at
  }

  ascii(text: string): void {
    this.append(new TextEncoder().encode(text))
  }

  short(...values: readonly number[]): void {
    for (const value of values) this.append(Uint8Array.of(value & 255, value >> 8))
  }

  /** An offset or count: 8 bytes in a BigTIFF, else 4. */
  place(value: number, big: boolean): void {
    const at = this.append(new Uint8Array(big ? 8 : 4))
    this.set(at, value, big)
  }

  set(at: number, value: number, big: boolean): void {
    const view = new DataView(this.#bytes.buffer)
    if (big) view.setBigUint64(at, BigInt(value), true)
    else view.setUint32(at, value, true)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }
}
