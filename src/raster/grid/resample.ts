import type { PointResampling, Resampling } from '../source.ts'

/** Numbers of a window, row-major; NaN is nodata. Float64 holds class codes that float32 would round. */
export type Values = Float32Array | Float64Array

/** An array of pixels that may be asked outside its bounds: there it is nodata. */
export interface Pixels {
  readonly data: Values
  readonly width: number
  readonly height: number
}

/** Positions in pixels from the outer corner of a grid's first pixel; NaN where there is none. */
export interface Positions {
  readonly xs: Float64Array
  readonly ys: Float64Array
}

/** Positions `from` … `from + count` of a list, told from (col, row), and the place of the first result. */
export interface Run extends Positions {
  readonly from: number
  readonly count: number
  readonly col: number
  readonly row: number
  readonly to: number
}

/** Part of a pixel by which a position that should meet a border between pixels may miss it. */
const ROUNDING = 1e-9

/** Pixels around the one that holds a position that each method may look at. */
export const REACH: Readonly<Record<PointResampling, number>> = { nearest: 0, bilinear: 1, cubic: 2 }

export function isPointMethod(resampling: Resampling): resampling is PointResampling {
  return resampling in REACH
}

/** The pixel of an axis that holds a position. */
export function pixelHolding(position: number): number {
  return Math.floor(position + ROUNDING)
}

/**
 * Values of pixels at the positions of a run, written to `out` from `run.to` on. A position whose own pixel is nodata or
 * outside is NaN, whatever the method, so that no value grows into a gap.
 * - nearest: the pixel that holds the position.
 * - bilinear: the valid ones of the four pixels around, weighted by nearness.
 * - cubic: the 16 pixels around by the kernel of Keys (1981) with a = -0.5 (Catmull–Rom); where one of them is nodata
 *   or outside, bilinear.
 */
export function sampleRun(method: PointResampling, pixels: Pixels, run: Run, out: Values): void {
  if (method === 'nearest') nearestRun(pixels, run, out)
  else if (method === 'bilinear') bilinearRun(pixels, run, out)
  else cubicRun(pixels, run, out)
}

function nearestRun({ data, width, height }: Pixels, run: Run, out: Values): void {
  const { xs, ys, from, count, to } = run
  const [left, top] = [ROUNDING - run.col, ROUNDING - run.row]
  for (let index = 0; index < count; index++) {
    const col = Math.floor(xs[from + index]! + left)
    const row = Math.floor(ys[from + index]! + top)
    // Written so that NaN is outside.
    const isInside = col >= 0 && row >= 0 && col < width && row < height
    out[to + index] = isInside ? data[row * width + col]! : NaN
  }
}

function bilinearRun(pixels: Pixels, run: Run, out: Values): void {
  const { data, width, height } = pixels
  const { xs, ys, from, count, to } = run
  for (let index = 0; index < count; index++) {
    const x = xs[from + index]! - run.col
    const y = ys[from + index]! - run.row
    const col = Math.floor(x - 0.5)
    const row = Math.floor(y - 0.5)
    let value = NaN
    if (col >= 0 && row >= 0 && col + 1 < width && row + 1 < height) {
      const right = x - 0.5 - col
      const down = y - 0.5 - row
      const at = row * width + col
      const upper = data[at]! * (1 - right) + data[at + 1]! * right
      const lower = data[at + width]! * (1 - right) + data[at + width + 1]! * right
      value = upper * (1 - down) + lower * down
    }
    out[to + index] = Number.isNaN(value) ? bilinearAt(pixels, x, y) : value
  }
}

