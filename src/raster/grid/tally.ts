import type { AreaResampling } from '../source.ts'
import type { Pixels, Values } from './resample.ts'

/** Pixels first … last of one axis, whole but for the shares of the two at the ends. */
export interface Span {
  readonly first: number
  readonly last: number
  readonly firstShare: number
  readonly lastShare: number
}

/**
 * Weighted values that fall one after another on new pixels: `each` of them on each, of which `phase` are past on the
 * first, which is `index`.
 */
export interface WeightedRun {
  readonly values: Values
  readonly weights: Float64Array
  readonly count: number
  readonly index: number
  readonly phase: number
  readonly each: number
}

/**
 * Gathers what falls on each of a list of new pixels, in as many parts as memory asks for. Nodata is passed over; a new
 * pixel that nothing valid fell on is NaN.
 */
export interface Tally {
  /** Pixels of a patch, each weighted by the share of its area that lies in it. */
  addPatch(index: number, pixels: Pixels, across: Span, down: Span): void
  addRun(run: WeightedRun): void
  value(index: number): number
}

/**
 * 'average' weighs values by area, 'mode' takes the value that covers most (the smallest of equals), 'median' the
 * smallest value that at least half of the valid area does not exceed; 'min' and 'max' take every pixel touched.
 */
export function tallyOf(method: AreaResampling, length: number): Tally {
  if (method === 'average') return meanTally(length)
  if (method === 'min') return extremeTally(length, 1)
  if (method === 'max') return extremeTally(length, -1)
  return weightsTally(length, method === 'mode' ? heaviest : middle)
}

function meanTally(length: number): Tally {
  const sums = new Float64Array(length)
  const weights = new Float64Array(length)
  return {
    addPatch(index, { data, width }, across, down) {
      let sum = 0
      let total = 0
      for (let row = down.first; row <= down.last; row++) {
        const rowShare = shareOf(down, row)
        for (let col = across.first; col <= across.last; col++) {
          const value = data[row * width + col]!
          if (Number.isNaN(value)) continue
          const weight = rowShare * shareOf(across, col)
          sum += weight * value
          total += weight
        }
      }
      sums[index] = sums[index]! + sum
      weights[index] = weights[index]! + total
    },
    addRun({ values, weights: shares, count, index, phase, each }) {
      let own = index
      let past = phase
      for (let at = 0; at < count; at++) {
        const value = values[at]!
        if (!Number.isNaN(value)) {
          sums[own] = sums[own]! + shares[at]! * value
          weights[own] = weights[own]! + shares[at]!
        }
        if (++past === each) {
          own++
          past = 0
        }
      }
    },
    value: (index) => sums[index]! / weights[index]!,
  }
}

/** Smallest values for a sign of 1, largest for -1. */
function extremeTally(length: number, sign: 1 | -1): Tally {
  const best = new Float64Array(length).fill(Infinity)
  const add = (index: number, value: number) => {
    // NaN is not less.
    if (sign * value < best[index]!) best[index] = sign * value
  }
  return {
    addPatch(index, { data, width }, across, down) {
      for (let row = down.first; row <= down.last; row++) {
        for (let col = across.first; col <= across.last; col++) add(index, data[row * width + col]!)
      }
    },
    addRun: (run) => visitRun(run, add),
    value: (index) => (best[index] === Infinity ? NaN : sign * best[index]!),
  }
}

function weightsTally(length: number, pick: (weights: ReadonlyMap<number, number>) => number): Tally {
  const lists: (Map<number, number> | undefined)[] = Array.from({ length })
  const add = (index: number, value: number, weight: number) => {
    if (Number.isNaN(value)) return
    const list = (lists[index] ??= new Map<number, number>())
    list.set(value, (list.get(value) ?? 0) + weight)
  }
  return {
    addPatch(index, { data, width }, across, down) {
      for (let row = down.first; row <= down.last; row++) {
        const rowShare = shareOf(down, row)
        for (let col = across.first; col <= across.last; col++) {
          add(index, data[row * width + col]!, rowShare * shareOf(across, col))
        }
      }
    },
    addRun: (run) => visitRun(run, add),
    value(index) {
      const list = lists[index]
      return list ? pick(list) : NaN
    },
  }
}

function visitRun(
  { values, weights, count, index, phase, each }: WeightedRun,
  visit: (index: number, value: number, weight: number) => void,
): void {
  let own = index
  let past = phase
  for (let at = 0; at < count; at++) {
    // A box that only meets a border does not touch the pixel beyond.
    if (weights[at]! > ROUNDING) visit(own, values[at]!, weights[at]!)
    if (++past === each) {
      own++
      past = 0
    }
  }
}

/** Shares of area that differ by less are equal. */
const ROUNDING = 1e-9

function heaviest(weights: ReadonlyMap<number, number>): number {
  let best = NaN
  let most = 0
  for (const [value, weight] of weights) {
    if (weight > most + ROUNDING || (weight > most - ROUNDING && value < best)) [best, most] = [value, weight]
  }
  return best
}

function middle(weights: ReadonlyMap<number, number>): number {
  const values = Float64Array.from(weights.keys()).sort()
  let half = -ROUNDING
  for (const weight of weights.values()) half += weight / 2
  let passed = 0
  for (const value of values) {
    passed += weights.get(value)!
    if (passed >= half) return value
  }
  return NaN
}

function shareOf(span: Span, index: number): number {
  return index === span.first ? span.firstShare : index === span.last ? span.lastShare : 1
}

/** The interval [from, to) of an axis of `length` pixels as a span, cut at the ends; null where nothing is left. */
export function spanOf(from: number, to: number, length: number): Span | null {
  const start = Math.max(0, snap(from))
  const end = Math.min(length, snap(to))
  if (!(end > start)) return null
  const first = Math.floor(start)
  const last = Math.max(first, Math.ceil(end) - 1)
  if (first === last) return { first, last, firstShare: end - start, lastShare: end - start }
  return { first, last, firstShare: first + 1 - start, lastShare: end - last }
}

/** Edges that meet a pixel border up to rounding must not touch the pixel beyond it. */
function snap(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) < 1e-6 ? whole : value
}
