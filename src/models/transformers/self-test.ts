import { AppError } from '../../lib/errors.ts'
import type { Check } from './check.ts'
import type { Decoder } from './decoder.ts'
import { argmax } from './log-probability.ts'

/** A prompt and the tokens that a sound machine writes after it, taking the likeliest one each time. */
export interface ReferenceRun {
  readonly promptIds: readonly number[]
  readonly tokenIds: readonly number[]
}

export type Device = 'webgpu' | 'wasm'

/** Two sound machines round differently: a token this close to the best one, in logits, may be either's choice. */
const TIE = 0.5

/** Writes `count` tokens after a prompt, the likeliest each time. Throws model_file where the logits are no numbers. */
export async function greedyRun(
  decoder: Decoder,
  promptIds: readonly number[],
  count: number,
  check: Check,
): Promise<ReferenceRun> {
  let { logits } = await decoder.prime(promptIds, check)
  const tokenIds: number[] = []
  for (;;) {
    if (!logits.every(Number.isFinite)) throw broken('wasm', 'it computes values that are no numbers')
    tokenIds.push(argmax(logits))
    if (tokenIds.length === count) return { promptIds, tokenIds }
    logits = await decoder.append(tokenIds.slice(-1), check)
  }
}

/**
 * Throws where the model writes other tokens than it should: model_file on the processor, whose arithmetic is sound, so
 * that the file is not; unsupported_machine on a graphics device, where it may be either.
 */
export async function assertSound(
  decoder: Decoder,
  { promptIds, tokenIds }: ReferenceRun,
  device: Device,
  check: Check,
): Promise<void> {
  let { logits } = await decoder.prime(promptIds, check)
  for (const [at, expected] of tokenIds.entries()) {
    const best = argmax(logits)
    const behind = logits[best]! - logits[expected]!
    // Written so that a value that is no number is no tie either.
    if (best !== expected && !(behind <= TIE)) {
      throw broken(device, `token ${at + 1} after a known prompt is ${best} in place of ${expected}`)
    }
    if (at < tokenIds.length - 1) logits = await decoder.append([expected], check)
  }
}

function broken(device: Device, what: string): AppError {
  return device === 'wasm'
    ? new AppError(
        'model_file',
        `the language model fails its test: ${what}. Its files are damaged or of another model; delete it and get it again.`,
      )
    : new AppError(
        'unsupported_machine',
        `the language model fails its test on this graphics device: ${what}. The device computes it wrongly, or its files are damaged; run it on the processor, or choose another model.`,
      )
}
