import { config } from '../../config.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import { waysToMark } from '../../sensing/meanings.ts'
import type { Layer } from '../../trace/layer.ts'
import type { SolveInput } from '../solve.ts'
import type { Plan } from '../types.ts'
import { argumentPlan, type ArgumentInput, type ArgumentPlan } from './arguments.ts'
import { nextInSequence, progressOf } from './procedure.ts'
import { type Known } from './prior.ts'

/** A tool that can be called this turn. */
export interface Offer extends Known {
  readonly spec: ToolSpec
  readonly plan: ArgumentPlan
}

export interface OfferInput {
  readonly solving: SolveInput
  readonly stock: readonly Layer[]
  /** The recalled skill as a plan; null where none serves. */
  readonly recalled: Plan | null
  /** Tools given up in this run. */
  readonly struck: ReadonlySet<string>
  readonly wide: boolean
}

/** What `argumentPlan` takes of a turn, but for what the procedure gives. */
export function argumentInput({ solving, stock, wide }: OfferInput): ArgumentInput {
  const { brief, question, executor } = solving
  const { ask } = brief
  const known = ask.target === null ? [] : waysToMark(ask.target).map(({ source }) => source)
  const named = ask.indices.length > 0 ? ask.indices : [...new Set(known)]
  const names = solving.situation.toolSet.names
  return {
    stock,
    slots: question.slots,
    targets: ask.target === null ? [] : targetsOf(ask.target, ask.change),
    indices: named.filter((name) => names.has(name)),
    done: executor.done,
    wide,
  }
}

/**
 * The tools of this turn: those that retrieval, the recalled procedure, workflows or transitions bring up, that the data
 * admit, that were not given up and that have something left to be called on.
 */
export function offersNow(input: OfferInput): readonly Offer[] {
  const { solving, recalled, struck } = input
  const { brief, situation, executor } = solving
  const { recall, retrieved } = brief
  const last = executor.done.findLast(({ error }) => error === null) ?? null
  const progress = recalled ? progressOf(recalled, executor, situation.specs) : null
  const arguments_ = argumentInput(input)
  const next = new Map<string, number>()
  const raise = (name: string | null, score: number) => {
    if (name !== null) next.set(name, Math.max(next.get(name) ?? 0, score))
  }
  // Of steps that could be made now the first is the next one; the others wait for it.
  const ready = progress?.ready[0]
  if (recalled && ready) raise(ready.step.tool, recalled.score)
  const scores = retrieved.map(({ score }) => score)
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  const share = new Map(
    retrieved.map(({ name, score }) => [name, high > low ? (score - low) / (high - low) : 1] as const),
  )
  const follow = situation.snapshot.edges.filter(
    ({ from, successes }) => from === last?.call.tool && successes > 0,
  )
  const called = executor.done.flatMap(({ call, error }) => {
    const family = situation.specs.find(({ name }) => name === call.tool)?.family ?? ''
    return error === null ? [{ call, family }] : []
  })
  const { ask } = brief
  const isOfDates = ask.series || ask.change !== null || ask.target === 'burned' || ask.differenced
  const offer = (name: string): Offer | null => {
    const spec = situation.specs.find((known) => known.name === name)
    if (!spec || spec.internal || struck.has(name) || !situation.toolSet.names.has(name)) return null
    // A file answers nothing, and what takes no layer would measure what the model itself has written.
    if (spec.gives.kind === 'file' && !ask.exports) return null
    if (Object.keys(spec.needs).length === 0 && spec.gives.kind !== 'data' && name !== ready?.step.tool)
      return null
    const given = ready?.step.tool === name ? { given: ready.args } : {}
    const plan = compiled(spec, { ...arguments_, ...given })
    if (plan === null) return null
    const layers = new Set(Object.keys(spec.needs).flatMap((argument) => layersFor(argument, plan)))
    return {
      name,
      spec,
      plan,
      retrieved: share.get(name) ?? 0,
      procedure: next.get(name) ?? 0,
      takesLast: last?.layers.some(({ id }) => layers.has(id)) ?? false,
      isOfOtherDate: isOfDates && called.some(({ call }) => call.tool === name),
      isRepeated: called.some(
        ({ call, family }) =>
          (call.tool === name && !isOfDates) ||
          (family === spec.family &&
            call.tool !== name &&
            Object.values(call.args).some((value) => [value].flat().some((id) => layers.has(id)))),
      ),
    }
  }
  for (const { item, score } of recall.workflows) {
    const after = nextInSequence(item.sequence, executor.done)
    if (after === null) continue
    // A compressed sequence names a tool once that is called for each date.
    const before = item.sequence[item.sequence.indexOf(after) - 1] ?? null
    raise(offer(after) ? after : before, score)
  }
  const names = new Set([...next.keys(), ...retrieved.map(({ name }) => name), ...follow.map(({ to }) => to)])
  return [...names].flatMap((name) => offer(name) ?? [])
}

const layersFor = (argument: string, { fixed, open }: ArgumentPlan): readonly unknown[] =>
  argument in fixed
    ? [fixed[argument]].flat()
    : ((open[argument]?.['enum'] as readonly unknown[] | undefined) ?? [])

/** A change has names of its own for some things, by what was lost or gained. */
function targetsOf(target: string, change: string | null): readonly string[] {
  const ends = change === 'loss' ? ['_loss', '_lost'] : change === 'gain' ? ['_gain', '_gained'] : []
  return [...ends.map((end) => target + end), target]
}

/** Plans by what they are made of: turns that change nothing for a tool need no new one. */
const plans = new Map<string, ArgumentPlan | null>()
const KEPT = 2000

function compiled(spec: ToolSpec, input: ArgumentInput): ArgumentPlan | null {
  const { stock, slots, indices, targets, wide, given, named, done } = input
  const layers = stock.map(({ id, port, date, missing }) => [id, port, date, missing])
  const past = done.flatMap(({ call, error }) => (call.tool === spec.name && !error ? [call.args] : []))
  const key = JSON.stringify([
    spec.name,
    spec.parameters,
    layers,
    slots,
    indices,
    targets,
    wide,
    given,
    named,
    past,
  ])
  const known = plans.get(key)
  if (known !== undefined) return known
  const plan = argumentPlan(spec, input)
  if (plans.size >= KEPT) plans.delete(plans.keys().next().value!)
  plans.set(key, plan)
  return plan
}

/** Probability of the likeliest recalled procedure that has steps to make, and whether one has been made whole. */
export function unfinished({ recalled, solving }: Pick<OfferInput, 'recalled' | 'solving'>): number {
  const { executor, situation, brief } = solving
  const ofSkill =
    recalled && progressOf(recalled, executor, situation.specs).ready.length > 0 ? recalled.score : 0
  const ofWorkflows = brief.recall.workflows.map(({ item, score }) =>
    nextInSequence(item.sequence, executor.done) === null ? 0 : score,
  )
  const best = recalled ? ofSkill : Math.max(0, ...ofWorkflows)
  return Math.min(best, 1)
}

export const isWide = (profile: { readonly writes: boolean }): boolean => profile.writes

export const inView = (toolsInView: number): number => Math.min(toolsInView, config.retrieval.shown)
