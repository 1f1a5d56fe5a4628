import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
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
 * Mean and spread of a stream of blocks, merged by Chan, Golub and LeVeque (doi:10.1080/00031305.1983.10483115):
 * deviations are taken from each block's own mean, so that large offsets cost no digits.
 */
export class RunningSummary {
  private valid = 0
  private nodata = 0
  private min = Infinity
  private max = -Infinity
  private mean = 0
  private squares = 0

  add(values: Float32Array): void {
    let { min, max } = this
    let count = 0
    let sum = 0
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      // NaN is the one value that is not itself.
      if (value === value) {
        count++
        sum += value
        if (value < min) min = value
        if (value > max) max = value
      }
    }
    this.min = min
    this.max = max
    this.nodata += values.length - count
    if (count === 0) return
    const mean = sum / count
    let squares = 0
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      if (value === value) squares += (value - mean) * (value - mean)
    }
    const total = this.valid + count
    const step = mean - this.mean
    this.squares += squares + (step * step * this.valid * count) / total
    this.mean += (step * count) / total
    this.valid = total
  }

  result(): Summary {
    const { valid, nodata } = this
    if (valid === 0) return { valid, nodata, min: NaN, max: NaN, mean: NaN, std: NaN }
    return {
      valid,
      nodata,
      min: this.min,
      max: this.max,
      mean: this.mean,
      std: Math.sqrt(this.squares / valid),
    }
  }
}

/** Count, extremes, mean and population standard deviation of a raster, in one walk. */
export async function summarise(source: RasterSource, options?: WalkOptions): Promise<Summary> {
  const running = new RunningSummary()
  await walkBlocks([source], ([block]) => running.add(block!), options)
  return running.result()
}