function cubicRun(pixels: Pixels, run: Run, out: Values): void {
  const { data, width, height } = pixels
  const { xs, ys, from, count, to } = run
  for (let index = 0; index < count; index++) {
    const x = xs[from + index]! - run.col
    const y = ys[from + index]! - run.row
    const col = Math.floor(x - 0.5) - 1
    const row = Math.floor(y - 0.5) - 1
    let value = NaN
    if (col >= 0 && row >= 0 && col + 3 < width && row + 3 < height) {
      const t = x - 1.5 - col
      const w0 = outerWeight(t)
      const w1 = innerWeight(t)
      const w2 = innerWeight(1 - t)
      const w3 = outerWeight(1 - t)
      const s = y - 1.5 - row
      const a = row * width + col
      const b = a + width
      const c = b + width
      const d = c + width
      value =
        outerWeight(s) * (w0 * data[a]! + w1 * data[a + 1]! + w2 * data[a + 2]! + w3 * data[a + 3]!) +
        innerWeight(s) * (w0 * data[b]! + w1 * data[b + 1]! + w2 * data[b + 2]! + w3 * data[b + 3]!) +
        innerWeight(1 - s) * (w0 * data[c]! + w1 * data[c + 1]! + w2 * data[c + 2]! + w3 * data[c + 3]!) +
        outerWeight(1 - s) * (w0 * data[d]! + w1 * data[d + 1]! + w2 * data[d + 2]! + w3 * data[d + 3]!)
    }
    out[to + index] = Number.isNaN(value) ? bilinearAt(pixels, x, y) : value
  }
}

/** Pixels that a box of at most one pixel a side may touch. */
export const TOUCHED = 4

/**
 * The pixels under boxes of at most one pixel a side about the positions of a run: TOUCHED values for each, and the area
 * that the box shares with each; the value is NaN where there is none. `run.to` counts positions.
 */
export function boxRun(
  { data, width, height }: Pixels,
  run: Run,
  box: { readonly width: number; readonly height: number },
  out: { readonly values: Values; readonly weights: Float64Array },
): void {
  const { xs, ys, from, count, to } = run
  const { values, weights } = out
  for (let index = 0; index < count; index++) {
    const left = xs[from + index]! - run.col - box.width / 2
    const top = ys[from + index]! - run.row - box.height / 2
    const col = Math.floor(left)
    const row = Math.floor(top)
    const right = Math.max(0, left + box.width - col - 1)
    const below = Math.max(0, top + box.height - row - 1)
    const at = (to + index) * TOUCHED
    weights[at] = (box.width - right) * (box.height - below)
    weights[at + 1] = right * (box.height - below)
    weights[at + 2] = (box.width - right) * below
    weights[at + 3] = right * below
    // NaN is no place.
    const isLeft = col >= 0 && col < width
    const isRight = col >= -1 && col + 1 < width
    const isUpper = row >= 0 && row < height
    const isLower = row >= -1 && row + 1 < height
    const first = row * width + col
    values[at] = isLeft && isUpper ? data[first]! : NaN
    values[at + 1] = isRight && isUpper ? data[first + 1]! : NaN
    values[at + 2] = isLeft && isLower ? data[first + width]! : NaN
    values[at + 3] = isRight && isLower ? data[first + width + 1]! : NaN
  }
}

/** Weight of the pixel at `t` behind a position, 0 ≤ t ≤ 1. */
function innerWeight(t: number): number {
  return (1.5 * t - 2.5) * t * t + 1
}

/** Weight of the pixel at 1 + `t` behind a position. */
function outerWeight(t: number): number {
  return ((1 - 0.5 * t) * t - 0.5) * t
}

/** The valid ones of the four pixels around by nearness; NaN where the pixel that holds the position is not valid. */
function bilinearAt(pixels: Pixels, x: number, y: number): number {
  if (Number.isNaN(pixelAt(pixels, pixelHolding(x), pixelHolding(y)))) return NaN
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  const [right, down] = [x - 0.5 - left, y - 0.5 - top]
  let sum = 0
  let weights = 0
  for (let corner = 0; corner < 4; corner++) {
    const [stepX, stepY] = [corner & 1, corner >> 1]
    const weight = (stepX ? right : 1 - right) * (stepY ? down : 1 - down)
    const value = weight === 0 ? NaN : pixelAt(pixels, left + stepX, top + stepY)
    if (!Number.isNaN(value)) {
      sum += weight * value
      weights += weight
    }
  }
  return sum / weights
}

function pixelAt({ data, width, height }: Pixels, col: number, row: number): number {
  return col >= 0 && row >= 0 && col < width && row < height ? data[row * width + col]! : NaN
}
