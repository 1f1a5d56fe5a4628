import {
  plainScan,
  planeBytes,
  PLANES,
  resultsAt,
  rowsAt,
  wasmScan,
  type ScanLayout,
  type ScanMemory,
} from './scan-kernel.ts'

/** How the sums over bits are made. */
export type ScanKind = 'wasm' | 'plain'

/** Rows of one call of the kernel: their results and the query stay in the processor's first cache. */
const CHUNK = 1024
/** Values of a query are whole numbers from −8 to 7. */
const LARGEST_VALUE = 7.5

/** What is stored of coded rows. */
export interface StoredCodes {
  /** 64 dimensions a word, the first in the lowest bit; two halves a word, the lower first. */
  readonly bits: Uint32Array
  readonly weights: Float32Array
}

/**
 * Vectors by the signs of their values, one bit each, compared with a query that keeps four bits of each value.
 * After RaBitQ (Gao and Long 2024, doi:10.1145/3654970), without its rotation: x·q ≈ |x|²·(s·q) / (s·x) with the signs s.
 */
export class CodedRows {
  readonly #layout: ScanLayout
  readonly #memory: ScanMemory
  /** |x|² / (s·x); NaN where there is no row. */
  #weights = new Float32Array(0)
  #estimates = new Float32Array(0)
  #size = 0

  constructor(
    readonly dimensions: number,
    readonly kind: ScanKind = hasWebAssembly() ? 'wasm' : 'plain',
  ) {
    this.#layout = { words: Math.ceil(dimensions / 64), chunk: CHUNK }
    this.#memory = kind === 'wasm' ? wasmScan(this.#layout) : plainScan(this.#layout)
  }

  get size(): number {
    return this.#size
  }

  /** Standard deviation of an estimate for vectors of length 1: √(π/2 − 1) / √D for signs, the query's bits a little more. */
  get deviation(): number {
    return Math.sqrt(0.6 / this.dimensions)
  }

  get byteLength(): number {
    return this.#memory.buffer.byteLength + this.#weights.byteLength + this.#estimates.byteLength
  }

  /** Makes room for rows, which are empty until they are set. */
  reserve(rows: number): void {
    if (rows <= this.#weights.length) return
    const held = Math.max(rows, Math.ceil(this.#weights.length * 1.25))
    this.#memory.grow(rowsAt(this.#layout) + held * planeBytes(this.#layout))
    const weights = new Float32Array(held).fill(NaN)
    weights.set(this.#weights)
    this.#weights = weights
    this.#estimates = new Float32Array(held)
  }

  set(at: number, vector: Float32Array): void {
    this.reserve(at + 1)
    this.#size = Math.max(this.#size, at + 1)
    const bits = this.#bits(at, 1).fill(0)
    let [total, squares] = [0, 0]
    for (let axis = 0; axis < vector.length; axis++) {
      const value = vector[axis]!
      if (value > 0) bits[axis >>> 5]! |= 1 << (axis & 31)
      total += Math.abs(value)
      squares += value * value
    }
    this.#weights[at] = total > 0 ? squares / total : 0
  }

  remove(at: number): void {
    this.#weights[at] = NaN
  }

  has(at: number): boolean {
    return at < this.#size && !Number.isNaN(this.#weights[at]!)
  }

  /**
   * Estimates of the dot products of a query with every row; NaN where there is no row. Good until the next call.
   */
  estimates(query: Float32Array): Float32Array {
    const { total, step } = this.#writePlanes(query)
    const results = new Int32Array(this.#memory.buffer, resultsAt(this.#layout), CHUNK)
    const [estimates, weights] = [this.#estimates, this.#weights]
    for (let from = 0; from < this.#size; from += CHUNK) {
      const rows = Math.min(CHUNK, this.#size - from)
      this.#memory.scan(rowsAt(this.#layout) + from * planeBytes(this.#layout), rows)
      // s·q: the values where the sign is + less all others.
      for (let row = 0; row < rows; row++)
        estimates[from + row] = step * (2 * results[row]! - total) * weights[from + row]!
    }
    return estimates.subarray(0, this.#size)
  }

  stored(): StoredCodes {
    return { bits: this.#bits(0, this.#size), weights: this.#weights.subarray(0, this.#size) }
  }

  /** Takes in what `stored` gave. */
  restore({ bits, weights }: StoredCodes): void {
    this.reserve(weights.length)
    this.#size = weights.length
    this.#bits(0, this.#size).set(bits)
    this.#weights.set(weights)
  }

  /** The bits of each value, plane by plane; returns the sum of the values and what 1 is worth. */
  #writePlanes(query: Float32Array): { readonly total: number; readonly step: number } {
    let largest = 0
    for (let axis = 0; axis < query.length; axis++) largest = Math.max(largest, Math.abs(query[axis]!))
    const step = largest / LARGEST_VALUE || 1
    const halves = 2 * this.#layout.words
    const planes = new Uint32Array(this.#memory.buffer, 0, PLANES * halves).fill(0)
    let total = 0
    for (let axis = 0; axis < query.length; axis++) {
      const value = Math.max(-8, Math.min(7, Math.round(query[axis]! / step)))
      total += value
      for (let plane = 0; plane < PLANES; plane++) {
        if ((value >> plane) & 1) planes[plane * halves + (axis >>> 5)]! |= 1 << (axis & 31)
      }
    }
    return { total, step }
  }

  #bits(from: number, rows: number): Uint32Array {
    const bytes = planeBytes(this.#layout)
    return new Uint32Array(
      this.#memory.buffer,
      rowsAt(this.#layout) + from * bytes,
      rows * 2 * this.#layout.words,
    )
  }
}

function hasWebAssembly(): boolean {
  try {
    wasmScan({ words: 1, chunk: 1 })
    return true
  } catch {
    // Hardened or old browsers have none, and a page's policy may forbid it.
    return false
  }
}
