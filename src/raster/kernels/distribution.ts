import type { Reducer } from '../reduce.ts'
import { bitsOf, bucketOf, BUCKETS, DROPPED, INFINITE, SIGN } from './float-buckets.ts'

/** A figure that lies within `error` of the true one. */
export interface Estimate {
  readonly value: number
  readonly error: number
}

/** Whole numbers counted one by one: those of signed and of unsigned samples of 16 bits. */
const LOWEST = -32768
const HIGHEST = 65535

/** Values counted at once: a short function called often is compiled as a whole. */
const CHUNK = 4096

/** Buckets of one page are next to each other; only pages that values have touched are looked through for counts. */
const PAGE_BITS = 10
const PAGES = BUCKETS >>> PAGE_BITS

/** Above this an unsigned count of 32 bits could run over. */
const MOST_COUNTED = 2 ** 32 - 1

/**
 * How often which values occur, in one walk. Values that are all whole numbers from −32,768 to 65,535 are counted one
 * by one; others in buckets of the float32's sign, exponent and 13 upper bits of mantissa, so that a bucket is at most
 * 2⁻¹³ of its values wide. Keeps a table of 2²² counts (16 MB, of which the system holds what the values touch),
 * whatever the number of pixels.
 */
export class DistributionReducer implements Reducer<Distribution> {
  private whole: Uint32Array | Float64Array | null = null
  private buckets: Uint32Array | Float64Array | null = null
  private readonly touched = new Uint8Array(PAGES)
  private seen = 0
  private found: Distribution | null = null

  add(values: Float32Array): void {
    this.seen += values.length
    if (this.seen > MOST_COUNTED) {
      this.whole &&= Float64Array.from(this.whole)
      this.buckets &&= Float64Array.from(this.buckets)
    }
    const counted = this.buckets ? 0 : this.countWhole(values)
    if (counted === values.length) return
    this.buckets ??= this.spill()
    const rest = counted === 0 ? values : values.subarray(counted)
    const infinite = this.buckets[INFINITE]! + this.buckets[INFINITE + SIGN]!
    const bits = bitsOf(rest)
    for (let from = 0; from < bits.length; from += CHUNK) {
      countBuckets(bits.subarray(from, from + CHUNK), this.buckets, this.touched)
    }
    if (this.buckets[INFINITE]! + this.buckets[INFINITE + SIGN]! > infinite) discountNaN(rest, this.buckets)
  }

  result(): Distribution {
    if (this.found) return this.found
    const { buckets, touched, whole } = this
    this.found = buckets ? fromBuckets(buckets, touched) : fromWhole(whole ?? new Uint32Array(0))
    if (buckets instanceof Uint32Array) {
      for (let page = 0; page < PAGES; page++) {
        if (touched[page]! > 0) buckets.fill(0, page << PAGE_BITS, (page + 1) << PAGE_BITS)
      }
      spare = buckets
      this.buckets = null
    }
    return this.found
  }

  /** Counts while values are whole. The table is made when the first one is: most rasters have none. */
  private countWhole(values: Float32Array): number {
    if (this.whole) return countWhole(values, this.whole)
    const first = values.findIndex((value) => value === value)
    if (first < 0) return values.length
    if (!isCountedWhole(values[first]!)) return 0
    const length = HIGHEST - LOWEST + 1
    this.whole = this.seen > MOST_COUNTED ? new Float64Array(length) : new Uint32Array(length)
    return countWhole(values, this.whole)
  }

  private spill(): Uint32Array | Float64Array {
    const whole = this.whole ?? new Uint32Array(0)
    const buckets = this.seen > MOST_COUNTED ? new Float64Array(BUCKETS) : takeTable()
    for (let index = 0; index < whole.length; index++) {
      if (whole[index] === 0) continue
      const bucket = bucketOf(index + LOWEST)
      buckets[bucket]! += whole[index]!
      this.touched[bucket >>> PAGE_BITS] = 1
    }
    this.whole = null
    return buckets
  }
}

/** An empty table that a reducer is done with: making one costs more than counting a small raster. */
let spare: Uint32Array | null = null

function takeTable(): Uint32Array {
  const table = spare ?? new Uint32Array(BUCKETS)
  spare = null
  return table
}

function isCountedWhole(value: number): boolean {
  const whole = value | 0
  return whole === value && whole >= LOWEST && whole <= HIGHEST
}

