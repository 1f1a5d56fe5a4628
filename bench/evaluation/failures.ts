import type { AnswerSpace, RunStatus } from '../../src/trace/events.ts'
import { matchChains, rightArgs, type ExpectedChain, type MadeCall, type Match } from './chains.ts'

/** Where a failed run first went wrong. */
export const FAILURE_CLASSES = ['planning', 'parameter', 'execution', 'reasoning', 'format'] as const
export type FailureClass = (typeof FAILURE_CLASSES)[number]

/** A run whose answer was judged wrong. */
export interface FailedRun {
  /** The ways to answer; empty where the task cannot be answered. */
  readonly chains: readonly ExpectedChain[]
  readonly calls: readonly MadeCall[]
  readonly status: RunStatus
  readonly space: AnswerSpace
  /** Null where the run gave none. */
  readonly answer: {
    readonly value: number | null
    readonly unit: string | null
    readonly choice: string | null
  } | null
}

/**
 * The class of a failed run, by the earliest cause, as these are asked in order:
 * 1. An expected call was made and never succeeded: *parameter* where its arguments are others than expected, else *execution*.
 * 2. The run ended in an error or was stopped, and all calls were expected ones: *execution*.
 * 3. An expected call was not made, or not in an allowed order (another tool, a step left out, a question declined): *planning*.
 * 4. All were made, one with another layer, band, threshold or date: *parameter*.
 * 5. The answer is not in the form asked for: no number, another unit than the one asked for or none, none of the options: *format*.
 * 6. Else the calls were right and what was made of them is not (another figure, another option, a conclusion where none can be
 *    drawn, an answer withheld): *reasoning*.
 */
export function failureClass({ chains, calls, status, space, answer }: FailedRun): FailureClass {
  const match = matchChains(chains, calls)
  const broken = match.chain.filter(({ id }) => {
    const call = calls[match.made.get(id) ?? -1]
    return call !== undefined && call.status !== 'ok'
  })
  if (broken.length > 0)
    return broken.some((call) => !hasRightArgs(call, match, calls)) ? 'parameter' : 'execution'
  const cutShort = status === 'error' || status === 'stopped'
  if (cutShort && match.made.size === calls.length) return 'execution'
  if (match.tools < match.chain.length) return 'planning'
  if (match.argsRight < match.args) return 'parameter'
  if (answer !== null && !hasForm(answer, space)) return 'format'
  return 'reasoning'
}

const hasRightArgs = (expected: ExpectedChain[number], { made }: Match, calls: readonly MadeCall[]) =>
  rightArgs(expected, made, calls) === Object.keys(expected.args ?? {}).length

function hasForm(answer: NonNullable<FailedRun['answer']>, space: AnswerSpace): boolean {
  switch (space.kind) {
    case 'number':
      return answer.value !== null && (space.unit === null || answer.unit === space.unit)
    case 'choice':
      return space.options.some(({ label }) => label === answer.choice)
    case 'free':
    case 'place':
      return true
  }
}
