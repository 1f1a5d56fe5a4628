import { stableJson } from '../../lib/hash.ts'
import { convertUnit } from '../../trace/units.ts'
import type { Unit } from '../../trace/quantity.ts'
import type { Citation } from '../../trace/events.ts'
import type { RunView, StepView } from './run-view.ts'

/** A figure of the two answers; null where one of them lacks it. */
export interface FigurePair {
  readonly name: string
  readonly first: Citation | null
  readonly second: Citation | null
  /** Second minus first in the unit of the first; null where there is none, `units` says why. */
  readonly difference: { readonly value: number; readonly unit: Unit | null } | null
  /** False where the two measure things that do not convert. */
  readonly alike: boolean
}

/**
 * The figures that the answers cite, by name and in the order of the first answer. Figures of one name are told apart by
 * their place among their like.
 */
export function pairFigures(first: RunView, second: RunView): readonly FigurePair[] {
  const [ours, theirs] = [numbered(first), numbered(second)]
  const names = [...new Set([...ours.keys(), ...theirs.keys()])]
  return names.map((key) => {
    const [one, other] = [ours.get(key) ?? null, theirs.get(key) ?? null]
    return { name: (one ?? other)!.name, first: one, second: other, ...differenceOf(one, other) }
  })
}

function numbered({ answer }: RunView): ReadonlyMap<string, Citation> {
  const found = new Map<string, Citation>()
  const seen = new Map<string, number>()
  for (const { cite } of answer?.spans ?? []) {
    if (!cite) continue
    const place = seen.get(cite.name) ?? 0
    seen.set(cite.name, place + 1)
    found.set(`${cite.name} ${place}`, cite)
  }
  return found
}

function differenceOf(
  first: Citation | null,
  second: Citation | null,
): Pick<FigurePair, 'difference' | 'alike'> {
  if (typeof first?.value !== 'number' || typeof second?.value !== 'number') {
    return { difference: null, alike: true }
  }
  if (first.unit === null || second.unit === null) {
    if (first.unit !== second.unit) return { difference: null, alike: false }
    return { difference: { value: second.value - first.value, unit: null }, alike: true }
  }
  const converted = convertUnit(second.value, second.unit, first.unit)
  if (converted === null) return { difference: null, alike: false }
  // A difference of temperatures is one of kelvins, on either scale.
  const unit = first.unit === 'degC' ? 'K' : first.unit
  return { difference: { value: converted - first.value, unit }, alike: true }
}

/** Steps of the two runs that belong together; null where a run has none there. */
export interface StepPair {
  readonly first: StepView | null
  readonly second: StepView | null
  /** Names of the arguments in which the two calls differ. */
  readonly differing: readonly string[]
}

/**
 * The steps by a longest common subsequence of their tools, those before and after a shared step in the order of their runs.
 * Layers that a run made have ids of their own: two that the same aligned steps made count as the same.
 */
export function alignSteps(first: readonly StepView[], second: readonly StepView[]): readonly StepPair[] {
  const lengths = Array.from({ length: first.length + 1 }, () => new Uint32Array(second.length + 1))
  for (let i = first.length - 1; i >= 0; i--) {
    for (let j = second.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        first[i]!.call.tool === second[j]!.call.tool
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const pairs: StepPair[] = []
  const twins = new Map<string, string>()
  let [i, j] = [0, 0]
  while (i < first.length || j < second.length) {
    const [one, other] = [first[i], second[j]]
    if (one && other && one.call.tool === other.call.tool) {
      pairs.push({ first: one, second: other, differing: differingArguments(one, other, twins) })
      for (const [at, id] of (one.observation?.layers ?? []).entries()) {
        const twin = other.observation?.layers[at]
        if (twin !== undefined) twins.set(id, twin)
      }
      i++
      j++
    } else if (one && (!other || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      pairs.push({ first: one, second: null, differing: [] })
      i++
    } else {
      pairs.push({ first: null, second: other!, differing: [] })
      j++
    }
  }
  return pairs
}

function differingArguments(first: StepView, second: StepView, twins: ReadonlyMap<string, string>): string[] {
  const own = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(own) : typeof value === 'string' ? (twins.get(value) ?? value) : value
  const [ours, theirs] = [first.call.args, second.call.args]
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(
    (name) => stableJson([own(ours[name]) ?? null]) !== stableJson([theirs[name] ?? null]),
  )
}

/** Milliseconds that the tools of a run took. */
export const timeOf = ({ steps }: RunView): number =>
  steps.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0)

/** How near two questions are: the share of their words that both have, 1 for the same question. */
export function nearness(one: string, other: string): number {
  const [ours, theirs] = [one, other].map(
    (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []),
  ) as [Set<string>, Set<string>]
  if (one.trim() === other.trim()) return 1
  const both = [...ours].filter((word) => theirs.has(word)).length
  const all = ours.size + theirs.size - both
  return all === 0 ? 0 : Math.min(0.99, both / all)
}

/** From here on two questions are taken to ask nearly the same. */
export const NEAR = 0.5

/** The other runs that are over, the nearest question first, of equals the newest. */
export function othersOf(run: RunView, runs: readonly RunView[]): readonly RunView[] {
  return runs
    .filter(({ id, status }) => id !== '' && id !== run.id && status !== 'running')
    .map((other) => ({ other, near: nearness(run.question, other.question) }))
    .sort((a, b) => b.near - a.near || b.other.startedAt - a.other.startedAt)
    .map(({ other }) => other)
}
