import type { Resampling } from '../source.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Values of a window (row-major, NaN nodata) at another size. Nodata never mixes into a value: 'average' weighs the
 * valid pixels by the area of each that the new pixel covers, 'bilinear' the valid ones of four by distance.
 */
export function resize(
  data: Float32Array,
  from: Size,
  to: Size,
  resampling: Resampling,
): Float32Array<ArrayBufferLike> {
  if (from.width === to.width && from.height === to.height) return data
  switch (resampling) {
    case 'nearest':
      return nearest(data, from, to)
    case 'bilinear':
      return bilinear(data, from, to)
    case 'average':
      return average(data, from, to)
    case 'mode':
      return mode(data, from, to)
  }
}

function nearest(data: Float32Array, from: Size, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height)
  const cols = Int32Array.from({ length: to.width }, (_, col) =>
    Math.floor(((col + 0.5) * from.width) / to.width),
  )
  for (let row = 0; row < to.height; row++) {
    const start = Math.floor(((row + 0.5) * from.height) / to.height) * from.width
    for (let col = 0; col < to.width; col++) out[row * to.width + col] = data[start + cols[col]!]!
  }
  return out
}

function bilinear(data: Float32Array, from: Size, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height)
  for (let row = 0; row < to.height; row++) {
    const y = clamp(((row + 0.5) * from.height) / to.height - 0.5, from.height)
    for (let col = 0; col < to.width; col++) {
      const x = clamp(((col + 0.5) * from.width) / to.width - 0.5, from.width)
      out[row * to.width + col] = bilinearAt(data, from, x, y)
    }
  }
  return out
}

/**
 * Value at (x, y), counted from the centre of the first pixel: the valid ones of the four pixels around weighted by
 * nearness; NaN where the nearest of them is nodata, so that no value grows into a gap.
 */
export function bilinearAt(data: Float32Array, size: Size, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, down] = [x - left, y - top]
  const near = valueAt(data, size, right < 0.5 ? left : left + 1, down < 0.5 ? top : top + 1)
  if (Number.isNaN(near)) return NaN
  let sum = 0
  let weights = 0
  for (let corner = 0; corner < 4; corner++) {
    const [stepX, stepY] = [corner & 1, corner >> 1]
    const weight = (stepX ? right : 1 - right) * (stepY ? down : 1 - down)
    const value = weight === 0 ? NaN : valueAt(data, size, left + stepX, top + stepY)
    if (!Number.isNaN(value)) {
      sum += weight * value
      weights += weight
    }
  }
  return sum / weights
}

function valueAt(data: Float32Array, { width, height }: Size, col: number, row: number): number {
  return col < 0 || row < 0 || col >= width || row >= height ? NaN : data[row * width + col]!
}

function average(data: Float32Array, from: Size, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height)
  const across = spans(from.width, to.width)
  const down = spans(from.height, to.height)
  for (let row = 0; row < to.height; row++) {
    for (let col = 0; col < to.width; col++) {
      out[row * to.width + col] = averageOver({
        data,
        width: from.width,
        across: across[col]!,
        down: down[row]!,
      })
    }
  }
  return out
}

function mode(data: Float32Array, from: Size, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height)
  const across = spans(from.width, to.width)
  const down = spans(from.height, to.height)
  for (let row = 0; row < to.height; row++) {
    for (let col = 0; col < to.width; col++) {
      out[row * to.width + col] = modeOver({
        data,
        width: from.width,
        across: across[col]!,
        down: down[row]!,
      })
    }
  }
  return out
}

/** Pixels first … last of one axis, whole but for the shares of the two at the ends. */
export interface Span {
  readonly first: number
  readonly last: number
  readonly firstShare: number
  readonly lastShare: number
}

interface Patch {
  readonly data: Float32Array
  readonly width: number
  readonly across: Span
  readonly down: Span
}

/** Mean of the valid pixels of a patch, weighted by covered area; NaN where none is valid. */
export function averageOver({ data, width, across, down }: Patch): number {
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
export function modeOver({ data, width, across, down }: Patch): number {
  const weights = new Map<number, number>()
  for (let row = down.first; row <= down.last; row++) {
    const rowShare = shareOf(down, row)
    for (let col = across.first; col <= across.last; col++) {
      const value = data[row * width + col]!
      if (!Number.isNaN(value))
        weights.set(value, (weights.get(value) ?? 0) + rowShare * shareOf(across, col))
    }
  }
  let best = NaN
  let most = 0
  for (const [value, weight] of weights) {
    if (weight > most + 1e-9 || (weight > most - 1e-9 && value < best)) [best, most] = [value, weight]
  }
  return best
}

function shareOf(span: Span, index: number): number {
  return index === span.first ? span.firstShare : index === span.last ? span.lastShare : 1
}

/** The interval [from, to) of an axis of `length` pixels as a span, cut at the ends; null where nothing is left. */
export function spanOf(from: number, to: number, length: number): Span | null {
  // Edges that meet a pixel border up to rounding must not touch the pixel beyond it.
  const start = Math.max(0, snap(from))
  const end = Math.min(length, snap(to))
  if (!(end > start)) return null
  const first = Math.floor(start)
  const last = Math.max(first, Math.ceil(end) - 1)
  if (first === last) return { first, last, firstShare: end - start, lastShare: end - start }
  return { first, last, firstShare: first + 1 - start, lastShare: end - last }
}

function spans(from: number, to: number): Span[] {
  return Array.from({ length: to }, (_, index) =>
    spanOf((index * from) / to, ((index + 1) * from) / to, from)!,
  )
}

function snap(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) < 1e-6 ? whole : value
}

const clamp = (value: number, length: number) => Math.max(0, Math.min(length - 1, value))
