/** Codes that some caller tells apart. Add one only when a caller needs it. */
export type ErrorCode =
  | 'invalid_input'
  | 'unknown_tool'
  | 'layer_missing'
  | 'band_missing'
  | 'grid_mismatch'
  | 'crs_unknown'
  | 'unsupported_file'
  /** Nothing is wrong with the file: it holds nothing that is used here, or what is here already. */
  | 'left_aside'
  | 'read_failed'
  | 'scaling_unknown'
  | 'nothing_valid'
  | 'storage_full'
  | 'store_failed'
  | 'read_only'
  | 'limit_reached'
  | 'worker_lost'
  /** Prompt and answer together are longer than the model's context. */
  | 'context_full'
  /** The engine broke and has to be loaded again: device lost, out of memory. */
  | 'model_failed'
  /** What the model wrote cannot be used. */
  | 'model_output'
  /** This machine or browser lacks what a model needs. */
  | 'unsupported_machine'
  /** A model's file is missing, cut short or not what its hash says. */
  | 'model_file'
  /** The person has not allowed this host, or the page is the sealed one; `details.host` names it. */
  | 'host_not_allowed'

/**
 * The one error class of the project. The message says what was found, what was needed and what to do;
 * `details` is plain, structured-clonable data.
 */
export class AppError extends Error {
  override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError
}