/** Counts from the start on while values are whole or NaN; gives how many were. */
function countWhole(values: Float32Array, counts: Uint32Array | Float64Array): number {
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    const whole = value | 0
    if (whole === value && whole >= LOWEST && whole <= HIGHEST) counts[whole - LOWEST]!++
    else if (value === value) return index
  }
  return values.length
}

/** NaN are counted in buckets beyond the infinite ones, which are never read. */
function countBuckets(bits: Uint32Array, counts: Uint32Array | Float64Array, touched: Uint8Array): void {
  const end = bits.length
  let index = 0
  // Four loads at once, so that a count that is not in the cache holds up none but its own.
  for (; index + 3 < end; index += 4) {
    const first = bits[index]! >>> DROPPED
    const second = bits[index + 1]! >>> DROPPED
    const third = bits[index + 2]! >>> DROPPED
    const fourth = bits[index + 3]! >>> DROPPED
    counts[first]!++
    counts[second]!++
    counts[third]!++
    counts[fourth]!++
    touched[first >>> PAGE_BITS] = 1
    touched[second >>> PAGE_BITS] = 1
    touched[third >>> PAGE_BITS] = 1
    touched[fourth >>> PAGE_BITS] = 1
  }
  for (; index < end; index++) {
    const bucket = bits[index]! >>> DROPPED
    counts[bucket]!++
    touched[bucket >>> PAGE_BITS] = 1
  }
}

/** Takes out the NaN that share a bucket with an infinity: those with none of the upper bits of mantissa set. */
function discountNaN(values: Float32Array, counts: Uint32Array | Float64Array): void {
  const bits = bitsOf(values)
  for (let index = 0; index < bits.length; index++) {
    const bucket = bits[index]! >>> DROPPED
    if ((bucket & (SIGN - 1)) === INFINITE && Number.isNaN(values[index])) counts[bucket]!--
  }
}

function fromWhole(counts: Uint32Array | Float64Array): Distribution {
  let filled = 0
  for (let index = 0; index < counts.length; index++) if (counts[index]! > 0) filled++
  const found = entries(filled)
  let entry = 0
  for (let index = 0; index < counts.length; index++) {
    if (counts[index] === 0) continue
    found.lows[entry] = found.highs[entry] = index + LOWEST
    found.counts[entry++] = counts[index]!
  }
  return new Distribution(found)
}

function fromBuckets(counts: Uint32Array | Float64Array, touched: Uint8Array): Distribution {
  const pages = touchedPages(touched)
  let filled = 0
  for (const page of pages) filled += countFilled(counts, page << PAGE_BITS)
  const found = entries(filled)
  let length = 0
  for (const page of pages) length = fillEntries(counts, page << PAGE_BITS, found, length)
  return new Distribution(found)
}

/** In the order of their values: negative numbers sort in reverse of their bits. Pages of NaN alone are left out. */
function touchedPages(touched: Uint8Array): number[] {
  const half = PAGES / 2
  const pages: number[] = []
  for (let step = 0; step < PAGES; step++) {
    const page = step < half ? PAGES - 1 - step : step - half
    if (touched[page]! > 0 && (page & (half - 1)) <= INFINITE >>> PAGE_BITS) pages.push(page)
  }
  return pages
}

/** The last bucket of a page that stands for numbers. */
const lastOf = (from: number) =>
  Math.min(from + (1 << PAGE_BITS) - 1, from < SIGN ? INFINITE : INFINITE + SIGN)

function countFilled(counts: Uint32Array | Float64Array, from: number): number {
  const last = lastOf(from)
  let filled = 0
  for (let bucket = from; bucket <= last; bucket++) filled += Number(counts[bucket]! > 0)
  return filled
}

/** Writes the buckets of one page that have a count, in the order of their values; gives the new length. */
function fillEntries(
  table: Uint32Array | Float64Array,
  from: number,
  { lows, highs, counts }: Entries,
  length: number,
): number {
  const [lowBits, highBits] = [bitsOf(lows), bitsOf(highs)]
  const last = lastOf(from)
  const isNegative = from >= SIGN
  for (let step = 0; step <= last - from; step++) {
    const bucket = isNegative ? last - step : from + step
    const count = table[bucket]!
    if (count === 0) continue
    const first = bucket << DROPPED
    const end = (bucket & (SIGN - 1)) === INFINITE ? first : first | ((1 << DROPPED) - 1)
    // Larger bits are smaller numbers where the sign is set.
    lowBits[length] = isNegative ? end : first
    highBits[length] = isNegative ? first : end
    counts[length++] = count
  }
  return length
}

interface Entries {
  readonly lows: Float32Array
  readonly highs: Float32Array
  readonly counts: Float64Array
}

