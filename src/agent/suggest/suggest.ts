import { sensingContext } from '../../sensing/sensing-context.ts'
import { scenesOfOnePlace } from '../../sensing/scene-group.ts'
import type { SensingContext } from '../../sensing/context.ts'
import { TASK_TYPES, type TaskType } from '../../sensing/task-types.ts'
import type { RunRecord } from '../../trace/events.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { Candidate } from './candidate.ts'
import { CANDIDATES } from './candidates.ts'
import { dataKinds } from './data-kinds.ts'
import { wouldSetOut, type DryRunInput } from './dry-run.ts'

/** A question that the loaded data can answer. */
export interface Suggestion {
  readonly question: string
  readonly taskType: TaskType
  /** True where it goes on from the last answer. */
  readonly follows: boolean
}

const MOST = 5
/** What a fitting follow-up is worth over a fresh question, before others of its theme take from it. */
const FOLLOW_UP = 10
/** What each question of the same theme takes from the next, so that different things are offered. */
const SAME_THEME = 4

/**
 * Questions that χ(d) admits and the planner would set out on, best first and different from each other; after an answer,
 * those that go on from it come first. What was asked of the same scenes before, whatever came of it, is not offered again:
 * that a scene lies wholly under cloud shows only when it is read. Empty without data.
 */
export async function suggestions(
  input: DryRunInput & {
    /** Names of the columns of a table. */
    readonly columns: (id: LayerId) => Promise<readonly string[]>
    /** The run that was looked at last, where it was answered. */
    readonly last?: RunRecord | null
    /** Called before each question is tried, to let others have their turn; throws to give up. */
    readonly pause?: () => Promise<void>
  },
): Promise<readonly Suggestion[]> {
  const { layers, memory, last } = input
  const context = sensingContext(scenesOfOnePlace(layers).layers)
  if (context.scenes.length + context.products.length === 0) return []
  const answered = taskOf(last)
  const asked = new Set(
    [...memory.runs, ...(last ? [last] : [])].filter(isOf(context)).map(({ question }) => question),
  )
  const tables = layers.filter(({ kind, lineage }) => kind === 'table' && lineage === null)
  const kinds = dataKinds(context, layers, await Promise.all(tables.map(({ id }) => input.columns(id))))
  const follows = ({ after }: Candidate) => answered !== null && after?.includes(answered) === true
  let left = CANDIDATES.filter(
    (each) =>
      !asked.has(each.question) &&
      (follows(each) || !each.onlyAfter) &&
      (kinds.placed || each.anywhere) &&
      each.when(kinds),
  )
  const chosen: Suggestion[] = []
  const themes = new Map<Candidate['theme'], number>()
  while (left.length > 0 && chosen.length < MOST) {
    const value = (each: Candidate) =>
      each.worth + (follows(each) ? FOLLOW_UP : 0) - SAME_THEME * (themes.get(each.theme) ?? 0)
    const best = left.reduce((most, each) => (value(each) > value(most) ? each : most))
    left = left.filter((each) => each !== best)
    await input.pause?.()
    if (!(await wouldSetOut(best.question, input))) continue
    themes.set(best.theme, (themes.get(best.theme) ?? 0) + 1)
    chosen.push({ question: best.question, taskType: best.taskType, follows: follows(best) })
  }
  return chosen
}

/** A question of ours is of the type that we say, whatever its words were taken for. */
function taskOf(run: RunRecord | null | undefined): TaskType | null {
  if (run?.status !== 'answered') return null
  const ours = CANDIDATES.find(({ question }) => question === run.question)?.taskType
  return ours ?? TASK_TYPES.find((type) => type === run.taskType) ?? null
}

/** Whether a run that came to its own end saw the scenes of now. */
const isOf =
  ({ scenes }: SensingContext) =>
  ({ status, events }: RunRecord): boolean => {
    const seen = events.find((event) => event.type === 'context-ready')?.scenes
    return (
      !['stopped', 'running', 'error'].includes(status) &&
      seen !== undefined &&
      sameIds(
        seen,
        scenes.map(({ id }) => id),
      )
    )
  }

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
