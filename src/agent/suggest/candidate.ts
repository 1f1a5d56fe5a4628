import type { TaskType } from '../../sensing/task-types.ts'
import type { DataKinds } from './data-kinds.ts'

/** What a question is about, to offer different things. */
type Theme =
  'fire' | 'water' | 'plants' | 'snow' | 'heat' | 'town' | 'lights' | 'ground' | 'radar' | 'zones' | 'data'

/** A question that may be offered; whether the planner would set out on it is tried apart from that. */
export interface Candidate {
  readonly taskType: TaskType
  readonly theme: Theme
  readonly question: string
  /** How much it tells of such data, beside the others: 0 to 10. */
  readonly worth: number
  /** True of a value that can be told where the place on Earth is not known: no area, length or share of one. */
  readonly anywhere?: true
  /** Where the data are of the kind that it is asked of. */
  readonly when: (kinds: DataKinds) => boolean
  /** Goes on from an answer of one of these types. */
  readonly after?: readonly TaskType[]
  /** Makes little sense without such an answer before it. */
  readonly onlyAfter?: true
}
