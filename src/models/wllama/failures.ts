import { AppError, isAppError } from '../../lib/errors.ts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What the glue of wllama says where the C++ side threw: the request is lost, the engine is not. */
const REQUEST_THREW = /Invalid typed array length/

/** True where the worker cannot be used any more. */
export function isDead(error: unknown): boolean {
  if (isAppError(error)) return false
  if (error instanceof Error && error.name === 'RuntimeError') return !REQUEST_THREW.test(error.message)
  return /has crashed|File read failed/.test(messageOf(error))
}

/** An error of wllama in our codes. `log` is what llama.cpp logged last. */
export function asAppError(error: unknown, log: readonly string[]): AppError {
  if (isAppError(error)) return error
  const message = messageOf(error)
  const details = { engine: 'wllama', message, log: log.slice(-5) }
  const [, prompt, context] =
    /\((\d+) tokens\) exceeds the available context size \((\d+)/.exec(message) ?? []
  if (prompt !== undefined) {
    return new AppError(
      'context_full',
      `The prompt has ${prompt} tokens; the context holds ${context ?? 'fewer'}. Shorten the prompt or load the model with a larger context.`,
      details,
      { cause: error },
    )
  }
  if (/memory|alloc/i.test([message, ...log.slice(-5)].join(' '))) {
    return new AppError(
      'model_failed',
      'The model ran out of memory. Close other tabs, or load a smaller model or a shorter context.',
      details,
      { cause: error },
    )
  }
  if (REQUEST_THREW.test(message) || /grammar|template/i.test(message)) {
    return new AppError('model_output', `The engine could not answer this request: ${message}`, details, {
      cause: error,
    })
  }
  return new AppError(
    'model_failed',
    `The model stopped working and has to be loaded again: ${message}`,
    details,
    {
      cause: error,
    },
  )
}

/** Why a model that was checked could not be loaded. */
export function asLoadError(error: unknown, log: readonly string[], megabytes: number): AppError {
  if (isAppError(error)) return error
  const told = [messageOf(error), ...log].join('\n')
  const details = { engine: 'wllama', message: messageOf(error), log: log.slice(-5) }
  const [, architecture] = /unknown model architecture: '([^']+)'/.exec(told) ?? []
  if (architecture !== undefined) {
    return new AppError(
      'model_file',
      `llama.cpp does not know the architecture "${architecture}" in this version. Use another model.`,
      details,
      { cause: error },
    )
  }
  if (/memory|alloc/i.test(told)) {
    return new AppError(
      'unsupported_machine',
      `There is not enough memory for this model: it needs ${Math.round(megabytes)} MB and its context besides. Close other tabs, or take a smaller model.`,
      details,
      { cause: error },
    )
  }
  return new AppError('model_failed', `The model could not be loaded: ${messageOf(error)}`, details, {
    cause: error,
  })
}
