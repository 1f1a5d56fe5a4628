import { Aggregation } from '../../src/retrieval/aggregate.ts'
import { cosines } from '../../src/retrieval/dense.ts'
import { order } from '../../src/retrieval/fusion.ts'
import { PastQuestions, votes } from '../../src/retrieval/past-questions.ts'
import { Ranker, type Ranking } from '../../src/retrieval/ranker.ts'
import { reciprocalRanks } from '../../src/retrieval/rrf.ts'
import { ToolGraph } from '../../src/retrieval/tool-graph.ts'
import { ToolIndex } from '../../src/retrieval/tool-index.ts'
import type { PreparedSet, PreparedTask } from './prepared-set.ts'

/** A way to rank a library: every tool, best first, by position. `learn` takes in a solved task. */
export interface Method {
  /** True where it ranks by what the tools say, so that it can do without solved tasks. */
  readonly readsTools: boolean
  rank(task: PreparedTask): readonly number[]
  learn?(task: PreparedTask): void
}

interface MethodKind {
  readonly name: string
  readonly needsEmbedder: boolean
  readonly make: (set: PreparedSet) => Method
}

/** The methods by name, in the order of the table. */
export const METHODS: readonly MethodKind[] = [
  {
    name: 'bm25',
    needsEmbedder: false,
    make(set) {
      const index = new ToolIndex(set.tools)
      return { readsTools: true, rank: (task) => order(index.byWords(task)) }
    },
  },
  {
    name: 'dense',
    needsEmbedder: true,
    make(set) {
      const index = new ToolIndex(set.tools)
      return { readsTools: true, rank: (task) => order(index.byMeaning(task) ?? []) }
    },
  },
  {
    name: 'fusion',
    needsEmbedder: true,
    make(set) {
      const index = new ToolIndex(set.tools)
      return { readsTools: true, rank: (task) => order(index.text(task)) }
    },
  },
  {
    name: 'fusion-clauses',
    needsEmbedder: true,
    make(set) {
      const index = new ToolIndex(set.tools)
      return { readsTools: true, rank: (task) => order(index.textWithParts(task, task.parts).scores) }
    },
  },
  { name: 'popularity', needsEmbedder: false, make: popularity },
  { name: 'neighbours-words', needsEmbedder: false, make: (set) => neighbours(set, 'words') },
  { name: 'neighbours-vectors', needsEmbedder: true, make: (set) => neighbours(set, 'vectors') },
  { name: 'aggregation', needsEmbedder: true, make: aggregation },
  { name: 'geoforge', needsEmbedder: false, make: geoforge },
]

const positionsOf = (set: PreparedSet) => new Map(set.tools.map(({ name }, at) => [name, at]))

/** A constant list: the tools that most solved tasks used. */
function popularity(set: PreparedSet): Method {
  const positions = positionsOf(set)
  const counts = new Float64Array(set.tools.length)
  return {
    readsTools: false,
    rank: () => order(counts),
    learn(task) {
      for (const tool of new Set(task.tools)) {
        const at = positions.get(tool)
        if (at !== undefined) counts[at]!++
      }
    },
  }
}

function neighbours(set: PreparedSet, by: 'words' | 'vectors'): Method {
  const positions = positionsOf(set)
  const past = new PastQuestions()
  return {
    readsTools: false,
    rank: (task) =>
      order(
        votes(
          by === 'words' ? past.nearestByWords(task.tokens) : past.nearestByVector(task.vector!),
          positions,
        ),
      ),
    learn: (task) => past.add(task),
  }
}

/** The paper's: vectors of tools that gathered their predecessors', ranked for question and clauses, fused by ranks. */
function aggregation(set: PreparedSet): Method {
  const positions = positionsOf(set)
  const graph = new ToolGraph(set.tools.length)
  const gathered = new Aggregation(
    graph,
    set.tools.map(({ vector }) => vector!),
  )
  return {
    readsTools: true,
    rank: (task) =>
      order(reciprocalRanks([task, ...task.parts].map(({ vector }) => cosines(vector!, gathered.rows)))),
    learn(task) {
      const flow = task.tools.map((name) => positions.get(name)).filter((at) => at !== undefined)
      gathered.refresh(graph.addFlow(flow))
    },
  }
}

function geoforge(set: PreparedSet): Method {
  const ranker = new Ranker(set.tools, set.dependsOn ? { dependsOn: set.dependsOn } : {})
  // A task that is learned was mostly the last to be ranked; nothing has changed since.
  let last: { readonly task: PreparedTask; readonly ranking: Ranking } | undefined
  const rank = (task: PreparedTask) => {
    if (last?.task !== task) last = { task, ranking: ranker.rank(task, task.parts) }
    return last.ranking
  }
  return {
    readsTools: true,
    rank: (task) => rank(task).order,
    learn(task) {
      ranker.learn(task, rank(task))
      last = undefined
    },
  }
}
