/**
 * LERC blobs (github.com/Esri/lerc, Lerc2 versions 3 to 5) as libtiff writes them into a TIFF. Our own, because the library's
 * misreads some 8-bit blocks, fails on unsigned 32-bit ones, forgets which pixels are NaN and trusts the sizes it reads.
 * Any damage throws a plain Error.
 */

/** Sample types by their number in the blob. */
const TYPES = [
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
]
const [INT8, UINT8, INT32, FLOAT32, FLOAT64] = [0, 1, 4, 6, 7]

type Numbers = InstanceType<(typeof TYPES)[number]>

interface Header {
  readonly version: number
  readonly checksum: number
  readonly width: number
  readonly height: number
  /** Samples of each pixel. */
  readonly depth: number
  readonly valid: number
  readonly tile: number
  readonly length: number
  readonly type: number
  readonly maxError: number
  readonly min: number
  readonly max: number
}

/** 1 where a pixel has numbers; null where all have. */
type Mask = Uint8Array | null

/**
 * Samples of a block of `pixels` pixels, `stride` samples each, as little-endian bytes. Invalid floats are NaN; where the
 * blob has one sample less than the block, the last one is opacity and stands in the mask.
 */
export function decodeLerc(
  packed: Uint8Array<ArrayBuffer>,
  { pixels, stride, bytes }: { readonly pixels: number; readonly stride: number; readonly bytes: number },
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(pixels * stride * bytes)
  let [at, sample]: [number, number] = [0, 0]
  let mask: Mask = null
  // Bands with masks of their own are blobs one after the other.
  while (sample < stride) {
    const reader = new Reader(packed.subarray(at))
    const header = readHeader(reader)
    const { width, height, depth, type } = header
    if (width * height !== pixels || depth < 1 || sample + depth > stride || sizeOf(type) !== bytes) {
      throw new Error(`the blob holds ${width} × ${height} × ${depth} numbers of type ${type}`)
    }
    reader.endAt(header.length)
    if (fletcher32(packed.subarray(at + CHECKED_FROM, at + header.length)) !== header.checksum) {
      throw new Error('the checksum of the blob does not fit')
    }
    mask = readMask(reader, header, mask)
    const numbers = readNumbers(reader, header, mask)
    if (mask && type >= FLOAT32) blank(numbers, mask, depth)
    const into = new TYPES[type]!(out.buffer)
    for (let pixel = 0; pixel < pixels; pixel++) {
      for (let index = 0; index < depth; index++) {
        into[pixel * stride + sample + index] = numbers[pixel * depth + index]!
      }
    }
    sample += depth
    at += header.length
    if (sample === stride - 1 && type === UINT8 && at >= packed.length) {
      for (let pixel = 0; pixel < pixels; pixel++) into[pixel * stride + sample] = (mask?.[pixel] ?? 1) * 255
      return out
    }
  }
  return out
}

const CHECKED_FROM = 14

const sizeOf = (type: number) => TYPES[type]?.BYTES_PER_ELEMENT ?? 0

