import { transferHandlers } from 'comlink'
import type { TransferHandler } from 'comlink'
import { isAbort } from '../lib/abort.ts'
import { AppError, isAppError } from '../lib/errors.ts'
import type { ErrorCode } from '../lib/errors.ts'

/** A thrown value as it crosses threads. */
type Thrown =
  | {
      readonly kind: 'app'
      readonly code: ErrorCode
      readonly message: string
      readonly details: Readonly<Record<string, unknown>>
      readonly stack: string | undefined
    }
  | { readonly kind: 'abort'; readonly message: string }
  | {
      readonly kind: 'error'
      readonly name: string
      readonly message: string
      readonly stack: string | undefined
    }
  | { readonly kind: 'value'; readonly value: unknown }

/**
 * Makes Comlink keep what its own handler drops: the code and details of an AppError and that an error is an abort.
 * To be called on both sides before the first call. `cause` stays behind: it may not be cloneable.
 */
export function keepErrorsWhole(): void {
  const stock = transferHandlers.get('throw')!
  const handler: TransferHandler<{ value: unknown }, Thrown> = {
    canHandle: (value): value is { value: unknown } => stock.canHandle(value),
    serialize: ({ value }) => [flatten(value), []],
    deserialize: (thrown) => {
      throw revive(thrown)
    },
  }
  transferHandlers.set('throw', handler)
}

function flatten(value: unknown): Thrown {
  if (isAppError(value)) {
    const { code, message, details, stack } = value
    return { kind: 'app', code, message, details, stack }
  }
  if (isAbort(value)) return { kind: 'abort', message: (value as Error).message }
  if (value instanceof Error) {
    return { kind: 'error', name: value.name, message: value.message, stack: value.stack }
  }
  return { kind: 'value', value }
}

function revive(thrown: Thrown): unknown {
  switch (thrown.kind) {
    case 'app': {
      const error = new AppError(thrown.code, thrown.message, thrown.details)
      return thrown.stack === undefined ? error : Object.assign(error, { stack: thrown.stack })
    }
    case 'abort':
      return new DOMException(thrown.message, 'AbortError')
    case 'error': {
      const { name, message, stack } = thrown
      return Object.assign(new Error(message), { name }, stack === undefined ? {} : { stack })
    }
    case 'value':
      return thrown.value
  }
}
