import type { WalkOptions } from '../blocks.ts'
import { reduce } from '../reduce.ts'
import type { Reducer } from '../reduce.ts'
import type { RasterSource } from '../source.ts'

/** Figures of the valid pixels; `std` is that of a population. All but the counts are NaN where none is valid. */
export interface Summary {
  readonly valid: number
  readonly nodata: number
  readonly min: number
  readonly max: number
  readonly mean: number
  readonly std: number
}

/**
 * Values added at once. Short loops in functions that are called often are compiled whole; one long loop a block is
 * left to replacement on the stack, which engines give up and begin again block after block.
 */
const CHUNK = 4096

/** Squares about a shift that are this many times the true ones have lost four of sixteen digits. */
const LOSS = 1e4

/**
 * Mean and spread of a stream of values, merged by Chan, Golub and LeVeque (doi:10.1080/00031305.1983.10483115).
 * Deviations are taken from the mean so far; where that lies so far off that digits are lost, again from the mean of
 * the values at hand. Keeps a dozen numbers.
 */
export class SummaryReducer implements Reducer<Summary> {
  private valid = 0
  private nodata = 0
  private min = Infinity
  private max = -Infinity
  private mean = 0
  private squares = 0
  /** Of the values at hand, about a shift. */
  private sumAbout = 0
  private squaresAbout = 0
  private missing = 0

  add(values: Float32Array): void {
    for (let from = 0; from < values.length; from += CHUNK) {
      this.addPart(values, from, Math.min(values.length, from + CHUNK))
    }
  }

  result(): Summary {
    const { valid, nodata, min, max, mean } = this
    if (valid === 0) return { valid, nodata, min: NaN, max: NaN, mean: NaN, std: NaN }
    return { valid, nodata, min, max, mean, std: Math.sqrt(this.squares / valid) }
  }

  private addPart(values: Float32Array, from: number, to: number): void {
    const shift = this.valid > 0 && Number.isFinite(this.mean) ? this.mean : firstFinite(values, from, to)
    this.sum(values, from, to, shift)
    const count = to - from - this.missing
    this.nodata += this.missing
    if (count === 0) return
    let offset = this.sumAbout / count
    let squares = this.squaresAbout - count * offset * offset
    const total = this.valid + count
    const between = (this.valid * count) / total
    if (this.squaresAbout > LOSS * (this.squares + squares + between * (shift + offset - this.mean) ** 2)) {
      this.sum(values, from, to, shift + offset)
      const rest = this.sumAbout / count
      squares = Math.max(0, this.squaresAbout - count * rest * rest)
      offset += rest
    }
    const step = shift + offset - this.mean
    this.squares += squares + step * step * between
    this.mean += (step * count) / total
    this.valid = total
  }

  /** Extremes, deviations from `shift` and their squares, in four chains that need not wait for each other. */
  private sum(values: Float32Array, from: number, to: number, shift: number): void {
    let { min, max } = this
    let sum0 = 0
    let sum1 = 0
    let sum2 = 0
    let sum3 = 0
    let squares0 = 0
    let squares1 = 0
    let squares2 = 0
    let squares3 = 0
    let missing = 0
    let index = from
    for (; index + 3 < to; index += 4) {
      const a = values[index]!
      const b = values[index + 1]!
      const c = values[index + 2]!
      const d = values[index + 3]!
      const all = a + b + c + d
      // NaN is the one value that is not itself, and it makes the sum NaN; opposite infinities do too.
      if (all === all) {
        if (a < min) min = a
        if (a > max) max = a
        if (b < min) min = b
        if (b > max) max = b
        if (c < min) min = c
        if (c > max) max = c
        if (d < min) min = d
        if (d > max) max = d
        const p = a - shift
        const q = b - shift
        const r = c - shift
        const s = d - shift
        sum0 += p
        sum1 += q
        sum2 += r
        sum3 += s
        squares0 += p * p
        squares1 += q * q
        squares2 += r * r
        squares3 += s * s
      } else {
        for (let each = index; each < index + 4; each++) {
          const value = values[each]!
          if (value === value) {
            if (value < min) min = value
            if (value > max) max = value
            sum0 += value - shift
            squares0 += (value - shift) * (value - shift)
          } else missing++
        }
      }
    }
    for (; index < to; index++) {
      const value = values[index]!
      if (value === value) {
        if (value < min) min = value
        if (value > max) max = value
        sum0 += value - shift
        squares0 += (value - shift) * (value - shift)
      } else missing++
    }
    this.min = min
    this.max = max
    this.missing = missing
    this.sumAbout = sum0 + sum1 + (sum2 + sum3)
    this.squaresAbout = squares0 + squares1 + (squares2 + squares3)
  }
}

function firstFinite(values: Float32Array, from: number, to: number): number {
  for (let index = from; index < to; index++) if (Number.isFinite(values[index])) return values[index]!
  return 0
}

/** Count, extremes, mean and population standard deviation of a raster, in one walk. */
export async function summarise(source: RasterSource, options?: WalkOptions): Promise<Summary> {
  return (await reduce(source, { summary: new SummaryReducer() }, options)).summary
}