/** Reads little-endian numbers in order; throws where the bytes end. */
class Reader {
  at = 0
  readonly view: DataView
  #end: number

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#end = bytes.byteLength
  }

  endAt(end: number): void {
    if (end < this.at || end > this.#end) throw new Error('the blob is cut off')
    this.#end = end
  }

  /** Passes over `count` bytes and gives where they begin. */
  take(count: number): number {
    const from = this.at
    if (!(count >= 0 && from + count <= this.#end)) throw new Error('the blob is cut off')
    this.at += count
    return from
  }

  number(type: number): number {
    const at = this.take(sizeOf(type))
    const { view } = this
    switch (type) {
      case 0:
        return view.getInt8(at)
      case 1:
        return view.getUint8(at)
      case 2:
        return view.getInt16(at, true)
      case 3:
        return view.getUint16(at, true)
      case 4:
        return view.getInt32(at, true)
      case 5:
        return view.getUint32(at, true)
      case 6:
        return view.getFloat32(at, true)
      case 7:
        return view.getFloat64(at, true)
      default:
        throw new Error(`sample type ${type} is not known`)
    }
  }

  byte(): number {
    return this.number(UINT8)
  }

  int(): number {
    return this.number(INT32)
  }
}

function readHeader(reader: Reader): Header {
  for (const letter of 'Lerc2 ') {
    if (reader.byte() !== letter.charCodeAt(0)) throw new Error('not a LERC blob')
  }
  const version = reader.int()
  if (version < 3 || version > 5) throw new Error(`LERC version 2.${version} cannot be read`)
  const checksum = reader.number(5)
  const [height, width] = [reader.int(), reader.int()]
  const depth = version >= 4 ? reader.int() : 1
  const [valid, tile, length, type] = [reader.int(), reader.int(), reader.int(), reader.int()]
  const [maxError, min, max] = [reader.number(FLOAT64), reader.number(FLOAT64), reader.number(FLOAT64)]
  return { version, checksum, width, height, depth, valid, tile, length, type, maxError, min, max }
}

function fletcher32(bytes: Uint8Array): number {
  let [one, two] = [0xffff, 0xffff]
  const even = bytes.length & ~1
  for (let at = 0; at < even;) {
    // As many words as 32 bits hold the sums of.
    const stop = Math.min(even, at + 2 * 359)
    for (; at < stop; at += 2) {
      one += (bytes[at]! << 8) + bytes[at + 1]!
      two += one
    }
    one = (one & 0xffff) + (one >>> 16)
    two = (two & 0xffff) + (two >>> 16)
  }
  if (bytes.length & 1) {
    one += bytes[even]! << 8
    two += one
  }
  one = (one & 0xffff) + (one >>> 16)
  two = (two & 0xffff) + (two >>> 16)
  return ((two << 16) | one) >>> 0
}

/** Runs of equal or unlike bytes, a bit a pixel, first pixel in the highest bit. */
function readMask(reader: Reader, { width, height, valid }: Header, before: Mask): Mask {
  const pixels = width * height
  const length = reader.int()
  if (valid === pixels) return null
  if (valid === 0) return new Uint8Array(pixels)
  // A blob after the first repeats no mask.
  if (length === 0) {
    if (before && count(before) === valid) return before
    throw new Error('the mask is missing')
  }
  const end = reader.at + length
  const bits = new Uint8Array(Math.ceil(pixels / 8))
  let filled = 0
  while (filled < bits.length) {
    const run = reader.number(2)
    if (run === -32768 || filled + Math.abs(run) > bits.length) throw new Error('the mask is damaged')
    if (run <= 0) bits.fill(reader.byte(), filled, filled - run)
    else {
      const from = reader.take(run)
      for (let index = 0; index < run; index++) bits[filled + index] = reader.view.getUint8(from + index)
    }
    filled += Math.abs(run)
  }
  reader.at = end
  reader.take(0)
  const mask = Uint8Array.from({ length: pixels }, (_, pixel) => (bits[pixel >> 3]! >> (7 - (pixel & 7))) & 1)
  if (count(mask) !== valid) throw new Error('the mask is damaged')
  return mask
}

const count = (mask: Uint8Array) => mask.reduce((sum, bit) => sum + bit, 0)

function blank(numbers: Numbers, mask: Uint8Array, depth: number): void {
  for (let at = 0; at < numbers.length; at++) if (mask[Math.floor(at / depth)] === 0) numbers[at] = NaN
}

/** Pixel by pixel, `depth` numbers each; invalid ones are 0. */
function readNumbers(reader: Reader, header: Header, mask: Mask): Numbers {
  const { version, width, height, depth, type, valid, maxError, min, max } = header
  const numbers = new TYPES[type]!(width * height * depth)
  if (valid === 0) return numbers
  const constants = Array.from({ length: depth }, () => min)
  const highest = Array.from({ length: depth }, () => max)
  let isConstant = min === max
  if (!isConstant && version >= 4) {
    for (let index = 0; index < depth; index++) constants[index] = reader.number(type)
    for (let index = 0; index < depth; index++) highest[index] = reader.number(type)
    isConstant = constants.every((value, index) => value === highest[index])
  }
  if (isConstant || reader.byte() !== 0) {
    eachValid(width * height, mask, (pixel) => {
      for (let index = 0; index < depth; index++) {
        numbers[pixel * depth + index] = isConstant ? constants[index]! : reader.number(type)
      }
    })
    return numbers
  }
  if (type <= UINT8 && Math.abs(maxError - 0.5) < 1e-5) {
    const mode = reader.byte()
    if (mode > 2 || (version < 4 && mode > 1)) throw new Error(`encoding ${mode} is not known`)
    if (mode > 0) {
      readHuffman(reader, header, { numbers, mask, isDelta: mode === 1 })
      return numbers
    }
  }
  readTiles(reader, header, { numbers, mask, highest })
  return numbers
}

function eachValid(pixels: number, mask: Mask, visit: (pixel: number) => void): void {
  for (let pixel = 0; pixel < pixels; pixel++) if (!mask || mask[pixel] !== 0) visit(pixel)
}

interface Target {
  readonly numbers: Numbers
  readonly mask: Mask
}

/** Square tiles, each constant, plain, or quantised from an offset of its own. */
function readTiles(
  reader: Reader,
  header: Header,
  { numbers, mask, highest }: Target & { readonly highest: readonly number[] },
): void {
  const { version, width, height, depth, type, tile, maxError } = header
  if (tile < 1 || tile > 1024) throw new Error(`tiles of ${tile} pixels`)
  const pattern = version >= 5 ? 14 : 15
  const places: number[] = []
  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      places.length = 0
      for (let row = top; row < Math.min(height, top + tile); row++) {
        for (let col = left; col < Math.min(width, left + tile); col++) {
          if (!mask || mask[row * width + col] !== 0) places.push((row * width + col) * depth)
        }
      }
      for (let index = 0; index < depth; index++) {
        const flags = reader.byte()
        const isDifference = version >= 5 && (flags & 4) !== 0
        const kind = flags & 3
        if (
          ((flags >> 2) & pattern) !== ((left >> 3) & pattern) ||
          (isDifference && (index === 0 || kind === 0))
        ) {
          throw new Error('a tile is out of place')
        }
        const before = (place: number) => (isDifference ? numbers[place + index - 1]! : 0)
        if (kind === 0) for (const place of places) numbers[place + index] = reader.number(type)
        else if (kind === 2) for (const place of places) numbers[place + index] = before(place)
        else {
          const offset = reader.number(offsetType(isDifference && type < FLOAT32 ? INT32 : type, flags >> 6))
          const steps = kind === 1 ? readBits(reader, places.length) : null
          if (steps && steps.length !== places.length) throw new Error('a tile has too few numbers')
          for (const [at, place] of places.entries()) {
            const value = offset + (steps ? steps[at]! * 2 * maxError : 0) + before(place)
            numbers[place + index] = steps || isDifference ? Math.min(value, highest[index]!) : value
          }
        }
      }
    }
  }
}

