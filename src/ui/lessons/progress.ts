import { z } from 'zod'

/** Longer than any answer to a task. */
const LONGEST = 80

const answer = z.object({ given: z.string().max(LONGEST), checked: z.boolean() })
const progress = z.object({
  kind: z.literal('geoforge-lessons'),
  version: z.literal(1),
  /** By lesson and task. Whether an answer is right is not kept: it is checked anew. */
  answers: z.record(z.string().max(LONGEST), z.record(z.string().max(LONGEST), answer)),
})

export type Answer = Readonly<z.infer<typeof answer>>
export type Progress = Readonly<z.infer<typeof progress>>

export const NO_PROGRESS: Progress = { kind: 'geoforge-lessons', version: 1, answers: {} }
export const UNANSWERED: Answer = { given: '', checked: false }

/** Null where the text is no progress of the lessons. */
export function readProgress(text: string): Progress | null {
  try {
    return progress.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

export const answerOf = ({ answers }: Progress, lesson: string, task: string): Answer =>
  answers[lesson]?.[task] ?? UNANSWERED

export function withAnswer(of: Progress, lesson: string, task: string, given: Answer): Progress {
  const short = { ...given, given: given.given.slice(0, LONGEST) }
  return { ...of, answers: { ...of.answers, [lesson]: { ...of.answers[lesson], [task]: short } } }
}

export function withoutLesson(of: Progress, lesson: string): Progress {
  return { ...of, answers: Object.fromEntries(Object.entries(of.answers).filter(([id]) => id !== lesson)) }
}
