import type { Reducer } from '../reduce.ts'
import type { Window } from '../source.ts'

/** 'rook': pixels that share a side; 'queen': a side or a corner. */
export type Contiguity = 'rook' | 'queen'

/** Sums over pairs of neighbouring valid pixels, with binary weights (1 for neighbours, both ways). */
export interface NeighbourSums {
  readonly valid: number
  readonly nodata: number
  /** Valid pixels without a valid neighbour. */
  readonly islands: number
  /** Σ w. */
  readonly s0: number
  /** ½ Σ (wij + wji)². */
  readonly s1: number
  /** Σ (wi. + w.i)². */
  readonly s2: number
  /** Σ w·zi·zj of deviations z from the mean. */
  readonly products: number
  /** Σ w·(xi − xj)². */
  readonly squares: number
  /** Σ z² and Σ z⁴. */
  readonly second: number
  readonly fourth: number
}

/**
 * What Moran's I and Geary's C need, in one walk once the mean is known. Keeps two rows of the raster; a row is counted
 * when its neighbours below are known.
 */
export class NeighbourReducer implements Reducer<NeighbourSums> {
  private readonly mean: number
  private readonly isQueen: boolean
  private above: Float64Array | null = null
  /** Neighbours found so far of the pixels of the row above. */
  private degrees = new Float64Array(0)
  private readonly sums = { valid: 0, nodata: 0, islands: 0, pairs: 0, s2: 0, products: 0, squares: 0 }
  private second = 0
  private fourth = 0

  constructor(mean: number, contiguity: Contiguity) {
    this.mean = mean
    this.isQueen = contiguity === 'queen'
  }

  add(values: Float32Array, { width, height }: Window): void {
    for (let line = 0; line < height; line++) this.addRow(values.subarray(line * width, (line + 1) * width))
  }

  result(): NeighbourSums {
    this.settle()
    this.above = null
    const { valid, nodata, islands, pairs, s2, products, squares } = this.sums
    return {
      valid,
      nodata,
      islands,
      s0: 2 * pairs,
      s1: 4 * pairs,
      s2,
      products: 2 * products,
      squares: 2 * squares,
      second: this.second,
      fourth: this.fourth,
    }
  }

  private addRow(values: Float32Array): void {
    const row = Float64Array.from(values, (value) => value - this.mean)
    const degrees = new Float64Array(row.length)
    const { above, degrees: aboveDegrees, sums } = this
    for (let col = 0; col < row.length; col++) {
      const z = row[col]!
      if (z !== z) {
        sums.nodata++
        continue
      }
      sums.valid++
      this.second += z * z
      this.fourth += z ** 4
      if (col > 0) this.pair(z, row[col - 1]!, [degrees, col, degrees, col - 1])
      if (!above) continue
      this.pair(z, above[col]!, [degrees, col, aboveDegrees, col])
      if (!this.isQueen) continue
      if (col > 0) this.pair(z, above[col - 1]!, [degrees, col, aboveDegrees, col - 1])
      if (col + 1 < row.length) this.pair(z, above[col + 1]!, [degrees, col, aboveDegrees, col + 1])
    }
    this.settle()
    this.above = row
    this.degrees = degrees
  }

  private pair(
    z: number,
    other: number,
    [own, at, others, from]: readonly [Float64Array, number, Float64Array, number],
  ): void {
    if (other !== other) return
    own[at]!++
    others[from]!++
    this.sums.pairs++
    this.sums.products += z * other
    this.sums.squares += (z - other) ** 2
  }

  /** The row above has all its neighbours. */
  private settle(): void {
    const { above, degrees, sums } = this
    if (!above) return
    for (let col = 0; col < above.length; col++) {
      if (above[col] !== above[col]) continue
      sums.s2 += 4 * degrees[col]! ** 2
      if (degrees[col] === 0) sums.islands++
    }
  }
}

/** A statistic of neighbours with what chance would give. */
export interface Autocorrelation {
  readonly value: number
  readonly expected: number
  /** Standard deviates of the value, if values were drawn from one normal distribution. */
  readonly zNormality: number
  /** The same if the values at hand were dealt out at random. */
  readonly zRandomisation: number
}

/** Moran's I (Cliff and Ord 1981; Moran 1950, doi:10.1093/biomet/37.1-2.17). */
export function moransI({ valid: n, s0, s1, s2, products, second, fourth }: NeighbourSums): Autocorrelation {
  const value = ((n / s0) * products) / second
  const expected = -1 / (n - 1)
  const kurtosis = (n * fourth) / (second * second)
  const normal = (n * n * s1 - n * s2 + 3 * s0 * s0) / ((n * n - 1) * s0 * s0) - expected ** 2
  const random =
    (n * ((n * n - 3 * n + 3) * s1 - n * s2 + 3 * s0 * s0) -
      kurtosis * ((n * n - n) * s1 - 2 * n * s2 + 6 * s0 * s0)) /
      ((n - 1) * (n - 2) * (n - 3) * s0 * s0) -
    expected ** 2
  return {
    value,
    expected,
    zNormality: (value - expected) / Math.sqrt(normal),
    zRandomisation: (value - expected) / Math.sqrt(random),
  }
}

/** Geary's C (doi:10.2307/2986645): 1 for no order, towards 0 where neighbours are alike, above 1 where they differ. */
export function gearysC({ valid: n, s0, s1, s2, squares, second, fourth }: NeighbourSums): Autocorrelation {
  const value = ((n - 1) * squares) / (2 * s0 * second)
  const kurtosis = (n * fourth) / (second * second)
  const normal = ((2 * s1 + s2) * (n - 1) - 4 * s0 * s0) / (2 * (n + 1) * s0 * s0)
  const random =
    ((n - 1) * s1 * (n * n - 3 * n + 3 - (n - 1) * kurtosis) -
      0.25 * (n - 1) * s2 * (n * n + 3 * n - 6 - (n * n - n + 2) * kurtosis) +
      s0 * s0 * (n * n - 3 - (n - 1) ** 2 * kurtosis)) /
    (n * (n - 2) * (n - 3) * s0 * s0)
  return {
    value,
    expected: 1,
    zNormality: (value - 1) / Math.sqrt(normal),
    zRandomisation: (value - 1) / Math.sqrt(random),
  }
}
