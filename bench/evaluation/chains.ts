import { stableJson } from '../../src/lib/hash.ts'
import type { ToolCall } from '../../src/trace/call.ts'

/** An argument that a task expects: a JSON value, or the layer that another expected call made. */
export type ExpectedValue =
  { readonly resultOf: string } | number | string | boolean | readonly unknown[] | null

/** A call that answers a part of the task. */
export interface ExpectedCall {
  /** Told apart within its chain; `after` and `resultOf` name it. */
  readonly id: string
  /** Names of tools that do it; one of them is enough. */
  readonly tools: readonly string[]
  /** Ids of calls that have to come before. */
  readonly after?: readonly string[]
  /** The arguments that matter; others are free. */
  readonly args?: Readonly<Record<string, ExpectedValue>>
}

/** One way to answer a task: a partial order of at most 30 calls, each listed behind those in its `after`. */
export type ExpectedChain = readonly ExpectedCall[]

export interface MadeCall extends ToolCall {
  /** 'failed-check': it ran, but its result did not pass the plan's checks. */
  readonly status: 'ok' | 'error' | 'failed-check'
  /** Layers that it made, the main one first. */
  readonly layers: readonly string[]
}

export interface Match {
  readonly chain: ExpectedChain
  /** By expected call: the number of the made call that stands for it. */
  readonly made: ReadonlyMap<string, number>
  /** Expected calls that were made, and those of them that succeeded. */
  readonly tools: number
  readonly succeeded: number
  /** Expected arguments, and those of them given right. */
  readonly args: number
  readonly argsRight: number
}

/**
 * The made calls that stand for a chain's, each for one at most, so that no call comes before one that it has to follow. An expected call that was
 * left out holds no later one back. Of all such choices the one with the most calls, then the most successes, then (as far as calls
 * of one name are told apart on the way) the most right arguments; of several chains the one that is matched best in share.
 */
export function matchChains(chains: readonly ExpectedChain[], calls: readonly MadeCall[]): Match {
  const matches = (chains.length === 0 ? [[]] : chains).map((chain) => matchChain(chain, calls))
  return matches.reduce((best, match) => (compare(shares(match), shares(best)) > 0 ? match : best))
}

/** The expected arguments of one call that are right; 0 where it was not made. */
export function rightArgs(expected: ExpectedCall, made: Match['made'], calls: readonly MadeCall[]): number {
  const call = calls[made.get(expected.id) ?? -1]
  if (!call) return 0
  return Object.entries(expected.args ?? {}).filter(([name, value]) =>
    isSame(call.args[name], isResult(value) ? calls[made.get(value.resultOf) ?? -1]?.layers[0] : value),
  ).length
}

interface State {
  readonly made: ReadonlyMap<string, number>
  readonly score: readonly [tools: number, succeeded: number, argsRight: number]
}

function matchChain(chain: ExpectedChain, calls: readonly MadeCall[]): Match {
  const place = new Map(chain.map(({ id }, at) => [id, at]))
  const closedBy: number[] = []
  chain.forEach(({ id, after }, at) => {
    closedBy[at] = (after ?? []).reduce((mask, earlier) => {
      const before = place.get(earlier)
      if (before === undefined || before >= at)
        throw new RangeError(`${id} comes after ${earlier}, which is not before it.`)
      return mask | closedBy[before]!
    }, 1 << at)
  })
  // By the set of expected calls that are done or passed over: the best choice that leads there.
  let states = new Map<number, State>([[0, { made: new Map(), score: [0, 0, 0] }]])
  calls.forEach((call, index) => {
    const next = new Map(states)
    for (const [closed, state] of states) {
      chain.forEach((expected, at) => {
        if (closed & (1 << at) || !expected.tools.includes(call.tool)) return
        const made = new Map(state.made).set(expected.id, index)
        const [tools, succeeded, argsRight] = state.score
        const score = [
          tools + 1,
          succeeded + Number(call.status === 'ok'),
          argsRight + rightArgs(expected, made, calls),
        ] as const
        const mask = closed | closedBy[at]!
        const other = next.get(mask)
        if (!other || compare(score, other.score) > 0) next.set(mask, { made, score })
      })
    }
    states = next
  })
  const best = [...states.values()].reduce((a, b) => (compare(b.score, a.score) > 0 ? b : a))
  const [tools, succeeded, argsRight] = best.score
  const args = chain.reduce((sum, expected) => sum + Object.keys(expected.args ?? {}).length, 0)
  return { chain, made: best.made, tools, succeeded, args, argsRight }
}

const shares = ({ chain, tools, succeeded, args, argsRight }: Match) => [
  chain.length === 0 ? 1 : tools / chain.length,
  chain.length === 0 ? 1 : succeeded / chain.length,
  args === 0 ? 1 : argsRight / args,
]

/** Above 0 where the first list of figures comes first, decided by the first that differs. */
function compare(first: readonly number[], second: readonly number[]): number {
  const at = first.findIndex((value, index) => value !== second[index])
  return at < 0 ? 0 : first[at]! - second[at]!
}

const isResult = (value: ExpectedValue): value is { readonly resultOf: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equal as JSON, keys in any order; numbers within a relative 1e-9. */
function isSame(given: unknown, expected: unknown): boolean {
  if (typeof given === 'number' && typeof expected === 'number') {
    return Math.abs(given - expected) <= 1e-9 * Math.max(Math.abs(given), Math.abs(expected))
  }
  return given !== undefined && stableJson(given) === stableJson(expected)
}
