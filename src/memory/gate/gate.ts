import { config } from '../../config.ts'
import type { Answer, AnswerSpace, GateCondition } from '../../trace/events.ts'
import type { FinishedRun, GateResult, MemoryCommit } from '../types.ts'
import { forbidden } from './forbidden.ts'

/** ψ(τ, ŷ): five named conditions; passed where all are. */
export function checkGate(run: FinishedRun, change: MemoryCommit): GateResult {
  const conditions = [
    toolsUsed(run),
    answerValid(run),
    callsWithinLimit(run),
    repeatsWithinLimit(run),
    nothingForbidden(run, change),
  ]
  return { passed: conditions.every(({ passed }) => passed), conditions }
}

function toolsUsed({ steps, specs }: FinishedRun): GateCondition {
  const internal = new Set(specs.filter((spec) => spec.internal).map(({ name }) => name))
  const used = new Set(
    steps
      .filter(({ status, call }) => status === 'ok' && !internal.has(call.tool))
      .map(({ call }) => call.tool),
  ).size
  return {
    name: 'tools-used',
    passed: used > 0,
    detail: used > 0 ? `${used} ${used === 1 ? 'tool' : 'tools'} ran` : 'no tool ran to its end',
  }
}

function answerValid(run: FinishedRun): GateCondition {
  const faults = [...(run.status === 'answered' ? [] : [`the run ended ${run.status}`]), ...phi(run)]
  return {
    name: 'answer-valid',
    passed: faults.length === 0,
    detail: faults.length === 0 ? 'the answer stands on observations' : faults.join('; '),
  }
}

/** φ(ŷ): what the run found wrong with its answer, and what is wrong with the answer's shape. */
function phi({ answer, answerSpace, answerFaults }: FinishedRun): readonly string[] {
  if (answer === null) return ['there is no answer', ...answerFaults]
  return [...new Set([...answerFaults, ...shapeFaults(answer, answerSpace)])]
}

/** Differences of °C are kelvins: temperatures themselves are brought to the unit asked before. */
const isStep = (asked: string, given: string | null): boolean => asked === 'degC' && given === 'K'

/** What keeps an answer from being one at all: empty, a placeholder, without evidence, or not in Y. */
export function shapeFaults(answer: Answer, space: AnswerSpace): readonly string[] {
  const text = answer.spans
    .map((span) => span.text)
    .join('')
    .trim()
  const faults: string[] = []
  if (text === '') faults.push('the answer is empty')
  else if (PLACEHOLDER.test(text)) faults.push('the answer is a placeholder')
  if (answer.evidence.length === 0) faults.push('the answer cites no observation')
  if (space.kind === 'choice' && !space.options.some(({ label }) => label === answer.choice)) {
    faults.push('the choice is not one of the options')
  }
  if (space.kind === 'number') {
    if (answer.value === null || !Number.isFinite(answer.value)) faults.push('the answer is no number')
    else if (space.unit !== null && answer.unit !== space.unit && !isStep(space.unit, answer.unit)) {
      faults.push('the answer is not in the unit that was asked for')
    }
  }
  if (space.kind === 'place' && answer.place === null) faults.push('the answer is no place')
  return faults
}

const PLACEHOLDER =
  /^(n\/?a|none|null|undefined|nan|unknown|tbd|todo|placeholder|lorem ipsum.*|[.…?_-]+)[.!]?$/i

function callsWithinLimit({ steps }: FinishedRun): GateCondition {
  const { maxCalls } = config.run
  return {
    name: 'calls-within-limit',
    passed: steps.length <= maxCalls,
    detail: `${steps.length} of at most ${maxCalls} calls`,
  }
}

function repeatsWithinLimit({ steps }: FinishedRun): GateCondition {
  const { maxCallsOfOneTool } = config.run
  const counts = new Map<string, number>()
  for (const { call } of steps) counts.set(call.tool, (counts.get(call.tool) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return {
    name: 'repeats-within-limit',
    passed: most <= maxCallsOfOneTool,
    detail: `at most ${most} calls of one tool, ${maxCallsOfOneTool} allowed`,
  }
}

function nothingForbidden(run: FinishedRun, change: MemoryCommit): GateCondition {
  const faults = forbidden(run, change)
  return {
    name: 'nothing-forbidden',
    passed: faults.length === 0,
    detail:
      faults.length === 0
        ? 'nothing forbidden would be kept'
        : [...new Set(faults.map(({ table, field, reason }) => `${table} ${field}: ${reason}`))].join('; '),
  }
}