/** The type that an offset is stored in: a narrower one where it fits. */
function offsetType(type: number, code: number): number {
  if (code === 0) return type
  switch (type) {
    case 2:
    case 4:
      return type - code
    case 3:
    case 5:
      return type - 2 * code
    case FLOAT32:
      return code === 1 ? 2 : 1
    case FLOAT64:
      return type - 2 * code + 1
    default:
      return type
  }
}

/** A list of at most `most` unsigned integers of equal width, perhaps as places in a table of them. */
function readBits(reader: Reader, most: number): Uint32Array {
  const flags = reader.byte()
  const countType = [5, 3, 1][flags >> 6]
  if (countType === undefined) throw new Error('a count is damaged')
  const length = reader.number(countType)
  if (length > most) throw new Error(`a tile has ${length} numbers instead of ${most}`)
  const width = flags & 31
  if ((flags & 32) === 0) return unstuff(reader, length, width)
  const entries = reader.byte() - 1
  if (entries < 1) throw new Error('a table is empty')
  const table = [0, ...unstuff(reader, entries, width)]
  return unstuff(reader, length, 32 - Math.clz32(entries)).map((place) => {
    const value = table[place]
    if (value === undefined) throw new Error('a table is too short')
    return value
  })
}

/** Lowest bits first. */
function unstuff(reader: Reader, length: number, width: number): Uint32Array {
  const out = new Uint32Array(length)
  let at = reader.take(Math.ceil((length * width) / 8))
  let [held, bits] = [0, 0]
  for (let index = 0; width > 0 && index < length; index++) {
    // Up to 31 + 7 bits are held: more than the bit operators have.
    while (bits < width) {
      held += reader.view.getUint8(at++) * 2 ** bits
      bits += 8
    }
    out[index] = held % 2 ** width
    held = Math.floor(held / 2 ** width)
    bits -= width
  }
  return out
}

