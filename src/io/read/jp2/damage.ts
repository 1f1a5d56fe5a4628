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

/** The bytes of a tile that were fetched end before the packets of its resolution do. */
export const tooFewBytes = (): AppError =>
  new AppError('read_failed', 'the bytes of a JPEG 2000 tile are too few', { tooFewBytes: true })

export const isTooFewBytes = (error: unknown): boolean =>
  error instanceof AppError && error.details['tooFewBytes'] === true
