/**
 * Room that the kernels of one series reuse from call to call, so that a raster of many series allocates once.
 * `length` is the longest series.
 */
export class SeriesScratch {
  /** Times and values of the series without its missing values. */
  readonly times: Float64Array
  readonly values: Float64Array
  readonly sorted: Float64Array
  private pairs: Float64Array | null = null

  constructor(readonly length: number) {
    this.times = new Float64Array(length)
    this.values = new Float64Array(length)
    this.sorted = new Float64Array(length)
  }

  /** Keeps the values that are not NaN with their times, in order, and gives their number. */
  keep(times: Float64Array, values: Float64Array): number {
    let count = 0
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!
      if (Number.isNaN(value)) continue
      this.times[count] = times[at]!
      this.values[count++] = value
    }
    return count
  }

  /** Room for one number a pair of values. */
  get slopes(): Float64Array {
    return (this.pairs ??= new Float64Array((this.length * (this.length - 1)) / 2))
  }
}
