import { FlowPlanner } from '../../../src/memory/flows/flow-planner.ts'
import type { Presence } from '../../../src/memory/flows/presence.ts'
import type { PastQuestion } from '../../../src/retrieval/past-questions.ts'
import { measures } from '../../geoplan/measures.ts'
import { mean } from '../../metrics.ts'
import type { InvocationSet, InvocationTask } from './task.ts'

/** Learning anew costs the third power of what is remembered: it is done once that has grown by this share. */
const GROWTH = 0.2

/** A task as GeoForge met it: all that its flow is chosen by, but the tools that may be called. */
export interface MetTask {
  readonly task: InvocationTask
  /** What was learned before it, and what that says of the question; null where no flow was known. */
  readonly known: { readonly planner: FlowPlanner; readonly presence: Presence } | null
  /** Mean length of the known flows; null where none was known. */
  readonly usualLength: number | null
}

/** All tasks in this order. Static: met with the training tasks alone known. Online: with those and all earlier tasks. */
export function metTasks(
  set: InvocationSet,
  tasks: readonly InvocationTask[],
  protocol: 'static' | 'online',
  progress: (note: string) => void = () => undefined,
): readonly MetTask[] {
  const past: PastQuestion[] = [...set.train]
  let planner: FlowPlanner | null = null
  let learned = 0
  return tasks.map((task, at) => {
    if (past.length > 0 && past.length >= learned * (1 + GROWTH)) {
      learned = past.length
      progress(
        `${set.name}: plans ${protocol} from ${learned} flows, ${at} of ${tasks.length} tasks are done`,
      )
      const { costs } = measures(
        set.names,
        set.vectors,
        past.map(({ tools }) => tools),
      )
      planner = new FlowPlanner({ tools: set.tools, past: [...past], costs })
    }
    const met = {
      task,
      known: planner && { planner, presence: planner.presence(task) },
      usualLength: past.length > 0 ? mean(past.map(({ tools }) => tools.length)) : null,
    }
    if (protocol === 'online') past.push(task)
    return met
  })
}

/**
 * The flow that is planned of the retrieved tools alone. Where none can be, as no flow is known or nothing retrieved seems to be wanted, the
 * best-ranked tools: as many as flows usually have, all of them where no flow is known.
 */
export function permittedFlow(
  { known, usualLength }: Omit<MetTask, 'task'>,
  retrieved: readonly string[],
): readonly string[] {
  const flow = known?.planner.choose(known.presence, retrieved) ?? []
  if (flow.length > 0) return flow
  return retrieved.slice(0, usualLength === null ? retrieved.length : Math.max(1, Math.round(usualLength)))
}
