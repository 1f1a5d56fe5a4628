import type { EditCosts } from '../../src/memory/flows/edit-distance.ts'
import { FlowPlanner } from '../../src/memory/flows/flow-planner.ts'
import { order } from '../../src/retrieval/fusion.ts'
import { PastQuestions } from '../../src/retrieval/past-questions.ts'
import { Ranker } from '../../src/retrieval/ranker.ts'
import type { ToolText } from '../../src/retrieval/tool-index.ts'
import { mean } from '../metrics.ts'
import type { PreparedTask } from '../retrieval/prepared-set.ts'

/** Plans an ordered list of tools. */
export type Plan = (task: PreparedTask) => readonly string[]

export interface Known {
  readonly tools: readonly ToolText[]
  readonly train: readonly PreparedTask[]
  readonly costs: EditCosts
}

interface PlannerKind {
  readonly name: string
  /** What of its memory it may use. */
  readonly memory: 'on' | 'off' | 'no-workflows' | 'no-experiences'
  readonly make: (known: Known) => Plan
}

/** Without past flows nothing tells how long one is. */
const UNTOLD_LENGTH = 10

const geoforge = (evidence: { flows: boolean; probes: boolean }) => (known: Known) => {
  const planner = new FlowPlanner({ tools: known.tools, past: known.train, costs: known.costs }, evidence)
  return (task: PreparedTask) => planner.plan(task)
}

/** In the order of the table; the nearest past flow is what others are compared with. */
export const PLANNERS: readonly PlannerKind[] = [
  { name: 'nearest', memory: 'on', make: nearest },
  { name: 'popularity', memory: 'on', make: popularity },
  { name: 'geoforge', memory: 'off', make: retrieval },
  { name: 'geoforge', memory: 'no-workflows', make: geoforge({ flows: false, probes: true }) },
  { name: 'geoforge', memory: 'no-experiences', make: geoforge({ flows: true, probes: false }) },
  { name: 'geoforge', memory: 'on', make: geoforge({ flows: true, probes: true }) },
]

/** The flow of the past question that BM25 finds nearest; of the first where none has a word in common. */
function nearest({ train }: Known): Plan {
  const past = new PastQuestions(train)
  return (task) => (past.nearestByWords(task.tokens, 1)[0]?.past ?? train[0]!).tools
}

/** One flow for all: the tools that most past flows have, as many as those have on average, in their mean order. */
function popularity({ train }: Known): Plan {
  const places = new Map<string, number[]>()
  for (const { tools } of train) {
    new Set(tools).forEach((tool) => {
      const place = tools.indexOf(tool) / Math.max(tools.length - 1, 1)
      places.set(tool, [...(places.get(tool) ?? []), place])
    })
  }
  const length = Math.round(mean(train.map(({ tools }) => tools.length)))
  const flow = [...places]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, length)
    .sort(([, a], [, b]) => mean(a) - mean(b))
    .map(([tool]) => tool)
  return () => flow
}

/** What the tools say of themselves, for the question and its clauses; best first, as nothing is known of an order. */
function retrieval({ tools }: Known): Plan {
  const ranker = new Ranker(tools)
  return (task) =>
    order(ranker.rank(task, task.parts).scores)
      .slice(0, UNTOLD_LENGTH)
      .map((at) => tools[at]!.name)
}
