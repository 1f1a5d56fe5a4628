import { AppError } from '../../src/lib/errors.ts'

/** The value of an option that is a whole number from 1 up. Throws invalid_input. */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) {
    throw new AppError('invalid_input', `--${option} needs a whole number from 1 up; got "${text}".`)
  }
  return Number(text)
}
