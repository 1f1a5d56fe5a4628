import { AppError } from '../../../lib/errors.ts'

/** The pixels around one: those at most `radius` columns and rows away, or at most `radius` pixels as the crow flies. */
export interface Neighbourhood {
  readonly shape: 'square' | 'circle'
  /** Whole pixels; a square of radius 1 is 3 × 3. */
  readonly radius: number
}

/** Rows -radius … radius of a neighbourhood: how many columns each reaches to both sides. */
export function reachOfRows({ shape, radius }: Neighbourhood): readonly number[] {
  if (!Number.isInteger(radius) || radius < 0 || radius > MAX_RADIUS) {
    throw new AppError(
      'invalid_input',
      `a neighbourhood of radius ${radius}; give a whole number of pixels from 0 to ${MAX_RADIUS}`,
    )
  }
  return Array.from({ length: 2 * radius + 1 }, (_, index) =>
    shape === 'square' ? radius : Math.floor(Math.sqrt(radius * radius - (index - radius) ** 2)),
  )
}

/** A block's halo is read with each block: far beyond this it would be most of what is read. */
const MAX_RADIUS = 1024
