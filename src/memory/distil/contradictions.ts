import type { Experience, MemorySnapshot } from '../types.ts'
import type { Changes } from './changes.ts'
import { triggerClass } from './drafts/draft.ts'
import { isOpen } from './merge.ts'

/** Two or more corrections for one trigger, none better supported than the other: a person has to choose. */
export interface Contradiction {
  readonly tool: string
  /** What they have in common: tool, error kind or check, argument or plan. */
  readonly trigger: string
  readonly experiences: readonly Experience[]
}

/** The contradictions that stand in the memory. Entries in quarantine say nothing yet. */
export function contradictions({
  experiences,
}: Pick<MemorySnapshot, 'experiences'>): readonly Contradiction[] {
  return [...byTrigger(experiences).values()]
    .filter((rivals) => rivals.length > 1)
    .map((rivals) => ({
      tool: rivals[0]!.tool,
      trigger: triggerClass(rivals[0]!.equivalence).replaceAll('|', ', '),
      experiences: rivals.toSorted((a, b) => -compare(a, b)),
    }))
}

/**
 * Where corrections for one trigger contradict each other, the better supported stays and the others go; what is pinned
 * or equally supported stays beside it. `among`: the trigger classes to look at. Gives what went, and what it
 * went for.
 */
export function resolveContradictions(
  changes: Changes,
  among: ReadonlySet<string>,
): readonly { readonly gone: string; readonly kept: string }[] {
  const settled: { gone: string; kept: string }[] = []
  for (const rivals of byTrigger(changes.rows('experiences'), among).values()) {
    if (rivals.length < 2) continue
    const best = rivals.reduce((first, second) => (compare(second, first) > 0 ? second : first))
    for (const rival of rivals) {
      if (rival.pinned || compare(best, rival) <= 0) continue
      changes.remove(
        'experiences',
        rival.id,
        `another correction for the same trigger of ${best.tool} is better supported`,
      )
      settled.push({ gone: rival.id, kept: best.id })
    }
  }
  return settled
}

function byTrigger(
  experiences: readonly Experience[],
  among?: ReadonlySet<string>,
): ReadonlyMap<string, readonly Experience[]> {
  const groups = new Map<string, Experience[]>()
  for (const row of experiences) {
    if (!isOpen(row)) continue
    const name = classOf(row)
    if (among && !among.has(name)) continue
    const group = groups.get(name)
    if (!group) groups.set(name, [row])
    else if (!group.some(({ equivalence }) => equivalence === row.equivalence)) group.push(row)
  }
  return groups
}

const classes = new WeakMap<Experience, string>()

function classOf(row: Experience): string {
  const known = classes.get(row) ?? triggerClass(row.equivalence)
  classes.set(row, known)
  return known
}

/**
 * Above 0 where the first is better supported: pinned, a person's own word that did no harm, active; then by help less harm,
 * by count, and the newer of two that were made here. When an imported one was made is only its file's word.
 */
function compare(a: Experience, b: Experience): number {
  const first = supportOf(a)
  const second = supportOf(b)
  for (const [at, value] of first.entries()) if (value !== second[at]) return value - second[at]!
  return a.origin === 'imported' || b.origin === 'imported' ? 0 : a.createdAt - b.createdAt
}

const supportOf = ({ pinned, origin, state, usage, count }: Experience): readonly number[] => [
  Number(pinned),
  Number(origin === 'hand' && usage.helped >= usage.hurt),
  Number(state === 'active'),
  usage.helped - usage.hurt,
  count,
]
