import type { Reducer } from '../reduce.ts'

/** Counts over equal bins; bin i holds edges[i] ≤ value < edges[i + 1], the last one its upper edge too. */
export interface Histogram {
  /** One more than there are bins. */
  readonly edges: Float64Array
  readonly counts: Float64Array
  /** Sum of the values in each bin, so that class means are exact. */
  readonly sums: Float64Array
}

export interface BinRange {
  readonly min: number
  readonly max: number
  readonly bins: number
}

/** Counts values by equal bins over a known range; values outside it and NaN are not counted. */
export class HistogramReducer implements Reducer<Histogram> {
  private readonly range: BinRange
  private readonly scale: number
  private readonly edges: Float64Array
  private readonly counts: Float64Array
  private readonly sums: Float64Array

  constructor(range: BinRange) {
    const { min, max, bins } = range
    this.range = range
    this.scale = bins / (max - min)
    this.counts = new Float64Array(bins)
    this.sums = new Float64Array(bins)
    this.edges = Float64Array.from({ length: bins + 1 }, (_, index) => min + ((max - min) * index) / bins)
    this.edges[bins] = max
  }

  add(values: Float32Array): void {
    for (let index = 0; index < values.length; index++) this.count(values[index]!, 1)
  }

  /** Each value as often as is told. */
  addCounted(values: ArrayLike<number>, times: ArrayLike<number>): void {
    for (let index = 0; index < values.length; index++) this.count(values[index]!, times[index]!)
  }

  result(): Histogram {
    const { edges, counts, sums } = this
    return { edges, counts, sums }
  }

  private count(value: number, times: number): void {
    const { edges } = this
    const { min, max, bins } = this.range
    if (!(value >= min && value <= max)) return
    let bin = Math.min(bins - 1, Math.floor((value - min) * this.scale))
    // The division may round across an edge; the edges decide.
    if (value < edges[bin]!) bin--
    else if (bin < bins - 1 && value >= edges[bin + 1]!) bin++
    this.counts[bin]! += times
    this.sums[bin]! += value * times
  }
}
