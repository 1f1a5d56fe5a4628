import type { Likeness } from '../../../src/memory/flows/types.ts'
import { CallPlanner, type MemoryUse, type SolvedFlow } from '../../../src/memory/flows/calls/planner.ts'
import { nextCall } from '../../../src/memory/flows/calls/next-call.ts'
import { readAsked } from '../../../src/memory/flows/calls/reading.ts'
import { tokens } from '../../../src/lib/text.ts'
import { PastQuestions } from '../../../src/retrieval/past-questions.ts'
import type { MemoryMode } from '../../evaluation/memories.ts'
import { parameterAccuracy, toolAnyOrder, toolExactMatch, toolInOrder } from '../../metrics.ts'
import { ArgumentMemory } from './arguments.ts'
import { earthbenchTools } from './library.ts'
import { listingOf } from './listing.ts'
import { performPlan, replaying, type PredictedCall } from './replay.ts'
import { toolsOf, type PlanningTask } from './tasks.ts'

export const PROTOCOLS = ['free', 'step'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** What a planner made of one task. */
export interface PlannedTask {
  readonly task: PlanningTask
  /** Free: the whole plan. Step: what was predicted after each true history. */
  readonly tools: readonly string[]
  /** Longest prefix of calls right in tool and all arguments; free mode with memory alone. */
  readonly parameters?: number
  /** Share of right next tools, the end among them; in free mode the histories are the plan's own true prefixes. */
  readonly nextTool: number
}

/** What is learned from some tasks and tried on others. */
export interface Split {
  readonly memory: readonly PlanningTask[]
  readonly tasks: readonly PlanningTask[]
}

const MEASURES: readonly Likeness[] = [toolAnyOrder, toolInOrder, toolExactMatch]

const USES: Readonly<Record<MemoryMode, MemoryUse>> = {
  on: { workflows: true, skills: true, experiences: true },
  off: { workflows: false, skills: false, experiences: false },
  'no-workflows': { workflows: false, skills: true, experiences: true },
  'no-experiences': { workflows: true, skills: true, experiences: false },
  'no-skills': { workflows: true, skills: false, experiences: true },
}

/** Plans of every task in both protocols by the planner with this memory. */
export function planWith(
  mode: MemoryMode,
  { memory, tasks }: Split,
): Readonly<Record<Protocol, readonly PlannedTask[]>> {
  const planner = new CallPlanner(mode === 'off' ? [] : withCalls(memory).map(solved), {
    tools: earthbenchTools(),
    use: USES[mode],
    measures: MEASURES,
  })
  const argumentMemory = new ArgumentMemory(mode === 'off' ? [] : memory)
  const free: PlannedTask[] = []
  const step: PlannedTask[] = []
  for (const task of tasks) {
    const reading = readTask(task)
    const wanted = toolsOf(task)
    const possible = planner.possible(reading)
    const nexts = wanted.concat('').map((_, done) => {
      const history = wanted.slice(0, done)
      return nextCall(
        history,
        possible.map(({ tools, weight }) => ({ tools: planner.withMakerOf(history, tools), weight })),
      )
    })
    const tools = planner.plan(reading)
    const calls = performPlan(
      tools,
      { question: task.question, listing: listingOf(task) },
      argumentMemory,
      replaying(task.trajectory),
    )
    free.push({
      task,
      tools,
      parameters: parameterAccuracy(task.trajectory.map(asCall), calls.map(asCall)),
      nextTool: nextOfPlan(wanted, tools),
    })
    step.push({
      task,
      tools: nexts.map((next) => next ?? END).filter((next, at) => next !== END || at < wanted.length),
      nextTool: rightNexts(wanted, nexts),
    })
  }
  return { free, step }
}

/** The flow of the nearest past question by BM25, copied. */
export function planByNearest({ memory, tasks }: Split): readonly PlannedTask[] {
  const past = new PastQuestions(
    withCalls(memory).map((task) => ({ tokens: tokens(task.question), tools: toolsOf(task) })),
  )
  return tasks.map((task) => {
    const tools = past.nearestByWords(tokens(task.question), 1)[0]?.past.tools ?? []
    return { task, tools, nextTool: nextOfPlan(toolsOf(task), tools) }
  })
}

/** Stands for an end that was predicted too early. */
const END = '<end>'

const withCalls = (tasks: readonly PlanningTask[]) => tasks.filter((task) => toolsOf(task).length > 0)

const asCall = ({ tool, args }: PredictedCall) => ({ name: tool, input: args })

const solved = (task: PlanningTask): SolvedFlow => ({
  id: task.id,
  question: task.question,
  tools: toolsOf(task),
  reading: readTask(task),
})

function readTask(task: PlanningTask) {
  const { question, choices } = task
  return readAsked({ question, choices, files: listingOf(task).files })
}

/** A plan made at once says what comes next only as long as the true calls follow it. */
function nextOfPlan(wanted: readonly string[], plan: readonly string[]): number {
  let same = 0
  while (same < wanted.length && plan[same] === wanted[same]) same++
  const ended = same === wanted.length && plan.length === wanted.length ? 1 : 0
  return (same + ended) / (wanted.length + 1)
}

function rightNexts(wanted: readonly string[], nexts: readonly (string | null)[]): number {
  const right = nexts.filter((next, done) => next === (wanted[done] ?? null))
  return right.length / nexts.length
}
