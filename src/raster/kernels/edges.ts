import { walkBlocks } from '../blocks.ts'
import type { WalkOptions } from '../blocks.ts'
import type { RasterSource } from '../source.ts'

/** y = intercept + slope·x; `r2` is the share of the spread of y that it explains, 1 where y does not vary. */
export interface Line {
  readonly slope: number
  readonly intercept: number
  readonly r2: number
}

export interface Edges {
  /** Through the highest y of each bin of x, and through the lowest. */
  readonly upper: Line
  readonly lower: Line
  /** Bins that hold pixels. */
  readonly bins: number
  readonly pixels: number
}

/** Least squares through points; NaN for fewer than two different x. */
export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [xMean, yMean] = [mean(x), mean(y)]
  let [xx, xy, yy] = [0, 0, 0]
  for (const [index, value] of x.entries()) {
    const [across, up] = [value - xMean, y[index]! - yMean]
    xx += across * across
    xy += across * up
    yy += up * up
  }
  const slope = xx > 0 ? xy / xx : NaN
  return { slope, intercept: yMean - slope * xMean, r2: yy > 0 ? (slope * xy) / yy : 1 }
}

/** Extremes of `y` in equal bins of `x` over the span of `x`, both ends in; walks twice. Lines are NaN for under two bins. */
export async function scatterEdges(
  x: RasterSource,
  y: RasterSource,
  {
    bins,
    isValid,
    ...options
  }: WalkOptions & {
    readonly bins: number
    readonly isValid: (x: number, y: number) => boolean
  },
): Promise<Edges> {
  const { signal, progress } = options
  let [from, to, pixels] = [Infinity, -Infinity, 0]
  const each = (visit: (x: number, y: number) => void, start: number) =>
    walkBlocks(
      [x, y],
      ([left, right]) => {
        for (let index = 0; index < left!.length; index++) {
          if (isValid(left![index]!, right![index]!)) visit(left![index]!, right![index]!)
        }
      },
      { signal, progress: progress && ((fraction) => progress(start + fraction / 2)) },
    )
  await each((value) => {
    from = Math.min(from, value)
    to = Math.max(to, value)
    pixels++
  }, 0)
  const highest = new Float64Array(bins).fill(-Infinity)
  const lowest = new Float64Array(bins).fill(Infinity)
  const step = (to - from) / bins
  await each((across, up) => {
    const bin = step > 0 ? Math.min(bins - 1, Math.floor((across - from) / step)) : 0
    if (up > highest[bin]!) highest[bin] = up
    if (up < lowest[bin]!) lowest[bin] = up
  }, 0.5)
  const filled = [...highest.keys()].filter((bin) => highest[bin]! >= lowest[bin]!)
  const centres = filled.map((bin) => from + (bin + 0.5) * step)
  const line = (values: Float64Array) => fitLine(centres, filled.map((bin) => values[bin]!)) // prettier-ignore
  return { upper: line(highest), lower: line(lowest), bins: filled.length, pixels }
}
