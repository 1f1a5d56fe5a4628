/**
 * Number of the values that are not missing (NaN) and their mean, taken from the first of them on: equal values have exactly
 * their own mean, where a plain sum would leave rounding that looks like spread. NaN for none.
 */
export function meanOf(values: Float64Array): { readonly count: number; readonly mean: number } {
  let [count, first, sum] = [0, NaN, 0]
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (count === 0) first = value
    count++
    sum += value - first
  }
  return { count, mean: first + sum / count }
}
