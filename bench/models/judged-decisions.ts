import type { RunEvent } from '../../src/trace/events.ts'
import { matchChains, type MadeCall } from '../evaluation/chains.ts'
import { chainNames, expectedChain } from '../fieldbench/chains.ts'
import type { Asked, Chain } from '../fieldbench/task.ts'
import { callsOf } from './ask-task.ts'

/** A choice that the model was asked, and what would have been right. */
export interface JudgedDecision {
  readonly task: string
  /** The next action, or which plan to try. */
  readonly kind: 'action' | 'plan'
  readonly options: readonly {
    readonly name: string
    readonly prior: number
    readonly evidence: number | null
  }[]
  /** Names of right options: at least one, and not all. */
  readonly right: readonly string[]
}

type Decision = Extract<RunEvent, { type: 'decision' }>

/** The decisions of a run whose right options its task tells; which figure to answer with, and what to ask, it does not. */
export function judgedDecisions(
  task: string,
  { chains, answer }: Pick<Asked, 'chains' | 'answer'>,
  events: readonly RunEvent[],
): readonly JudgedDecision[] {
  return events.flatMap((event, at): JudgedDecision[] => {
    if (event.type !== 'decision' || event.usage === undefined) return []
    const kind = kindOf(event)
    if (kind === null) return []
    const names = event.options.map(({ name }) => name)
    const wanted =
      kind === 'plan'
        ? names.filter((name) => chains.some((chain) => isPlanOf(chain, toolsOf(name))))
        : answer.kind === 'refusal'
          ? ['ask_user']
          : nextActions(chains, callsOf({ events: events.slice(0, at) }))
    const right = names.filter((name) => wanted.includes(name))
    const tells = right.length > 0 && right.length < names.length
    return tells ? [{ task, kind, options: event.options, right }] : []
  })
}

function kindOf({ options }: Decision): JudgedDecision['kind'] | null {
  if (options.some(({ name }) => name === 'ask_user')) return 'action'
  return options.every(({ name }) => /^[a-z][a-z0-9 ]*(, then [a-z][a-z0-9 ]*)*( \(.*\))?$/.test(name)) &&
    options.some(({ name }) => name.includes(', then '))
    ? 'plan'
    : null
}

/** 'answer' where a chain is made whole; else the tools of its calls that can be made now. Of several chains those followed so far. */
export function nextActions(chains: readonly Chain[], calls: readonly MadeCall[]): readonly string[] {
  const matches = chains.map((chain) => matchChains([expectedChain(chain)], calls))
  const most = Math.max(...matches.map(({ tools }) => tools))
  const followed = matches.filter(({ tools }) => tools === most)
  if (followed.some(({ chain, made }) => made.size === chain.length)) return ['answer']
  return followed.flatMap(({ chain, made }) =>
    chain
      .filter(({ id, after = [] }) => !made.has(id) && after.every((earlier) => made.has(earlier)))
      .flatMap(({ tools }) => tools),
  )
}

/** 'ndvi, then threshold mask (Otsu)' → ['ndvi', 'threshold_mask']. */
const toolsOf = (title: string): readonly string[] =>
  title
    .replace(/ \(.*$/, '')
    .split(', then ')
    .map((words) => words.replaceAll(' ', '_'))

/** A title names a tool once that is called for each date. */
const isPlanOf = (chain: Chain, tools: readonly string[]): boolean =>
  once(chainNames(chain, tools)).join() === once(tools).join()

const once = (tools: readonly string[]) => tools.filter((tool, at) => tool !== tools[at - 1])
