import type { ModelUse } from '../../src/agent/index.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { EvaluatedRun } from '../../src/trace/evaluation.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import { UNIT_SIGNS } from '../../src/trace/units.ts'
import type { MadeCall } from '../evaluation/chains.ts'
import { failureClass, type FailureClass } from '../evaluation/failures.ts'
import { invocationFigures, wellFormed } from '../evaluation/invocation.ts'
import { madeCalls, replay } from '../evaluation/trajectory.ts'
import { deskWith } from '../lib/desk.ts'
import { toolAnyOrder, toolExactMatch, toolInOrder } from '../metrics.ts'
import { chainNames, expectedChain } from './chains.ts'
import { acceptedByLists, answerIn, judge } from './judge.ts'
import type { Asked, Expected, FieldTask } from './task.ts'

/** What a run of one task came to: JSON, and the same for the same code. */
export interface FieldResult extends EvaluatedRun {
  readonly type: string
  readonly right: boolean
  /** Null where right. */
  readonly failure: FailureClass | null
  /** What is wrong with the answer, in short; empty where right. */
  readonly why: string
  /** True for a question that must be refused: it has no chain, and no figures. */
  readonly mustRefuse: boolean
  readonly calls: number
}

/** Runs one task from its files to its verdict, by the planner or with a language model. The record is for learning. */
export async function runTask(
  task: FieldTask,
  store: MemoryStore,
  model?: ModelUse,
): Promise<{ readonly result: FieldResult; readonly record: RunRecord }> {
  const asked = await task.draw()
  const desk = await deskWith(asked.files)
  const record = await desk.ask(asked.question, store, undefined, model)
  const { right, why, text } = judge(record, asked)
  // Choosing an option is a call of every multiple-choice run, whatever was computed.
  const calls = madeCalls(record.events).filter(({ tool }) => tool !== 'match_option')
  const names = calls.map(({ tool }) => tool)
  const mustRefuse = asked.answer.kind === 'refusal'
  const best = mustRefuse ? null : bestChain(asked, names)
  const result: FieldResult = {
    suite: 'field',
    ...{ id: task.id, type: task.type, split: task.split, style: task.style },
    variant: {},
    question: asked.question,
    expected: best?.expected ?? [],
    actual: names,
    figures: best === null ? {} : { ...best.figures, ...invocation(asked, calls, text) },
    ...replay(record.events),
    ...(record.status === 'running' ? {} : { status: record.status }),
    given: text,
    wanted: wanted(asked.answer),
    right,
    why,
    failure: right ? null : classify(asked, calls, record),
    mustRefuse,
    calls: calls.length,
  }
  return { result, record }
}

const isWellFormed = wellFormed(TOOLS)

/** The right chain that the calls come nearest to, and how near. */
function bestChain(asked: Asked, names: readonly string[]) {
  const compared = asked.chains.map((chain) => {
    const expected = chainNames(chain, names)
    const figures = {
      any_order: toolAnyOrder(expected, names),
      in_order: toolInOrder(expected, names),
      exact: toolExactMatch(expected, names),
    }
    return { expected, figures, total: figures.any_order + figures.in_order + figures.exact }
  })
  return compared.reduce((a, b) => (b.total > a.total ? b : a))
}

const invocation = (asked: Asked, calls: readonly MadeCall[], text: string) => ({
  ...invocationFigures(asked.chains.map(expectedChain), calls, isWellFormed),
  list_acc: Number(acceptedByLists(text, asked)),
})

function classify(asked: Asked, calls: readonly MadeCall[], record: RunRecord): FailureClass {
  const context = record.events.find((event) => event.type === 'context-ready')
  return failureClass({
    chains: asked.chains.map(expectedChain),
    calls,
    status: record.status === 'running' ? 'error' : record.status,
    space: context?.answerSpace ?? { kind: 'free' },
    answer: answerIn(record),
  })
}

function wanted(expected: Expected): string {
  switch (expected.kind) {
    case 'number':
      return amount(expected)
    case 'numbers':
      return expected.values.map(amount).join(', ')
    case 'choice':
      return `option ${expected.label}`
    case 'words':
      return 'certain words'
    case 'refusal':
      return 'a refusal or a question back'
  }
}

const amount = ({ value, unit, tolerance }: { value: number; unit: Unit; tolerance: number }) =>
  `${Number(value.toPrecision(6))} ${UNIT_SIGNS[unit]} ± ${Number(tolerance.toPrecision(2))}`
