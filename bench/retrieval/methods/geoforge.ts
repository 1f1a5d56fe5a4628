import { config } from '../../../src/config.ts'
import { Ranker, type Ranking } from '../../../src/retrieval/ranker.ts'
import type { Signal } from '../../../src/retrieval/signals.ts'
import type { BaselineSet, BaselineTask } from '../baseline-set.ts'
import type { DenseScores } from '../dense-scores.ts'
import { namedEdges } from '../named-ports.ts'
import type { Method } from './method.ts'

export interface GeoforgeParts {
  /** Signals that are left out, in learning too. */
  readonly without: readonly Signal[]
  readonly dependencies: boolean
  /** Edges between tools by the names of what they give and take, where a set has them. */
  readonly ports: boolean
}

/**
 * The app's own ranker, as it is in src/retrieval/ranker.ts. It gets the question's clauses, as no plan is there; and
 * names of ports in place of typed ones, as the sets have none.
 */
export function geoforge({ without, dependencies, ports }: GeoforgeParts): (set: BaselineSet) => Method {
  return (set) => {
    const named = set.tools.map((_, tool) => ({
      params: [...set.takes[tool]!],
      outputs: [...set.gives[tool]!],
    }))
    const ranker = new Ranker(set.tools, {
      ...(set.dependsOn && dependencies ? { dependsOn: set.dependsOn } : {}),
      ...(ports ? { prior: [{ graph: namedEdges(named), weight: config.retrieval.typedEdgeWeight }] } : {}),
    })
    if (set.own) keepCosines(ranker, set.own)
    // A task that is learned was mostly the last to be ranked; nothing has changed since.
    let last: { readonly task: BaselineTask; readonly ranking: Ranking } | undefined
    const rank = (task: BaselineTask) => {
      if (last?.task !== task) {
        last = { task, ranking: leavingOut(without, () => ranker.rank(task, task.parts)) }
      }
      return last.ranking
    }
    return {
      readsTools: true,
      rank: (task) => rank(task).order,
      learn(task) {
        const ranking = rank(task)
        leavingOut(without, () => ranker.learn(task, ranking))
        last = undefined
      },
    }
  }
}

/** Does something with `config.retrieval.without` set to this list, and sets it back. */
function leavingOut<Result>(signals: readonly Signal[], work: () => Result): Result {
  const settings = config.retrieval as { without: readonly string[] }
  const before = settings.without
  settings.without = signals
  try {
    return work()
  } finally {
    settings.without = before
  }
}

/**
 * Cosines are taken from those that are kept, as each order and each variant asks for the same: half of the suite's time.
 * Throws where the ranker's own are others, on the first question.
 */
function keepCosines({ index }: Ranker, own: DenseScores): void {
  const byMeaning = index.byMeaning.bind(index)
  let isChecked = false
  index.byMeaning = (query) => {
    const kept = query.vector ? own.of(query.vector) : null
    if (isChecked || kept === null) return kept
    isChecked = byMeaning(query)?.every((score, tool) => Math.abs(score - kept[tool]!) < 1e-6) ?? false
    if (!isChecked) throw new Error('the index of the ranker compares by something else than cosines')
    return kept
  }
}
