import { tokens } from '../lib/text.ts'
import { TASK_TYPES, type TaskType } from '../sensing/task-types.ts'
import { TASK_WORDS } from './task-words.ts'
import type { Experience, Skill, Workflow } from './types.ts'

/** The field's words for each task type. */
export const TYPE_TOKENS: ReadonlyMap<TaskType, ReadonlySet<string>> = new Map(
  TASK_TYPES.map((type) => [
    type,
    new Set(tokens(`${type} ${TASK_WORDS[type].core} ${TASK_WORDS[type].near}`)),
  ]),
)

/** What a question is compared with: our text, the task's words and the tools' names. */
export const skillTokens = once((skill: Skill) =>
  withType(skill.taskType, [
    ...tokens(`${skill.title} ${skill.description}`),
    ...skill.steps.flatMap(({ tool }) => tokens(tool)),
  ]),
)

/** The same, and the past questions that it answered. */
export const workflowTokens = once((workflow: Workflow) =>
  withType(workflow.taskType, [
    ...tokens(workflow.description),
    ...workflow.sequence.flatMap((tool) => tokens(tool)),
    ...workflow.questionTokens.flat(),
  ]),
)

/** V(χ‖α‖ρ): condition, correction, and the source run's task type and tools in words. */
export const experienceTokens = once(({ taskType, tool, trigger, correction, operations }: Experience) =>
  withType(taskType, tokens([trigger, correction, tool, ...operations].join(' '))),
)

/** What a workflow's vector is made of: our description, its tools in words, and what was asked in stems. */
export const workflowText = once(({ description, sequence, questionTokens }: Workflow) =>
  [
    description,
    sequence.join(', ').replaceAll('_', ' '),
    ...questionTokens.map((words) => words.join(' ')),
  ].join('. '),
)

/** What a skill's vector is made of. */
export const skillText = once(({ title, description }: Skill) => `${title}. ${description}`)

/** Rows are never changed in place: what is read off one holds as long as the row. */
function once<Row extends object, Result>(read: (row: Row) => Result): (row: Row) => Result {
  const known = new WeakMap<Row, Result>()
  return (row) => {
    const kept = known.get(row)
    if (kept !== undefined) return kept
    const result = read(row)
    known.set(row, result)
    return result
  }
}

function withType(type: TaskType, own: readonly string[]): ReadonlySet<string> {
  return new Set([...(TYPE_TOKENS.get(type) ?? []), ...own])
}
