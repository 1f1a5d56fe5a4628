import { mean } from '../metrics.ts'
import type { PassResult } from './passes.ts'

const BLOCK = 10

/** Tasks in blocks of ten as they were asked; the last may be shorter. */
export function blocksOf<Item>(items: readonly Item[], size = BLOCK): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}

/** A right refusal counts as right; order figures are over the tasks that can be answered, 1 where there is none. */
export function figuresOf(results: readonly PassResult[]) {
  const answerable = results.flatMap(({ figures }) => (figures ? [figures] : []))
  const solved = results.filter(isSolved)
  const over = (name: keyof NonNullable<PassResult['figures']>) =>
    answerable.length === 0 ? 1 : round(mean(answerable.map((figures) => figures[name])))
  return {
    tasks: results.length,
    accuracy: results.length === 0 ? 1 : round(mean(results.map(({ right }) => Number(right)))),
    calls: results.length === 0 ? 0 : round(mean(results.map(({ calls }) => calls))),
    calls_per_solved: solved.length === 0 ? 0 : round(mean(solved.map(({ calls }) => calls))),
    any_order: over('any_order'),
    in_order: over('in_order'),
    exact: over('exact'),
  }
}

/** Answered, and rightly. */
const isSolved = ({ right, mustRefuse }: PassResult): boolean => right && !mustRefuse

export interface Saved {
  /** Calls of first solved tasks, and the means over the later ones, both as means over families and passes. */
  readonly first: number
  readonly later: number
  /** 1 − later / first. */
  readonly saved: number
}

/**
 * How far the calls of a solved task fall from a family's first one to the mean of its later ones, over the families and passes in which
 * two or more were solved. Null where there is none.
 */
export function callsSaved(
  passes: readonly (readonly PassResult[])[],
  counts: (family: string) => boolean,
): Saved | null {
  const pairs = passes.flatMap((pass) =>
    [...new Set(pass.map(({ family }) => family))].filter(counts).flatMap((family) => {
      const [first, ...later] = pass.filter((result) => result.family === family && isSolved(result))
      return first && later.length > 0
        ? [{ first: first.calls, later: mean(later.map(({ calls }) => calls)) }]
        : []
    }),
  )
  if (pairs.length === 0) return null
  const first = mean(pairs.map((pair) => pair.first))
  const later = mean(pairs.map((pair) => pair.later))
  return { first: round(first), later: round(later), saved: first === 0 ? 0 : round(1 - later / first) }
}

/** Families of which a first task was solved by another plan than the first: only there is a way to be found, and calls to be saved. */
export function searchedFamilies(alone: readonly (readonly PassResult[])[]): ReadonlySet<string> {
  const firsts = alone.flatMap((pass) =>
    [...new Set(pass.map(({ family }) => family))].flatMap(
      (family) => pass.find((result) => result.family === family && isSolved(result)) ?? [],
    ),
  )
  return new Set(firsts.filter(({ plans }) => plans > 1).map(({ family }) => family))
}

/**
 * How many calls fewer the later tasks of a family take than the same tasks where nothing was learned: 1 − with / without, over tasks that
 * both solved. Wordings differ in what they need, so that a family's first task says little of its later ones; a task says all of itself.
 */
export function callsSavedOnSame(
  passes: readonly { readonly on: readonly PassResult[]; readonly off: readonly PassResult[] }[],
  counts: (family: string) => boolean,
): number | null {
  let [withIt, without] = [0, 0]
  for (const { on, off } of passes) {
    const others = new Map(off.map((result) => [result.id, result]))
    const begun = new Set<string>()
    for (const result of on) {
      const other = others.get(result.id)
      if (!counts(result.family) || !isSolved(result) || !other || !isSolved(other)) continue
      if (begun.has(result.family)) {
        withIt += result.calls
        without += other.calls
      }
      begun.add(result.family)
    }
  }
  return without === 0 ? null : round(1 - withIt / without)
}

/** A block in which fewer tasks came out right than without what was learned. */
export interface BlockBelow {
  /** From 1. */
  readonly block: number
  /** Tasks that came out right without and wrong with it. */
  readonly lost: readonly PassResult[]
}

/** `off`: the same tasks in the same order. */
export function blocksBelow(
  results: readonly PassResult[],
  off: readonly PassResult[],
): readonly BlockBelow[] {
  const others = new Map(off.map((result) => [result.id, result]))
  const rights = (block: readonly PassResult[]) => block.filter(({ right }) => right).length
  return blocksOf(results).flatMap((block, at) => {
    const same = block.map(({ id }) => others.get(id)!)
    return rights(block) >= rights(same)
      ? []
      : [{ block: at + 1, lost: block.filter(({ right }, place) => !right && same[place]!.right) }]
  })
}

export const round = (value: number) => Math.round(value * 10_000) / 10_000
