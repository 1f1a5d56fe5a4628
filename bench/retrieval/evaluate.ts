import { seededRandom } from '../../src/lib/random.ts'
import type { Row } from '../harness/bench.ts'
import { withSettings } from '../lib/with-settings.ts'
import { completeAt, mean, ndcgAt, recallAt } from '../metrics.ts'
import type { BaselineSet, BaselineTask } from './baseline-set.ts'
import { DEPTH, type Method } from './methods/method.ts'
import type { MethodKind } from './methods.ts'

const CUTS = [5, 10, 15, 20] as const

const FIGURES = { recall: recallAt, ndcg: ndcgAt, complete: completeAt }

type Figures = Readonly<Record<string, number>>

/**
 * Rows of one method on one set. Static: memory holds the training tasks only; no row where the method would have
 * nothing at all to go by. Online: each task is learned after it was ranked, in a seeded order, on top of the training
 * tasks; the mean over one order a seed, no row without a seed. What does not learn has the same figures in both.
 */
export async function evaluate(
  kind: MethodKind,
  set: BaselineSet,
  seeds: readonly number[],
): Promise<readonly Row[]> {
  return await withSettings(kind.settings, () => {
    const asked = trained(kind, set)
    const hasGround = asked.readsTools || set.train.length > 0
    const still = hasGround ? figuresOf(set.tasks.map((task) => ranking(set, asked.rank(task), task))) : null
    // Ranking changes nothing: what was asked may go on to learn.
    const orders = asked.learn
      ? seeds.map((seed, at) => onlineFigures(at === 0 ? asked : trained(kind, set), set, seed))
      : []
    const online = asked.learn ? meanOf(orders) : still
    const row = (protocol: string, figures: Figures): Row => ({
      name: kind.name,
      set: set.name,
      protocol,
      ...kind.label,
      ...figures,
      tasks: set.tasks.length,
    })
    return Promise.resolve([
      ...(still ? [row('static', still)] : []),
      ...(online ? [row('online', online)] : []),
    ])
  })
}

function trained(kind: MethodKind, set: BaselineSet): Method {
  const method = kind.make(set)
  for (const task of set.train) method.learn?.(task)
  return method
}

function onlineFigures(method: Method, set: BaselineSet, seed: number): Figures {
  const rankings = shuffled(set.tasks, seed).map((task) => {
    const ranked = ranking(set, method.rank(task), task)
    method.learn!(task)
    return ranked
  })
  return figuresOf(rankings)
}

interface Ranked {
  readonly names: readonly string[]
  readonly expected: readonly string[]
}

const ranking = (set: BaselineSet, positions: readonly number[], task: BaselineTask): Ranked => ({
  names: positions.slice(0, DEPTH).map((at) => set.tools[at]!.name),
  expected: task.tools,
})

function figuresOf(rankings: readonly Ranked[]): Figures {
  const figures: Record<string, number> = {}
  for (const [name, figure] of Object.entries(FIGURES)) {
    for (const k of CUTS) {
      figures[`${name}_at_${k}`] = mean(rankings.map(({ names, expected }) => figure(k, names, expected)))
    }
  }
  return figures
}

function meanOf(all: readonly Figures[]): Figures | null {
  if (all.length === 0) return null
  return Object.fromEntries(
    Object.keys(all[0]!).map((name) => [name, mean(all.map((figures) => figures[name]!))]),
  )
}

/** Fisher and Yates, seeded. */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed)
  const list = [...items]
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
  return list
}
