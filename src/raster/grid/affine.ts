import { AppError } from '../../lib/errors.ts'
import type { Affine } from './grid.ts'

/** Map (x, y) of a pixel position; (0.5, 0.5) is the centre of the first pixel. */
export function apply(transform: Affine, col: number, row: number): readonly [x: number, y: number] {
  const [a, b, c, d, e, f] = transform
  return [a * col + b * row + c, d * col + e * row + f]
}

/** The transform that takes map (x, y) back to (col, row). Throws invalid_input where pixels have no area. */
export function invert(transform: Affine): Affine {
  const [a, b, c, d, e, f] = transform
  const determinant = a * e - b * d
  if (!Number.isFinite(determinant) || determinant === 0) {
    throw new AppError(
      'invalid_input',
      'the transform of the grid gives its pixels no area; it cannot be inverted',
    )
  }
  return [
    e / determinant,
    -b / determinant,
    (b * f - c * e) / determinant,
    -d / determinant,
    a / determinant,
    (c * d - a * f) / determinant,
  ]
}

/** The transform that applies `second` to what `first` gives. */
export function compose(first: Affine, second: Affine): Affine {
  const [a, b, c, d, e, f] = first
  const [k, l, m, n, o, p] = second
  return [k * a + l * d, k * b + l * e, k * c + l * f + m, n * a + o * d, n * b + o * e, n * c + o * f + p]
}

/** Lengths of a pixel's two sides in map units, also on rotated grids. */
export function pixelSize(transform: Affine): { readonly width: number; readonly height: number } {
  const [a, b, , d, e] = transform
  return { width: Math.hypot(a, d), height: Math.hypot(b, e) }
}

/** True where rows run along x and columns along y, whatever their directions. */
export function isAxisAligned(transform: Affine): boolean {
  return transform[1] === 0 && transform[3] === 0
}
