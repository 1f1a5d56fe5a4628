import { AppError } from '../../src/lib/errors.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { TURNS } from './variants.ts'

/** How the model is loaded and asked. */
export interface ModelSettings {
  /** Tokens of prompt and answer. Under 8192 a turn is kept to 200 tokens. */
  readonly contextSize: number
  readonly threads: number | 'probe'
  readonly turns: number
  /** What a nat of the model's evidence counts; absent: as its profile says. */
  readonly weight: number | undefined
}

/** Enough for three turns: the longest prefix takes half of it. */
const CONTEXT = 2048

/** Each turn reads all that was said in the run twice, with the question and without: a third one doubles the time. */
const USUAL_TURNS = 2

/** Throws invalid_input. */
export function readSettings(options: Readonly<Record<string, string>>): ModelSettings {
  const whole = (name: string, otherwise: number) => wholeNumber(name, options[name] ?? String(otherwise))
  const turns = whole('turns', USUAL_TURNS)
  if (turns > TURNS) throw new AppError('invalid_input', `--turns can be ${TURNS} at most; got ${turns}.`)
  return {
    contextSize: whole('context', CONTEXT),
    threads: options['threads'] === undefined ? 'probe' : whole('threads', 1),
    turns,
    weight: options['weight'] === undefined ? undefined : readWeight(options['weight']),
  }
}

function readWeight(text: string): number {
  const weight = Number(text)
  if (text.trim() !== '' && Number.isFinite(weight) && weight >= 0) return weight
  throw new AppError('invalid_input', `--weight needs a number from 0 up; got "${text}".`)
}
