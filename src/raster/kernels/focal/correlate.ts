import { AppError } from '../../../lib/errors.ts'
import type { RasterSource } from '../../source.ts'
import { haloSource, type Haloed } from './halo.ts'

/**
 * The sum of the pixels around each one, each times the weight that lies over it when the middle of the kernel lies over
 * the pixel, read lazily. Weights are rows from top to bottom and are not mirrored: for a convolution in the strict sense
 * turn the kernel by 180°.
 *
 * Nodata and what lies beyond the grid: a kernel without negative weights (a smoothing) counts the valid pixels alone and
 * scales their sum to the weight of the whole kernel; one with negative weights (a slope, an edge) has no answer without
 * all its pixels, and the result is NaN. A weight of 0 looks at nothing. Results do not depend on how the grid is cut
 * into windows. Throws invalid_input where the kernel is not a rectangle with a middle or all its weights are 0.
 */
export function correlate(source: RasterSource, kernel: readonly (readonly number[])[]): RasterSource {
  assertKernel(kernel)
  const [high, wide] = [kernel.length, kernel[0]!.length]
  const halo = Math.max(high - 1, wide - 1) / 2
  const taps = tapsOf(kernel, halo)
  const isSmoothing = taps.every(({ weight }) => weight > 0)
  const factors = isSmoothing ? factorsOf(kernel) : null
  return haloSource(source, halo, (block, out) => {
    const sums = new Float64Array(out.length)
    if (!isSmoothing) {
      addTaps(block, block.data, taps, sums)
      out.set(sums)
      return
    }
    const weights = new Float64Array(out.length)
    const { values, valid } = withoutGaps(block.data)
    if (factors) {
      addFactors(block, values, factors, sums)
      addFactors(block, valid, factors, weights)
    } else {
      addTaps(block, values, taps, sums)
      addTaps(block, valid, taps, weights)
    }
    const whole = wholeWeight(taps, factors)
    for (let at = 0; at < out.length; at++) {
      const weight = weights[at]!
      out[at] = weight === whole ? sums[at]! : weight === 0 ? NaN : (sums[at]! / weight) * whole
    }
  })
}

/** A weight and the columns and rows from the window's first pixel to the one it lies over. */
interface Tap {
  readonly col: number
  readonly row: number
  readonly weight: number
}

interface Factors {
  readonly across: readonly Tap[]
  readonly down: readonly Tap[]
}

function assertKernel(kernel: readonly (readonly number[])[]): void {
  const wide = kernel[0]?.length ?? 0
  const isRectangle = kernel.every((row) => row.length === wide && row.every(Number.isFinite))
  if (!isRectangle || wide % 2 !== 1 || kernel.length % 2 !== 1) {
    throw new AppError(
      'invalid_input',
      `a kernel of ${kernel.length} rows, the first of ${wide} weights; give an odd number of rows, all of one odd length, of finite numbers`,
    )
  }
  if (kernel.flat().every((weight) => weight === 0)) {
    throw new AppError('invalid_input', 'all weights of the kernel are 0; give at least one other')
  }
}

function tapsOf(kernel: readonly (readonly number[])[], halo: number): Tap[] {
  const top = halo - (kernel.length - 1) / 2
  const left = halo - (kernel[0]!.length - 1) / 2
  return kernel.flatMap((line, row) =>
    line.flatMap((weight, col) => (weight === 0 ? [] : [{ col: left + col, row: top + row, weight }])),
  )
}

/** A kernel as the product of a column and a row, which cost the sum of their lengths; null where it is none. */
function factorsOf(kernel: readonly (readonly number[])[]): Factors | null {
  const [high, wide] = [kernel.length, kernel[0]!.length]
  const [middleRow, middleCol] = [(high - 1) / 2, (wide - 1) / 2]
  const pivot = kernel[middleRow]![middleCol]!
  const isProduct = kernel.every((line, row) =>
    line.every((weight, col) => {
      const product = kernel[row]![middleCol]! * kernel[middleRow]![col]!
      return Math.abs(weight * pivot - product) <= 1e-12 * Math.abs(product)
    }),
  )
  if (pivot === 0 || !isProduct || high < 2 || wide < 2) return null
  const line = (weight: number, at: number) => ({ at, weight })
  const across = kernel[middleRow]!.map(line).filter(({ weight }) => weight !== 0)
  const down = kernel.map((row, at) => line(row[middleCol]! / pivot, at)).filter(({ weight }) => weight !== 0)
  const halo = Math.max(middleRow, middleCol)
  return {
    across: across.map(({ at, weight }) => ({ col: halo - middleCol + at, row: 0, weight })),
    down: down.map(({ at, weight }) => ({ col: 0, row: halo - middleRow + at, weight })),
  }
}

function addTaps(
  { width, halo }: Haloed,
  values: Float32Array | Float64Array,
  taps: readonly Tap[],
  sums: Float64Array,
): void {
  const outWidth = width - 2 * halo
  addShifted({ values, width, sums, outWidth }, taps)
}

function addFactors(
  { width, height, halo }: Haloed,
  values: Float32Array | Float64Array,
  { across, down }: Factors,
  sums: Float64Array,
): void {
  const outWidth = width - 2 * halo
  const lines = new Float64Array(outWidth * height)
  addShifted({ values, width, sums: lines, outWidth }, across)
  addShifted({ values: lines, width: outWidth, sums, outWidth }, down)
}

function addShifted(
  of: {
    readonly values: Float32Array | Float64Array
    readonly width: number
    readonly sums: Float64Array
    readonly outWidth: number
  },
  taps: readonly Tap[],
): void {
  const { values, width, sums, outWidth } = of
  for (const { col, row, weight } of taps) {
    for (let start = 0, line = row; start < sums.length; start += outWidth, line++) {
      const from = line * width + col
      for (let at = 0; at < outWidth; at++) {
        sums[start + at] = sums[start + at]! + weight * values[from + at]!
      }
    }
  }
}

/** Weight of all pixels, added up as those of a window without gaps are, so that both are equal to the last bit. */
function wholeWeight(taps: readonly Tap[], factors: Factors | null): number {
  const sum = (list: readonly Tap[], each: number) =>
    list.reduce((total, { weight }) => total + weight * each, 0)
  return factors ? sum(factors.down, sum(factors.across, 1)) : sum(taps, 1)
}

function withoutGaps(data: Float32Array): { readonly values: Float32Array; readonly valid: Float32Array } {
  const values = new Float32Array(data.length)
  const valid = new Float32Array(data.length)
  for (let at = 0; at < data.length; at++) {
    const value = data[at]!
    if (Number.isNaN(value)) continue
    values[at] = value
    valid[at] = 1
  }
  return { values, valid }
}
