import { AppError } from '../../lib/errors.ts'
import type { Reducer } from '../reduce.ts'

/** Different values that are counted; more are no classes. */
const MOST_VALUES = 65_536

/** Numbers counted in a table: those of signed and of unsigned samples of 16 bits. Others are looked up one by one. */
const LOWEST = -32_768
const HIGHEST = 65_535

/** Values counted at once: a short function called often is compiled as a whole. */
const CHUNK = 4096

export interface IntegerHistogram {
  /** Pixels of each value, in ascending order. */
  readonly counts: ReadonlyMap<number, number>
  /** Pixels that are NaN. */
  readonly nodata: number
}

/**
 * Exact counts of whole numbers, such as classes or raw samples. Throws invalid_input where a value is not whole, and
 * limit_reached beyond 65,536 different values. Keeps a table of 98,304 counts and one entry a value outside it.
 */
export class IntegerHistogramReducer implements Reducer<IntegerHistogram> {
  private readonly table = new Float64Array(HIGHEST - LOWEST + 1)
  private readonly others = new Map<number, number>()
  private different = 0
  private nodata = 0

  add(values: Float32Array): void {
    for (let from = 0; from < values.length; from += CHUNK) {
      this.addPart(values, from, Math.min(values.length, from + CHUNK))
    }
    if (this.different > MOST_VALUES) {
      throw new AppError(
        'limit_reached',
        `the raster holds more than ${MOST_VALUES} different values; a count by value needs classes, for others ask for a histogram by bins`,
      )
    }
  }

  result(): IntegerHistogram {
    const low = [...this.others].filter(([value]) => value < LOWEST).sort(byValue)
    const high = [...this.others].filter(([value]) => value > HIGHEST).sort(byValue)
    const counts = new Map(low)
    for (const [index, count] of this.table.entries()) if (count > 0) counts.set(index + LOWEST, count)
    for (const [value, count] of high) counts.set(value, count)
    return { counts, nodata: this.nodata }
  }

  private addPart(values: Float32Array, from: number, to: number): void {
    const { table } = this
    for (let index = from; index < to; index++) {
      const value = values[index]!
      const whole = value | 0
      if (whole === value && whole >= LOWEST && whole <= HIGHEST) {
        if (table[whole - LOWEST]!++ === 0) this.different++
      } else if (value === value) this.addOther(value)
      else this.nodata++
    }
  }

  private addOther(value: number): void {
    if (!Number.isInteger(value)) {
      throw new AppError(
        'invalid_input',
        `the raster holds ${value}; a count by value needs whole numbers, for others ask for a histogram by bins`,
      )
    }
    const before = this.others.get(value) ?? 0
    if (before === 0) this.different++
    // What is refused at the end of the block need not be kept.
    if (this.different <= MOST_VALUES) this.others.set(value, before + 1)
  }
}

const byValue = ([first]: readonly [number, number], [second]: readonly [number, number]) => first - second