/** Bits of little-endian 32-bit words, highest first. */
class WordBits {
  #bit = 0
  readonly #from: number
  readonly #reader: Reader

  constructor(reader: Reader) {
    this.#reader = reader
    this.#from = reader.at
  }

  next(): number {
    if (this.#bit % 32 === 0) this.#reader.take(4)
    const word = this.#reader.view.getUint32(this.#from + 4 * Math.floor(this.#bit / 32), true)
    return (word >>> (31 - (this.#bit++ % 32))) & 1
  }
}

const MAX_SYMBOLS = 1 << 15

/** Numbers of 8 bits, each a code of its own, or the code of its difference to a neighbour before it. */
function readHuffman(
  reader: Reader,
  { width, height, depth, type }: Header,
  { numbers, mask, isDelta }: Target & { readonly isDelta: boolean },
): void {
  const tree = readTree(reader)
  const bits = new WordBits(reader)
  const shift = type === INT8 ? 128 : 0
  const next = () => {
    let node = 0
    do {
      const child = tree[2 * node + bits.next()]!
      if (child === 0) throw new Error('a code is not known')
      node = child
    } while (node > 0)
    return -node - 1 - shift
  }
  if (!isDelta) {
    eachValid(width * height, mask, (pixel) => {
      for (let index = 0; index < depth; index++) numbers[pixel * depth + index] = next()
    })
    return
  }
  for (let index = 0; index < depth; index++) {
    let last = 0
    eachValid(width * height, mask, (pixel) => {
      const hasLeft = pixel % width > 0 && (!mask || mask[pixel - 1] !== 0)
      const hasUpper = pixel >= width && (!mask || mask[pixel - width] !== 0)
      const place = pixel * depth + index
      numbers[place] = next() + (!hasLeft && hasUpper ? numbers[place - width * depth]! : last)
      last = numbers[place]!
    })
  }
}

/** Two entries a node, by bit: 0 nothing, positive another node, negative −1 − symbol. */
function readTree(reader: Reader): number[] {
  const [version, size, from, to] = [reader.int(), reader.int(), reader.int(), reader.int()]
  const isSound =
    version >= 2 && size >= 1 && size <= MAX_SYMBOLS && from >= 0 && from < to && to - from <= size
  if (!isSound || from >= size) throw new Error('a table of codes is damaged')
  const lengths = readBits(reader, to - from)
  if (lengths.length !== to - from) throw new Error('a table of codes is damaged')
  const bits = new WordBits(reader)
  const tree = [0, 0]
  for (const [index, length] of lengths.entries()) {
    if (length > 32) throw new Error('a code is too long')
    let node = 0
    for (let at = 0; at < length; at++) {
      const entry = 2 * node + bits.next()
      if (at === length - 1) tree[entry] = -1 - ((from + index) % size)
      else {
        if (tree[entry]! < 0) throw new Error('a code begins like another')
        if (tree[entry] === 0) {
          tree[entry] = tree.length / 2
          tree.push(0, 0)
        }
        node = tree[entry]!
      }
    }
  }
  return tree
}
