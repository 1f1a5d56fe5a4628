import { AppError } from '../../lib/errors.ts'
import { BestOf, bestOf } from './best-of.ts'
import { CodedRows, type ScanKind, type StoredCodes } from './coded-rows.ts'

/** A row that was found, with its exact cosine. */
export interface Hit {
  readonly position: number
  readonly score: number
}

/** Where the exact vectors lie, of length 1 or 0. */
export interface ExactRows {
  readonly dimensions: number
  row(at: number): Float32Array
}

/** Rows that are compared in full, at most, and at least how many times those that are asked for. */
const COMPARED = 1000
const COMPARED_FOR_EACH = 20
/** A row is left out whose estimate lies so many deviations under what it would have to be: one of a thousand is missed. */
const DEVIATIONS = 3.5

/**
 * The nearest vectors by cosine: all rows are estimated by their signs, and those whose estimates come near the best are
 * compared in full, a thousand at most. Up to a thousand rows all are. The same with WebAssembly and without.
 */
export class VectorIndex {
  readonly #coded: CodedRows

  constructor(
    private readonly exact: ExactRows,
    kind?: ScanKind,
  ) {
    this.#coded = new CodedRows(exact.dimensions, kind)
  }

  get kind(): ScanKind {
    return this.#coded.kind
  }

  get byteLength(): number {
    return this.#coded.byteLength
  }

  reserve(rows: number): void {
    this.#coded.reserve(rows)
  }

  /** Reads a row of the exact vectors, again where it has changed. */
  refresh(at: number): void {
    this.#coded.set(at, this.exact.row(at))
  }

  /** A removed row is never found. */
  remove(at: number): void {
    this.#coded.remove(at)
  }

  has(at: number): boolean {
    return this.#coded.has(at)
  }

  stored(): StoredCodes {
    return this.#coded.stored()
  }

  restore(stored: StoredCodes): void {
    this.#coded.restore(stored)
  }

  /**
   * The `count` rows nearest to a query of length 1, best first; of equal ones the lower position. At most
   * `compared` rows are compared in full.
   */
  search(
    query: Float32Array,
    count: number,
    compared = Math.max(COMPARED, COMPARED_FOR_EACH * count),
  ): Hit[] {
    if (query.length !== this.exact.dimensions) {
      throw new AppError(
        'invalid_input',
        `a query of ${query.length} dimensions among vectors of ${this.exact.dimensions}; use one embedding model`,
      )
    }
    const found = new BestOf(count)
    const { size } = this.#coded
    if (size <= compared) {
      for (let at = 0; at < size; at++) if (this.#coded.has(at)) this.#compare(query, at, found)
      return found.sorted()
    }
    const estimates = this.#coded.estimates(query)
    // As many as are wanted, compared in full: no row below the worst of them is among the best.
    const floor = new BestOf(count)
    for (const { position } of bestOf(estimates, count)) this.#compare(query, position, floor)
    const reach = DEVIATIONS * this.#coded.deviation
    for (const at of this.#near(estimates, floor.worst - reach, compared)) {
      if (estimates[at]! >= found.worst - reach) this.#compare(query, at, found)
    }
    return found.sorted()
  }

  /** Positions of the rows estimated at `least` or more, of the best `count` of them where they are more. */
  #near(estimates: Float32Array, least: number, count: number): readonly number[] {
    const near: number[] = []
    for (let at = 0; at < estimates.length; at++) if (estimates[at]! >= least) near.push(at)
    if (near.length <= count) return near
    const scores = Float32Array.from(near, (at) => estimates[at]!)
    return bestOf(scores, count).map(({ position }) => near[position]!)
  }

  #compare(query: Float32Array, at: number, found: BestOf): void {
    found.push(at, product(query, this.exact.row(at)))
  }
}

/** Dot product in four sums, which the processor adds up side by side. */
function product(first: Float32Array, second: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = first.length & ~3
  for (let at = 0; at < whole; at += 4) {
    a += first[at]! * second[at]!
    b += first[at + 1]! * second[at + 1]!
    c += first[at + 2]! * second[at + 2]!
    d += first[at + 3]! * second[at + 3]!
  }
  for (let at = whole; at < first.length; at++) a += first[at]! * second[at]!
  return a + b + (c + d)
}