const entries = (length: number): Entries => ({
  lows: new Float32Array(length),
  highs: new Float32Array(length),
  counts: new Float64Array(length),
})

/** Ascending intervals, each with the number of values in it; the intervals are single values where all are whole. */
export class Distribution {
  readonly valid: number
  /** Smallest and largest value that an interval may hold, ends included. */
  readonly lows: Float32Array
  readonly highs: Float32Array
  readonly counts: Float64Array
  private readonly upTo: Float64Array

  constructor({ lows, highs, counts }: Entries) {
    this.lows = lows
    this.highs = highs
    this.counts = counts
    this.upTo = new Float64Array(counts.length)
    let valid = 0
    for (let entry = 0; entry < counts.length; entry++) this.upTo[entry] = valid += counts[entry]!
    this.valid = valid
  }

  /** True where each interval is one value. */
  get isExact(): boolean {
    return this.lows.every((low, entry) => low === this.highs[entry])
  }

  /**
   * A quantile by linear interpolation between order statistics (numpy's default, type 7 of Hyndman and Fan,
   * doi:10.1080/00031305.1996.10473566); `fraction` lies in 0..1. Ranks are exact, values known to their interval.
   */
  quantile(fraction: number): Estimate {
    if (this.valid === 0) return { value: NaN, error: NaN }
    const [below, above, share] = ranksOf(fraction, this.valid)
    return between(this.atRank(below), this.atRank(above), share)
  }

  /** Median of the distances from the median. */
  medianDeviation(): Estimate {
    if (this.valid === 0) return { value: NaN, error: NaN }
    const median = this.quantile(0.5)
    const [below, above, share] = ranksOf(0.5, this.valid)
    const nearest = between(
      { value: this.distanceAt(below, median.value, 'least'), error: 0 },
      { value: this.distanceAt(above, median.value, 'least'), error: 0 },
      share,
    ).value
    const farthest = between(
      { value: this.distanceAt(below, median.value, 'most'), error: 0 },
      { value: this.distanceAt(above, median.value, 'most'), error: 0 },
      share,
    ).value
    return { value: (nearest + farthest) / 2, error: (farthest - nearest) / 2 + median.error }
  }

  /** The entry that holds the value of a rank (0 is the smallest), and the rank within it. */
  place(rank: number): { readonly entry: number; readonly rest: number } {
    let [low, high] = [0, this.upTo.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.upTo[middle]! > rank) high = middle
      else low = middle + 1
    }
    return { entry: low, rest: rank - (low > 0 ? this.upTo[low - 1]! : 0) }
  }

  private atRank(rank: number): Estimate {
    const { entry, rest } = this.place(rank)
    const [low, high] = [this.lows[entry]!, this.highs[entry]!]
    if (low === high) return { value: low, error: 0 }
    // Spread evenly over the interval, which is a better guess than its middle.
    const value = low + ((high - low) * (rest + 0.5)) / this.counts[entry]!
    return { value, error: Math.max(value - low, high - value) }
  }

  /** Of a rank among the distances from `centre`, if each value lay at the near or far end of its interval. */
  private distanceAt(rank: number, centre: number, end: 'least' | 'most'): number {
    const distance = (entry: number) => {
      const [low, high] = [this.lows[entry]!, this.highs[entry]!]
      const far = Math.max(centre - low, high - centre)
      return end === 'most' ? far : Math.max(0, low - centre, centre - high)
    }
    let right = 0
    while (right < this.lows.length && this.highs[right]! < centre) right++
    let left = right - 1
    let rest = rank
    for (;;) {
      const takesLeft = right >= this.lows.length || (left >= 0 && distance(left) < distance(right))
      const entry = takesLeft ? left-- : right++
      rest -= this.counts[entry]!
      if (rest < 0) return distance(entry)
    }
  }
}

/** The order statistics that a quantile lies between, and how far from the first to the second. */
export function ranksOf(
  fraction: number,
  valid: number,
): readonly [below: number, above: number, share: number] {
  const position = Math.min(1, Math.max(0, fraction)) * (valid - 1)
  const below = Math.floor(position)
  return [below, Math.ceil(position), position - below]
}

function between(first: Estimate, second: Estimate, share: number): Estimate {
  // Equal ones may be infinite.
  if (first.value === second.value) return { value: first.value, error: Math.max(first.error, second.error) }
  return {
    value: first.value + share * (second.value - first.value),
    error: first.error + share * (second.error - first.error),
  }
}
