import { FlowPlanner } from '../../../src/memory/flows/flow-planner.ts'
import type { PastQuestion } from '../../../src/retrieval/past-questions.ts'
import { measures } from '../../geoplan/measures.ts'
import { mean } from '../../metrics.ts'
import type { InvocationSet, InvocationTask } from './task.ts'

/** Learning anew costs the third power of what is remembered: it is done once that has grown by this share. */
const GROWTH = 0.2

/** What GeoForge plans for each task over the whole library, from flows that it knew then; null where it knew none. */
export interface PlannedFlow {
  readonly task: InvocationTask
  readonly flow: readonly string[] | null
  /** Mean length of the known flows; null where none was known. */
  readonly usualLength: number | null
}

/** The plans of all tasks in this order. Static: from the training tasks alone. Online: from those and all earlier tasks. */
export function plannedFlows(
  set: InvocationSet,
  tasks: readonly InvocationTask[],
  protocol: 'static' | 'online',
  progress: (note: string) => void = () => undefined,
): readonly PlannedFlow[] {
  const past: PastQuestion[] = [...set.train]
  let planner: FlowPlanner | null = null
  let known = 0
  return tasks.map((task, at) => {
    if (past.length > known * (1 + GROWTH)) {
      known = past.length
      progress(`${set.name}: plans ${protocol} from ${known} flows, ${at} of ${tasks.length} tasks are done`)
      const { costs } = measures(
        set.names,
        set.vectors,
        past.map(({ tools }) => tools),
      )
      planner = new FlowPlanner({ tools: set.tools, past: [...past], costs })
    }
    const planned = {
      task,
      flow: planner?.plan(task) ?? null,
      usualLength: past.length > 0 ? mean(past.map(({ tools }) => tools.length)) : null,
    }
    if (protocol === 'online') past.push(task)
    return planned
  })
}

/**
 * The flow where only the retrieved tools may be called: the planned calls of such tools, in their order. Where none is left, or
 * nothing was planned, the best-ranked tools: as many as flows usually have, all of them where no flow is known.
 */
export function permittedFlow(
  { flow, usualLength }: Pick<PlannedFlow, 'flow' | 'usualLength'>,
  retrieved: readonly string[],
): readonly string[] {
  const allowed = new Set(retrieved)
  const calls = (flow ?? []).filter((tool) => allowed.has(tool))
  if (calls.length > 0) return calls
  return retrieved.slice(0, usualLength === null ? retrieved.length : Math.max(1, Math.round(usualLength)))
}
