/** Groups of equal or nearly equal values in rising order. */
export interface ValueGroups {
  readonly lows: ArrayLike<number>
  readonly highs: ArrayLike<number>
  readonly counts: ArrayLike<number>
  /** Mean of each group. */
  readonly means: ArrayLike<number>
}

export interface OptimalBreaks {
  /** Between the classes, rising: values at or above one belong to the class above it. */
  readonly breaks: readonly number[]
  /** Between-class over total variance, 0 to 1. */
  readonly explained: number
}

/**
 * The breaks that leave the least variance within `classes` classes, which is the most between them: natural breaks
 * (Fisher, doi:10.1080/01621459.1958.10501479) and Otsu's thresholds for several classes at once. Exact for the groups,
 * by dynamic programming: time classes × groups². Fewer groups than classes make no breaks: null.
 */
export function optimalBreaks(groups: ValueGroups, classes: number): OptimalBreaks | null {
  const { lows, highs } = groups
  const size = lows.length
  if (size < classes) return null
  const cost = rangeCost(groups)
  const total = cost(0, size)
  // best[end]: least cost of the groups before `end` in the classes so far.
  let best = Float64Array.from({ length: size + 1 }, (_, end) => (end === 0 ? Infinity : cost(0, end)))
  const starts: Int32Array[] = []
  for (let count = 2; count <= classes; count++) {
    const next = new Float64Array(size + 1).fill(Infinity)
    const from = new Int32Array(size + 1)
    for (let end = count; end <= size; end++) {
      for (let start = count - 1; start < end; start++) {
        const sum = best[start]! + cost(start, end)
        if (sum < next[end]!) {
          next[end] = sum
          from[end] = start
        }
      }
    }
    best = next
    starts.push(from)
  }
  const breaks: number[] = []
  let end = size
  for (const from of starts.reverse()) {
    end = from[end]!
    const middle = (highs[end - 1]! + lows[end]!) / 2
    // Between neighbours of float32 there is no middle that pixels could be told apart by.
    breaks.unshift(Math.fround(middle) > highs[end - 1]! ? middle : lows[end]!)
  }
  return { breaks, explained: total > 0 ? Math.max(0, 1 - best[size]! / total) : 0 }
}

/** Sum of squared deviations from their mean of the groups from `start` up to `end`. */
function rangeCost({ counts, means }: ValueGroups): (start: number, end: number) => number {
  const size = counts.length
  let weight = 0
  let sum = 0
  for (let at = 0; at < size; at++) {
    weight += counts[at]!
    sum += counts[at]! * means[at]!
  }
  // Taken from the mean of all, so that squares keep their digits.
  const shift = sum / weight
  const [weights, sums, squares] = [0, 1, 2].map(() => new Float64Array(size + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let at = 0; at < size; at++) {
    const value = means[at]! - shift
    weights[at + 1] = weights[at]! + counts[at]!
    sums[at + 1] = sums[at]! + counts[at]! * value
    squares[at + 1] = squares[at]! + counts[at]! * value * value
  }
  return (start, end) => {
    const part = sums[end]! - sums[start]!
    return squares[end]! - squares[start]! - (part * part) / (weights[end]! - weights[start]!)
  }
}
