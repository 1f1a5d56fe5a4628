import type { Answer, RunRecord } from '../../src/trace/events.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import { convertUnit } from '../../src/trace/units.ts'
import { answerIsAccepted } from '../evaluation/invocation.ts'
import { numberStrings } from './expect.ts'
import type { Asked, Expected } from './task.ts'

export interface Judged {
  readonly right: boolean
  /** What is wrong, in short; empty where right. */
  readonly why: string
  /** Answer, refusal or question back, as a person reads it. */
  readonly text: string
}

/** Whether a finished run answers the task. Lists of strings that a task carries are compared besides. */
export function judge(record: RunRecord, asked: Asked): Judged {
  const answer = answerIn(record)
  const text = answer === null ? saidInstead(record) : textOf(answer)
  const faults = [
    ...answerFaults(record, answer, asked.answer),
    ...(asked.white || asked.black ? listFaults(text, asked) : []),
    ...shortcuts(record, asked),
  ]
  return { right: faults.length === 0, why: faults.join('; '), text }
}

function answerFaults(record: RunRecord, answer: Answer | null, expected: Expected): string[] {
  if (expected.kind === 'refusal') {
    const refused = record.status === 'declined' || record.status === 'needs_input'
    return refused ? [] : [`should have been refused, ended as ${record.status}`]
  }
  if (answer === null || record.status !== 'answered') return [`not answered: ${record.status}`]
  switch (expected.kind) {
    case 'number': {
      const given = answer.value === null || answer.unit === null ? null : answer
      if (given === null) return ['the answer has no value']
      return isWithin(given.value!, given.unit!, expected)
        ? []
        : [`${given.value} ${given.unit} where ${expected.value} ${expected.unit} is right`]
    }
    case 'numbers': {
      const cited = [...answer.evidence, ...answer.spans.flatMap(({ cite }) => (cite ? [cite] : []))]
      return expected.values.flatMap((wanted) =>
        cited.some(
          ({ value, unit }) => typeof value === 'number' && unit !== null && isWithin(value, unit, wanted),
        )
          ? []
          : [`${wanted.value} ${wanted.unit} is not among the figures cited`],
      )
    }
    case 'choice':
      return answer.choice === expected.label
        ? []
        : [`chose ${answer.choice ?? 'nothing'} where ${expected.label} is right`]
    case 'words':
      return []
  }
}

function isWithin(
  value: number,
  unit: Unit,
  wanted: { readonly value: number; readonly unit: Unit; readonly tolerance: number },
): boolean {
  const converted = convertUnit(value, unit, wanted.unit)
  return converted !== null && Math.abs(converted - wanted.value) <= wanted.tolerance
}

/**
 * ThinkGeo's accuracy of an answer by lists of strings: those of the task, and where it carries none those of its truth.
 */
export function acceptedByLists(text: string, asked: Asked): boolean {
  const { answer, white, black = [] } = asked
  return answerIsAccepted(text, { white: white ?? whiteOf(answer), black })
}

function whiteOf(expected: Expected): readonly (readonly string[])[] {
  switch (expected.kind) {
    case 'number':
      return [numberStrings(expected.value, expected.unit)]
    case 'numbers':
      return expected.values.map(({ value, unit }) => numberStrings(value, unit))
    case 'choice':
      return [[expected.label]]
    case 'words':
    case 'refusal':
      return []
  }
}

function listFaults(text: string, { white = [], black = [] }: Asked): string[] {
  return [
    ...white
      .filter((group) => !answerIsAccepted(text, { white: [group], black: [] }))
      .map((group) => `“${group[0]}” is not said`),
    ...black
      .filter((word) => answerIsAccepted(text, { white: [[word]], black: [] }))
      .map((word) => `“${word}” is said`),
  ]
}

function shortcuts(record: RunRecord, { forbidden = [] }: Asked): string[] {
  return callsOf(record)
    .filter(({ tool }) => forbidden.includes(tool))
    .map(({ tool }) => `${tool} is a shortcut here`)
}

const callsOf = (record: RunRecord) =>
  record.events.flatMap((event) => (event.type === 'step-start' ? [event.call] : []))

export const answerIn = (record: RunRecord): Answer | null =>
  record.events.flatMap((event) => (event.type === 'answer' ? [event.answer] : [])).at(-1) ?? null

const textOf = ({ spans, caveats }: Answer) =>
  [spans, ...caveats].map((part) => part.map(({ text }) => text).join('')).join(' ')

const saidInstead = (record: RunRecord) =>
  record.events
    .flatMap((event) =>
      event.type === 'text-delta'
        ? [event.text]
        : event.type === 'ask'
          ? [event.question]
          : event.type === 'error'
            ? [event.message]
            : [],
    )
    .join(' ')
