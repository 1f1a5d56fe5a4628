import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { Answer, AnswerSpace, RunRecord, RunStatus } from '../../src/trace/events.ts'
import type { MadeCall } from '../evaluation/chains.ts'
import { failureClass, type FailureClass } from '../evaluation/failures.ts'
import { invocationFigures, wellFormed, type InvocationFigures } from '../evaluation/invocation.ts'
import { deskWith } from '../lib/desk.ts'
import { toolAnyOrder, toolExactMatch, toolInOrder } from '../metrics.ts'
import { chainNames, expectedChain } from './chains.ts'
import { acceptedByLists, answerIn, judge } from './judge.ts'
import type { Asked, Expected, FieldTask, Split, Style } from './task.ts'

export interface FieldStep {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly text: string
  readonly status: MadeCall['status']
}

/** What a run of one task came to: JSON, and the same for the same code. */
export interface FieldResult {
  readonly id: string
  readonly type: string
  readonly split: Split
  readonly style: Style
  readonly wording: number | null
  readonly question: string
  readonly status: RunStatus | 'running'
  readonly right: boolean
  readonly why: string
  /** Null where right. */
  readonly failure: FailureClass | null
  readonly expected: Expected
  /** The answer's text, or what was said in its place. */
  readonly answer: string
  readonly recalled: readonly string[]
  readonly steps: readonly FieldStep[]
  readonly chain: readonly string[]
  /** Null for a question that must be refused: there is no chain to compare with. */
  readonly figures: ChainFigures | null
}

/** Figures of ALGORITHMS §9 against the chain that fits best, and those of ThinkGeo. */
export interface ChainFigures extends InvocationFigures {
  readonly any_order: number
  readonly in_order: number
  readonly exact: number
  readonly list_acc: number
}

/** Runs one task from its files to its verdict. The record is for learning. */
export async function runTask(
  task: FieldTask,
  store: MemoryStore,
): Promise<{ readonly result: FieldResult; readonly record: RunRecord }> {
  const asked = await task.draw()
  const desk = await deskWith(asked.files)
  const record = await desk.ask(asked.question, store)
  const { right, why, text } = judge(record, asked)
  const calls = callsMade(record)
  const answer = answerIn(record)
  const context = eventOf(record, 'context-ready')
  const result: FieldResult = {
    ...{ id: task.id, type: task.type, split: task.split, style: task.style, wording: task.wording },
    question: asked.question,
    status: record.status,
    right,
    why,
    failure: right ? null : classify(asked, calls, record, answer, context?.answerSpace),
    expected: asked.answer,
    answer: text,
    recalled: (context?.recalled ?? []).map(
      ({ kind, title, used }) => `${kind}: ${title}${used ? ' (used)' : ''}`,
    ),
    steps: calls.map(({ tool, args, status, text }) => ({ tool, args, text, status })),
    ...chainFigures(asked, calls, text),
  }
  return { result, record }
}

type CallWithText = MadeCall & { readonly text: string }

const isWellFormed = wellFormed(TOOLS)

function chainFigures(
  asked: Asked,
  calls: readonly CallWithText[],
  text: string,
): Pick<FieldResult, 'figures' | 'chain'> {
  if (asked.answer.kind === 'refusal') return { chain: [], figures: null }
  // Choosing an option is a call of every multiple-choice run, whatever was computed.
  const made = calls.filter(({ tool }) => tool !== 'match_option')
  const names = made.map(({ tool }) => tool)
  const compared = asked.chains.map((chain) => {
    const expected = chainNames(chain, names)
    return {
      expected,
      any_order: toolAnyOrder(expected, names),
      in_order: toolInOrder(expected, names),
      exact: toolExactMatch(expected, names),
    }
  })
  const total = (one: (typeof compared)[number]) => one.any_order + one.in_order + one.exact
  const best = compared.reduce((a, b) => (total(b) > total(a) ? b : a))
  const { expected, ...orders } = best
  const invocation = invocationFigures(asked.chains.map(expectedChain), made, isWellFormed)
  return {
    chain: expected,
    figures: { ...orders, ...invocation, list_acc: Number(acceptedByLists(text, asked)) },
  }
}

function classify(
  asked: Asked,
  calls: readonly MadeCall[],
  record: RunRecord,
  answer: Answer | null,
  space: AnswerSpace = { kind: 'free' },
): FailureClass {
  const status = record.status === 'running' ? 'error' : record.status
  return failureClass({
    chains: asked.chains.map(expectedChain),
    calls: calls.filter(({ tool }) => tool !== 'match_option'),
    status,
    space,
    answer,
  })
}

function callsMade(record: RunRecord): readonly CallWithText[] {
  const calls: CallWithText[] = []
  for (const event of record.events) {
    if (event.type === 'step-start') calls.push({ ...event.call, status: 'error', layers: [], text: '' })
    if (event.type !== 'step-end') continue
    const { tool, args } = calls.pop()!
    calls.push({
      tool,
      args,
      status: event.status === 'error' ? 'error' : event.failedChecks.length > 0 ? 'failed-check' : 'ok',
      layers: event.observation?.layers ?? [],
      text: event.observation?.text ?? event.error?.message ?? '',
    })
  }
  return calls
}

const eventOf = <Type extends RunRecord['events'][number]['type']>(record: RunRecord, type: Type) =>
  record.events.find((event): event is Extract<typeof event, { type: Type }> => event.type === type)
