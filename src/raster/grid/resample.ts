/** Numbers of a window, row-major; NaN is nodata. Float64 holds class codes that float32 would round. */
export type Values = Float32Array | Float64Array

/** An array of pixels that may be asked outside its bounds: there it is nodata. */
export interface Pixels {
  readonly data: Values
  readonly width: number
  readonly height: number
}

/** Pixels first … last of one axis, whole but for the shares of the two at the ends. */
export interface Span {
  readonly first: number
  readonly last: number
  readonly firstShare: number
  readonly lastShare: number
}

/** Value of the pixel that holds (x, y), counted from the outer corner of the first. */
export function nearestAt(pixels: Pixels, x: number, y: number): number {
  return pixelAt(pixels, Math.floor(x), Math.floor(y))
}

/**
 * Value at (x, y), counted from the outer corner of the first pixel: the valid ones of the four pixels around, weighted
 * by nearness; NaN where the nearest of them is nodata, so that no value grows into a gap.
 */
export function bilinearAt(pixels: Pixels, x: number, y: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  const [right, down] = [x - 0.5 - left, y - 0.5 - top]
  if (Number.isNaN(pixelAt(pixels, right < 0.5 ? left : left + 1, down < 0.5 ? top : top + 1))) return NaN
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

/** Mean of the valid pixels of a patch, weighted by covered area; NaN where none is valid. */
export function averageOver({ data, width }: Pixels, across: Span, down: Span): number {
  let sum = 0
  let weights = 0
  for (let row = down.first; row <= down.last; row++) {
    const rowShare = shareOf(down, row)
    for (let col = across.first; col <= across.last; col++) {
      const value = data[row * width + col]!
      if (Number.isNaN(value)) continue
      const weight = rowShare * shareOf(across, col)
      sum += weight * value
      weights += weight
    }
  }
  return weights > 0 ? sum / weights : NaN
}

/** The value that covers most of a patch, the smallest of equals; NaN where none is valid. */
export function modeOver({ data, width }: Pixels, across: Span, down: Span): number {
  const weights = new Map<number, number>()
  for (let row = down.first; row <= down.last; row++) {
    const rowShare = shareOf(down, row)
    for (let col = across.first; col <= across.last; col++) {
      const value = data[row * width + col]!
      if (!Number.isNaN(value))
        weights.set(value, (weights.get(value) ?? 0) + rowShare * shareOf(across, col))
    }
  }
  return heaviest(weights)
}

/** The key with the greatest weight, the smallest of equals; NaN of an empty map. */
export function heaviest(weights: ReadonlyMap<number, number>): number {
  let best = NaN
  let most = 0
  for (const [value, weight] of weights) {
    if (weight > most + ROUNDING || (weight > most - ROUNDING && value < best)) [best, most] = [value, weight]
  }
  return best
}

const ROUNDING = 1e-9

function shareOf(span: Span, index: number): number {
  return index === span.first ? span.firstShare : index === span.last ? span.lastShare : 1
}

/** The interval [from, to) of an axis of `length` pixels as a span, cut at the ends; null where nothing is left. */
export function spanOf(from: number, to: number, length: number): Span | null {
  const start = Math.max(0, snap(from))
  const end = Math.min(length, snap(to))
  if (!(end > start)) return null
  const first = Math.floor(start)
  const last = Math.max(first, Math.ceil(end) - 1)
  if (first === last) return { first, last, firstShare: end - start, lastShare: end - start }
  return { first, last, firstShare: first + 1 - start, lastShare: end - last }
}

/** Edges that meet a pixel border up to rounding must not touch the pixel beyond it. */
function snap(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) < 1e-6 ? whole : value
}
