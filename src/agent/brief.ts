import { adaptSkill, classifyTask, recall, type RecallOptions } from '../memory/index.ts'
import type { AdaptedSop, MemorySnapshot, Recall } from '../memory/types.ts'
import type { Admissible, SubTask } from '../retrieval/index.ts'
import type { SensingContext } from '../sensing/context.ts'
import { missingForTask } from '../sensing/task-needs.ts'
import type { TaskType } from '../sensing/task-types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { RetrievedTool } from '../trace/events.ts'
import { config } from '../config.ts'
import type { FindTools } from './find-tools.ts'
import { skillMismatch } from './plan-from-skill.ts'
import { asksForSide, settledType, targetOfTask, typeSuits } from './targets.ts'
import { subTasks } from './sub-tasks.ts'
import type { Ask } from './types.ts'

/** All that is known of one ask before any tool is called: sense, recall, retrieve. */
export interface Brief {
  readonly ask: Ask
  readonly taskType: TaskType
  /** Share of the words that speak for the type; 0 where none does. */
  readonly typeScore: number
  readonly recall: Recall
  readonly sop: AdaptedSop | null
  readonly retrieved: readonly RetrievedTool[]
  /** The steps that they were found for. */
  readonly subTasks: readonly string[]
}

export interface Situation {
  readonly context: SensingContext
  readonly specs: readonly ToolSpec[]
  readonly toolSet: Admissible
  readonly snapshot: MemorySnapshot
  readonly tools: Pick<FindTools, 'find'>
}

export async function brief(ask: Ask, here: Situation, options: RecallOptions = {}): Promise<Brief> {
  const { context, specs, toolSet, snapshot, tools } = here
  const { taskType, score: typeScore } = taskTypeOf(ask, context)
  const asked = subTasks(ask).map((text): SubTask => ({ text, from: 'question' }))
  const first = await tools.find(ask.full, asked, config.retrieval.firstPass)
  const recalled = recall(
    {
      question: ask.full,
      taskType,
      context,
      retrieved: first.map(({ name }) => name),
      admissible: toolSet.names,
    },
    snapshot,
    options,
  )
  const serving = {
    ...recalled,
    skills: directionFirst(
      recalled.skills.filter(({ item }) => skillMismatch(item, { ask, taskType, typeScore }, specs) === null),
      ask,
    ),
  }
  const sop = adaptSkill({ recall: serving, context, specs, admissible: toolSet.names })
  const parts: readonly SubTask[] = sop
    ? sop.steps.map(({ purpose }) => ({ text: purpose, from: 'skill' }))
    : // A workflow is less than a skill that binds: what the words ask for is looked for beside it.
      [...stepsOfWorkflow(recalled, specs), ...asked]
  return withSubTasks({ ask, taskType, typeScore, recall: recalled, sop }, here, parts)
}

/** The same ask with the tools that are found for other steps. */
export async function withSubTasks(
  known: Omit<Brief, 'retrieved' | 'subTasks'>,
  { tools }: Pick<Situation, 'tools'>,
  parts: readonly SubTask[],
): Promise<Brief> {
  return {
    ...known,
    retrieved: await tools.find(known.ask.full, parts, config.retrieval.shown),
    subTasks: parts.map(({ text }) => text),
  }
}

/** What the tools of the best recalled workflow do, in their order; empty where none is recalled. */
function stepsOfWorkflow({ workflows }: Recall, specs: readonly ToolSpec[]): readonly SubTask[] {
  const sequence = workflows[0]?.item.sequence ?? []
  return [...new Set(sequence)].flatMap((tool) => {
    const spec = specs.find(({ name }) => name === tool)
    return spec ? [{ text: spec.title, from: 'workflow' as const }] : []
  })
}

/** Which way something went is told by a direction; the two-way axis of a scar is for data that tells none. */
function directionFirst(skills: Recall['skills'], ask: Ask): Recall['skills'] {
  if (ask.dimension !== 'sector' || asksForSide(ask.text)) return skills
  return [...skills].sort((a, b) => Number(b.item.gives === 'sector') - Number(a.item.gives === 'sector'))
}

/** Types that can be about one layer that is no scene. */
const OF_A_LAYER: ReadonlySet<TaskType> = new Set([
  'inventory',
  'statistics',
  'terrain',
  'zonal-comparison',
  'hotspots',
  'active-fire',
])

/** A type that measures just what the words name counts this much more than one that could measure anything. */
const NAMED_TARGET = 1.5

/** ĉ(q): the best type by words among those that suit the ask. */
function taskTypeOf(ask: Ask, context: SensingContext): { taskType: TaskType; score: number } {
  const settled = settledType(ask)
  if (settled !== null) return { taskType: settled, score: 1 }
  const scores = classifyTask(ask.full)
    .filter(({ taskType }) => typeSuits(taskType, ask))
    // A named thing is looked for in what is loaded; without one the type says what is missing.
    .filter(({ taskType }) => ask.target === null || missingForTask(taskType, context) === null)
    // What a layer shows is not told by words that name something else.
    .filter(({ taskType }) => !ask.ofProduct || OF_A_LAYER.has(taskType))
    .map(({ taskType, score }) => ({
      taskType,
      score: score * (ask.target !== null && targetOfTask(taskType) === ask.target ? NAMED_TARGET : 1),
    }))
    .sort((a, b) => b.score - a.score)
  const best = scores[0]
  if (best && best.score > 0) return best
  return { taskType: ask.indices.length > 0 || ask.ofProduct ? 'statistics' : 'inventory', score: 0 }
}
