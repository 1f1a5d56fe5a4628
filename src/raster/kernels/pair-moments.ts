import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** Figures of pixels that have a value in both rasters; NaN where too few have. */
export interface PairFigures {
  readonly pixels: number
  readonly leftOut: number
  readonly xMean: number
  readonly yMean: number
  /** Pearson's r. */
  readonly correlation: number
  /** Least squares y = intercept + slope·x. */
  readonly slope: number
  readonly intercept: number
  /** Root of the mean square of y − x, and the mean of y − x. */
  readonly rmse: number
  readonly bias: number
}

/** Two rasters of one grid against each other, in one walk; sums are taken about the means so far and merged block by block. */
export async function pairFigures(
  x: RasterSource,
  y: RasterSource,
  options?: WalkOptions,
): Promise<PairFigures> {
  let [pixels, leftOut, xMean, yMean, xx, xy, yy, apart] = [0, 0, 0, 0, 0, 0, 0, 0]
  await walkBlocks(
    [x, y],
    ([left, right]) => {
      let [count, xSum, ySum] = [0, 0, 0]
      for (let index = 0; index < left!.length; index++) {
        const sum = left![index]! + right![index]!
        if (!Number.isFinite(sum)) continue
        count++
        xSum += left![index]!
        ySum += right![index]!
        apart += (right![index]! - left![index]!) ** 2
      }
      leftOut += left!.length - count
      if (count === 0) return
      const [xHere, yHere] = [xSum / count, ySum / count]
      for (let index = 0; index < left!.length; index++) {
        const [across, up] = [left![index]! - xHere, right![index]! - yHere]
        if (!Number.isFinite(across + up)) continue
        xx += across * across
        xy += across * up
        yy += up * up
      }
      const total = pixels + count
      const share = (pixels * count) / total
      const [xStep, yStep] = [xHere - xMean, yHere - yMean]
      xx += xStep * xStep * share
      xy += xStep * yStep * share
      yy += yStep * yStep * share
      xMean += (xStep * count) / total
      yMean += (yStep * count) / total
      pixels = total
    },
    options,
  )
  const slope = xx > 0 ? xy / xx : NaN
  const bias = pixels > 0 ? yMean - xMean : NaN
  return {
    pixels,
    leftOut,
    xMean: pixels > 0 ? xMean : NaN,
    yMean: pixels > 0 ? yMean : NaN,
    correlation: xx > 0 && yy > 0 ? Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy))) : NaN,
    slope,
    intercept: yMean - slope * xMean,
    rmse: Math.sqrt(apart / pixels),
    bias,
  }
}
