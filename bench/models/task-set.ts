import type { Asked, FieldTask } from '../fieldbench/task.ts'

/** Calls of the longest right way of a short task. */
const MOST_CALLS = 4

/** Every so many places one is for a question that must be refused. */
const REFUSED_EVERY = 4

/**
 * A fixed set of short tasks, by rule: made scenes only; every fourth must be refused, the others can be answered in at
 * most four calls. Each place goes to the type that was taken least so far, of equal ones to the task of the smallest
 * seed, which is a hash of its id. So a longer set begins with the shorter one, and no wording is looked at.
 */
export async function taskSet(tasks: readonly FieldTask[], count: number): Promise<readonly FieldTask[]> {
  const left = [...tasks].filter(({ wording }) => wording !== null).sort((a, b) => seedOf(a) - seedOf(b))
  const taken = new Map<string, number>()
  const set: FieldTask[] = []
  while (set.length < count) {
    const mustRefuse = set.length % REFUSED_EVERY === REFUSED_EVERY - 1
    const next = await firstShort(
      left
        .filter(({ style }) => (style === 'unanswerable') === mustRefuse)
        .sort((a, b) => (taken.get(a.type) ?? 0) - (taken.get(b.type) ?? 0)),
    )
    if (!next) return set
    left.splice(left.indexOf(next), 1)
    taken.set(next.type, (taken.get(next.type) ?? 0) + 1)
    set.push(next)
  }
  return set
}

/** True where every right way takes few calls. */
export const isShort = ({ chains }: Pick<Asked, 'chains'>): boolean =>
  chains.every((stages) => stages.reduce((sum, stage) => sum + stage.length, 0) <= MOST_CALLS)

async function firstShort(tasks: readonly FieldTask[]): Promise<FieldTask | null> {
  for (const task of tasks) if (isShort(await task.draw())) return task
  return null
}

const seedOf = ({ recipe }: FieldTask): number => ('seed' in recipe ? recipe.seed : Infinity)
