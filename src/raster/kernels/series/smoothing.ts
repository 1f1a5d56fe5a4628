import { leastSquares } from './least-squares.ts'

/** Mean of the values within half a window (odd, in values) on either side; shorter at the ends, missing ones skipped. */
export function movingMean(values: Float64Array, window: number): Float64Array {
  const half = (window - 1) / 2
  return values.map((_, at) => {
    let [sum, count] = [0, 0]
    for (let other = Math.max(0, at - half); other <= Math.min(values.length - 1, at + half); other++) {
      if (Number.isNaN(values[other]!)) continue
      sum += values[other]!
      count++
    }
    return sum / count
  })
}

/**
 * Savitzky and Golay: in the middle of each window (odd) the value of the polynomial fitted to it; at the ends that of the
 * first and last whole window. Values are evenly spaced and without gaps, a window of them at least.
 */
export function savitzkyGolay(values: Float64Array, window: number, degree: number): Float64Array {
  const half = (window - 1) / 2
  // Places in a window from −1 to 1, so that high powers stay tame.
  const places = Float64Array.from({ length: window }, (_, at) => (at - half) / Math.max(1, half))
  const columns = Array.from({ length: degree + 1 }, (_, power) => places.map((place) => place ** power))
  const fitAt = (start: number) => leastSquares(columns, values.subarray(start, start + window))
  const last = values.length - window
  return values.map((_, at) => {
    const start = Math.max(0, Math.min(last, at - half))
    const place = (at - start - half) / Math.max(1, half)
    return fitAt(start).reduceRight((sum, factor) => sum * place + factor, 0)
  })
}

/**
 * Whittaker's smoother (Eilers 2003): least squares of the values plus `strength` times the squares of second differences.
 * Missing values (NaN) are filled. Evenly spaced, two values at least present.
 */
export function whittaker(values: Float64Array, strength: number): Float64Array {
  const count = values.length
  // The symmetric matrix W + λ D'D has two bands below its diagonal.
  const [main, one, two] = [0, 0, 0].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const out = new Float64Array(count)
  for (let at = 0; at < count; at++) {
    const missing = Number.isNaN(values[at]!)
    main[at] = missing ? 0 : 1
    out[at] = missing ? 0 : values[at]!
  }
  for (let at = 0; at + 2 < count; at++) {
    main[at]! += strength
    main[at + 1]! += 4 * strength
    main[at + 2]! += strength
    one[at]! -= 2 * strength
    one[at + 1]! -= 2 * strength
    two[at]! += strength
  }
  return solvePentadiagonal(main, one, two, out)
}

/** Solves in place by L D L'; `one` and `two` are the bands below the diagonal, by column. */
function solvePentadiagonal(
  main: Float64Array,
  one: Float64Array,
  two: Float64Array,
  right: Float64Array,
): Float64Array {
  const count = main.length
  for (let at = 0; at < count; at++) {
    const pivot = main[at]!
    const [first, second] = [one[at]! / pivot, two[at]! / pivot]
    if (at + 1 < count) {
      main[at + 1]! -= first * one[at]!
      one[at + 1]! -= first * two[at]!
      right[at + 1]! -= first * right[at]!
    }
    if (at + 2 < count) {
      main[at + 2]! -= second * two[at]!
      right[at + 2]! -= second * right[at]!
    }
    one[at] = first
    two[at] = second
  }
  for (let at = count - 1; at >= 0; at--) {
    right[at] = right[at]! / main[at]! - one[at]! * (right[at + 1] ?? 0) - two[at]! * (right[at + 2] ?? 0)
  }
  return right
}
