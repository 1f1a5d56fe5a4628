import { AppError } from '../../../lib/errors.ts'

/** A tile whose bytes are damaged; the rest of the file may be whole. */
export const damagedTile = (index: number, cause: unknown): AppError =>
  new AppError(
    'read_failed',
    `tile ${index} of the JPEG 2000 image is damaged`,
    { damagedTile: true },
    { cause: cause instanceof Error ? cause : new Error(`OpenJPEG failed: ${String(cause)}`) },
  )

/** Tells a damaged tile from a file that cannot be read; also of errors that another thread threw. */
export const isDamage = (error: unknown): boolean =>
  error instanceof AppError && error.details['damagedTile'] === true
