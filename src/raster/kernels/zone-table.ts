/** Figures of the valid pixels of a zone; all but `pixels`, `weight`, `sum` and `area` are NaN where there are none. */
export interface ZoneFigures {
  /** Valid pixels that the zone has a share of. */
  readonly pixels: number
  /** Their shares together, in pixels: the same where pixels belong to one zone as a whole. */
  readonly weight: number
  /** In the unit of `rowArea`; NaN without one. */
  readonly area: number
  /** Of value times share. */
  readonly sum: number
  /** Weighted by share. */
  readonly mean: number
  /** Of a population, weighted by share. */
  readonly std: number
  readonly min: number
  readonly max: number
}

/** Places of the sums of a zone. */
const PIXELS = 0
const WEIGHT = 1
const AREA = 2
const MIN = 3
const MAX = 4
const SHIFT = 5
const SUM = 6
const SQUARES = 7
const STRIDE = 8

/**
 * Weighted sums of many zones. Deviations are taken from a shift, the first value of a zone and after each `settle`
 * its mean so far, so that large offsets cost no digits. Keeps eight numbers a zone.
 */
export class ZoneTable {
  private readonly sums: Float64Array

  constructor(zones: number) {
    this.sums = new Float64Array(zones * STRIDE)
    for (let at = 0; at < this.sums.length; at += STRIDE) {
      this.sums[at + MIN] = Infinity
      this.sums[at + MAX] = -Infinity
    }
  }

  /** `area` is that of the share. */
  add(zone: number, value: number, weight: number, area: number): void {
    const { sums } = this
    const at = zone * STRIDE
    if (sums[at + PIXELS]!++ === 0) sums[at + SHIFT] = value
    const step = value - sums[at + SHIFT]!
    sums[at + WEIGHT]! += weight
    sums[at + AREA]! += area
    sums[at + SUM]! += weight * step
    sums[at + SQUARES]! += weight * step * step
    if (value < sums[at + MIN]!) sums[at + MIN] = value
    if (value > sums[at + MAX]!) sums[at + MAX] = value
  }

  /** Moves the shifts to the means so far; to be called now and then. */
  settle(): void {
    const { sums } = this
    for (let at = 0; at < sums.length; at += STRIDE) {
      const weight = sums[at + WEIGHT]!
      const step = sums[at + SUM]! / weight
      if (!Number.isFinite(step)) continue
      sums[at + SQUARES] = Math.max(0, sums[at + SQUARES]! - weight * step * step)
      sums[at + SHIFT]! += step
      sums[at + SUM] = 0
    }
  }

  figures(zone: number): ZoneFigures {
    this.settle()
    const at = zone * STRIDE
    const [pixels, weight, area, min, max, mean, , squares] = this.sums.subarray(at, at + STRIDE)
    if (pixels === 0) {
      return { pixels, weight: 0, area: area!, sum: 0, mean: NaN, std: NaN, min: NaN, max: NaN }
    }
    return {
      pixels: pixels!,
      weight: weight!,
      area: area!,
      sum: mean! * weight!,
      mean: mean!,
      std: Math.sqrt(squares! / weight!),
      min: min!,
      max: max!,
    }
  }
}
