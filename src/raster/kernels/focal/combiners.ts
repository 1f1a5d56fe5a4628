/** Numbers that are kept for each pixel, a list for each kind of number. */
export type Planes = readonly Float64Array[]

/** What is known of a group of pixels, and how two groups become one. */
export interface Combiner {
  readonly planes: number
  /** What is known of one pixel alone; NaN is nodata. */
  start(planes: Planes, at: number, value: number): void
  /** The group `at` takes in the group `from` of others. */
  join(planes: Planes, at: number, others: Planes, from: number): void
}

/** Sum and number of the valid pixels. */
export const TOTAL: Combiner = {
  planes: 2,
  start([sums, counts], at, value) {
    const isValid = !Number.isNaN(value)
    sums![at] = isValid ? value : 0
    counts![at] = isValid ? 1 : 0
  },
  join([sums, counts], at, [otherSums, otherCounts], from) {
    sums![at] = sums![at]! + otherSums![from]!
    counts![at] = counts![at]! + otherCounts![from]!
  },
}

/** The least valid value; Infinity where there is none. */
export const LEAST: Combiner = {
  planes: 1,
  start([values], at, value) {
    values![at] = Number.isNaN(value) ? Infinity : value
  },
  join([values], at, [others], from) {
    if (others![from]! < values![at]!) values![at] = others![from]!
  },
}

/** The greatest valid value; -Infinity where there is none. */
export const GREATEST: Combiner = {
  planes: 1,
  start([values], at, value) {
    values![at] = Number.isNaN(value) ? -Infinity : value
  },
  join([values], at, [others], from) {
    if (others![from]! > values![at]!) values![at] = others![from]!
  },
}

/** Number, mean and sum of squared deviations of the valid pixels, joined as by Chan, Golub and LeVeque (1979). */
export const MOMENTS: Combiner = {
  planes: 3,
  start([counts, means, squares], at, value) {
    const isValid = !Number.isNaN(value)
    counts![at] = isValid ? 1 : 0
    means![at] = isValid ? value : 0
    squares![at] = 0
  },
  join([counts, means, squares], at, [otherCounts, otherMeans, otherSquares], from) {
    const more = otherCounts![from]!
    if (more === 0) return
    const own = counts![at]!
    const both = own + more
    const apart = otherMeans![from]! - means![at]!
    means![at] = means![at]! + (apart * more) / both
    squares![at] = squares![at]! + otherSquares![from]! + (apart * apart * own * more) / both
    counts![at] = both
  },
}
