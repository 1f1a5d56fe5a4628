/** Longest code of DEFLATE. */
const LONGEST = 15
const END = 256
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
]
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
]

/** Canonical codes: how many of each length, and symbols in order of their codes. */
interface Codes {
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

/**
 * Undoes a zlib stream (RFC 1950, 1951), at most `size` bytes, whatever comes after it. For the blocks that the platform
 * refuses, such as those with bytes after their end: a bomb costs no more than `size`. Throws a plain Error where the
 * stream is damaged.
 */
export function inflateAtMost(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size)
  let [at, held, heldBits, end] = [2, 0, 0, 0]
  if (packed.length < 2 || (packed[0]! & 15) !== 8 || ((packed[0]! << 8) | packed[1]!) % 31 !== 0) {
    throw new Error('not a zlib stream')
  }

  const bits = (count: number): number => {
    while (heldBits < count) {
      if (at >= packed.length) throw new Error('the stream ends early')
      held |= packed[at++]! << heldBits
      heldBits += 8
    }
    const value = held & ((1 << count) - 1)
    held >>>= count
    heldBits -= count
    return value
  }
  const symbol = ({ counts, symbols }: Codes): number => {
    let [code, first, index] = [0, 0, 0]
    for (let length = 1; length <= LONGEST; length++) {
      code |= bits(1)
      const count = counts[length]!
      if (code - first < count) return symbols[index + code - first]!
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new Error('a code is not known')
  }
  const copyStored = () => {
    at -= heldBits >> 3
    held = heldBits = 0
    const [length, check] = [bits(16), bits(16)]
    if (length !== (~check & 0xffff) || at + length > packed.length)
      throw new Error('a stored part is damaged')
    const part = packed.subarray(at, at + Math.min(length, size - end))
    out.set(part, end)
    end += part.length
    at += length
  }
  const unpack = (literals: Codes, distances: Codes) => {
    while (end < size) {
      const value = symbol(literals)
      if (value === END) return
      if (value < END) {
        out[end++] = value
        continue
      }
      const base = LENGTH_BASE[value - END - 1]
      if (base === undefined) throw new Error('a length is not known')
      const length = base + bits(LENGTH_BITS[value - END - 1]!)
      const code = symbol(distances)
      const distance = (DISTANCE_BASE[code] ?? Infinity) + bits(Math.max(0, (code >> 1) - 1))
      if (distance > end) throw new Error('a copy comes from before the start')
      for (const stop = Math.min(size, end + length); end < stop; end++) out[end] = out[end - distance]!
    }
  }

  for (let isLast = false; !isLast && end < size;) {
    isLast = bits(1) === 1
    const kind = bits(2)
    if (kind === 0) copyStored()
    else if (kind === 1) unpack(FIXED.literals, FIXED.distances)
    else if (kind === 2) unpack(...readCodes(bits, symbol))
    else throw new Error('a part is of no known kind')
  }
  return end === size ? out : out.slice(0, end)
}

function codesOf(lengths: readonly number[]): Codes {
  const counts = new Uint16Array(LONGEST + 1)
  for (const length of lengths) if (length > 0) counts[length]!++
  const starts = new Uint16Array(LONGEST + 2)
  for (let length = 1; length <= LONGEST; length++) starts[length + 1] = starts[length]! + counts[length]!
  const symbols = new Uint16Array(lengths.length)
  for (const [value, length] of lengths.entries()) if (length > 0) symbols[starts[length]!++] = value
  return { counts, symbols }
}

const FIXED = {
  literals: codesOf(
    Array.from({ length: 288 }, (_, value) => (value < 144 ? 8 : value < 256 ? 9 : value < 280 ? 7 : 8)),
  ),
  distances: codesOf(Array.from({ length: 30 }, () => 5)),
}

function readCodes(bits: (count: number) => number, symbol: (codes: Codes) => number): [Codes, Codes] {
  const [literals, distances, given] = [bits(5) + 257, bits(5) + 1, bits(4) + 4]
  const order = Array.from({ length: 19 }, () => 0)
  for (let index = 0; index < given; index++) order[LENGTH_ORDER[index]!] = bits(3)
  const codes = codesOf(order)
  const lengths: number[] = []
  while (lengths.length < literals + distances) {
    const value = symbol(codes)
    if (value < 16) lengths.push(value)
    else {
      const repeated = value === 16 ? lengths.at(-1) : 0
      if (repeated === undefined) throw new Error('nothing to repeat')
      const times = value === 16 ? 3 + bits(2) : value === 17 ? 3 + bits(3) : 11 + bits(7)
      for (let time = 0; time < times; time++) lengths.push(repeated)
    }
  }
  return [codesOf(lengths.slice(0, literals)), codesOf(lengths.slice(literals, literals + distances))]
}
