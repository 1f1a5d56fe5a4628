import { MODULE_START, section, text, unsigned, vector } from '../../lib/wasm-bytes.ts'

/** What a kernel works on: the query's planes at 0, the results behind them, the rows behind those. */
export interface ScanLayout {
  /** Words of 64 bits a row. */
  readonly words: number
  /** Rows of one call. */
  readonly chunk: number
}

export interface ScanMemory {
  readonly buffer: ArrayBufferLike
  /**
   * Of `rows` rows of bits, the first at byte `from`: the sum of the query's values where a bit is set. The value of
   * a dimension is 1, 2, 4 and −8 times its bits in the four planes. int32, one a row, at `resultsAt`.
   */
  scan(from: number, rows: number): void
  /** Holds at least so many bytes then; `buffer` may be another one. */
  grow(bytes: number): void
}

export const PLANES = 4

export const planeBytes = ({ words }: ScanLayout) => 8 * words
export const resultsAt = (layout: ScanLayout) => PLANES * planeBytes(layout)
export const rowsAt = (layout: ScanLayout) => resultsAt(layout) + 8 * Math.ceil(layout.chunk / 2)

const PAGE = 65_536

/** 64 bits at a time, by WebAssembly. Throws where the machine has none. */
export function wasmScan(layout: ScanLayout): ScanMemory {
  const module = new WebAssembly.Module(encode(layout))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(rowsAt(layout) / PAGE) })
  const { exports } = new WebAssembly.Instance(module, { env: { memory } })
  return {
    get buffer() {
      return memory.buffer
    },
    scan: exports['scan'] as ScanMemory['scan'],
    grow(bytes) {
      const missing = bytes - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    },
  }
}

/** The same sums by JavaScript: for where there is no WebAssembly, and what the other is held against. */
export function plainScan(layout: ScanLayout): ScanMemory {
  const halves = 2 * layout.words
  let buffer = new ArrayBuffer(rowsAt(layout))
  return {
    get buffer() {
      return buffer
    },
    scan(from, rows) {
      const planes = new Uint32Array(buffer, 0, PLANES * halves)
      const results = new Int32Array(buffer, resultsAt(layout), rows)
      const bits = new Uint32Array(buffer, from, rows * halves)
      for (let row = 0, at = 0; row < rows; row++) {
        let sum = 0
        for (let half = 0; half < halves; half++, at++) {
          const word = bits[at]!
          sum +=
            ones(word & planes[half]!) +
            2 * ones(word & planes[halves + half]!) +
            4 * ones(word & planes[2 * halves + half]!) -
            8 * ones(word & planes[3 * halves + half]!)
        }
        results[row] = sum
      }
    },
    grow(bytes) {
      if (bytes <= buffer.byteLength) return
      const larger = new ArrayBuffer(bytes)
      new Uint8Array(larger).set(new Uint8Array(buffer))
      buffer = larger
    },
  }
}

/** Bits set in 32, added up in pairs, fours and bytes. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A number from 0 as signed LEB128, for constants. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value % 128) + 128, ...signed(Math.floor(value / 128))]
}

const get = (local: number) => [0x20, ...unsigned(local)]
const set = (local: number) => [0x21, ...unsigned(local)]
const tee = (local: number) => [0x22, ...unsigned(local)]
const number = (value: number) => [0x41, ...signed(value)]
/** Alignment (8 or 4 bytes) and address of a load or store, relative to the place on the stack. */
const wordAt = (offset: number) => [0x03, ...unsigned(offset)]
const RESULT_AT = [0x02, 0x00]

const I32 = 0x7f
const I64 = 0x7e
const LOOP = [0x03, 0x40]
const BRANCH_IF = [0x0d, 0x00]
const END = 0x0b
const I32_ADD = 0x6a
const I32_SUBTRACT = 0x6b
const I32_STORE = 0x36
const WRAP = 0xa7
const LOAD = 0x29
const AND = 0x83
const ONES = 0x7b
const ADD = 0x7c
const SUBTRACT = 0x7d
const SHIFTED = (by: number) => [0x42, by, 0x86]

/** Locals: the row's address and how many rows are left (both operands), where its result goes; a word; a sum a plane. */
const [ROW, LEFT, RESULT, WORD, FIRST_SUM] = [0, 1, 2, 3, 4]

/** The module, by https://webassembly.github.io/spec/core/binary/; the words of a row are written out one after the other. */
function encode(layout: ScanLayout): Uint8Array<ArrayBuffer> {
  const words = Array.from({ length: layout.words }, (_, at) => 8 * at)
  const planes = Array.from({ length: PLANES }, (_, plane) => plane)
  const countPlane = (at: number) => (plane: number) => [
    ...[...get(WORD), ...number(0), LOAD, ...wordAt(plane * planeBytes(layout) + at), AND, ONES],
    ...(at === 0 ? [] : [...get(FIRST_SUM + plane), ADD]),
    ...set(FIRST_SUM + plane),
  ]
  const sum = (plane: number) => [...get(FIRST_SUM + plane), ...SHIFTED(plane)]
  const code = [
    ...[...number(resultsAt(layout)), ...set(RESULT)],
    ...LOOP,
    ...words.flatMap((at) => [
      ...[...get(ROW), LOAD, ...wordAt(at), ...set(WORD)],
      ...planes.flatMap(countPlane(at)),
    ]),
    ...get(RESULT),
    ...[...sum(0), ...sum(1), ADD, ...sum(2), ADD, ...sum(3), SUBTRACT, WRAP],
    ...[I32_STORE, ...RESULT_AT],
    ...[...get(RESULT), ...number(4), I32_ADD, ...set(RESULT)],
    ...[...get(ROW), ...number(planeBytes(layout)), I32_ADD, ...set(ROW)],
    ...[...get(LEFT), ...number(1), I32_SUBTRACT, ...tee(LEFT), ...BRANCH_IF],
    END,
  ]
  const locals = vector([[1, I32], [1 + PLANES, I64]]) // prettier-ignore
  const body = [...locals, ...code, END]
  return new Uint8Array([
    ...MODULE_START,
    ...section(1, vector([[0x60, ...vector([[I32], [I32]]), 0x00]])),
    ...section(2, vector([[...text('env'), ...text('memory'), 0x02, 0x00, 0x01]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...text('scan'), 0x00, 0x00]])),
    ...section(10, vector([[...unsigned(body.length), ...body]])),
  ])
}
