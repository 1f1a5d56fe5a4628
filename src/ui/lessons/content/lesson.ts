import type { MadeRaster } from '../../../trace/made-raster.ts'

interface TaskWords {
  readonly id: string
  readonly title: string
  readonly text: string
  /** A question that the agent answers; absent where the student calculates or reads. */
  readonly ask?: string
  /** A file that the student saves, to try it. */
  readonly file?: { readonly name: string; readonly text: () => Promise<string> }
  /** Said once the task is solved. */
  readonly explanation: string
}

/** A number that the student finds, and what is known of it from how the scene was made. */
export interface NumberTask extends TaskWords {
  readonly kind: 'number'
  readonly unit: string
  readonly truth: number
  /** How far from the truth an answer may lie; in the unit. 0: a count of what the agent does, and not of the scene. */
  readonly tolerance: number
  /** Digits behind the point in which truth and tolerance are told. */
  readonly digits: number
  /** Numbers that a known mistake leads to. */
  readonly mistakes: readonly { readonly value: number; readonly says: string }[]
}

export interface ChoiceTask extends TaskWords {
  readonly kind: 'choice'
  readonly options: readonly { readonly id: string; readonly label: string; readonly says: string }[]
  /** Id of the right option. */
  readonly truth: string
}

export type Task = NumberTask | ChoiceTask

export interface Lesson {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly goals: readonly string[]
  /** What the scene shows, and what is known of it. */
  readonly data: string
  /** What the lesson leaves in the person's memory; absent where the memory is no part of it. */
  readonly learns?: string
  readonly rasters: () => readonly MadeRaster[]
  readonly tasks: readonly Task[]
  readonly teacher: {
    readonly timing: readonly { readonly minutes: number; readonly what: string }[]
    readonly misconceptions: readonly { readonly belief: string; readonly reply: string }[]
  }
}

export interface Check {
  readonly right: boolean
  readonly says: string
}

/** A student's answer against the truth. A number is read with a point or a comma; what is no number is said to be none. */
export function check(task: Task, given: string): Check {
  return task.kind === 'choice' ? checkChoice(task, given) : checkNumber(task, given)
}

function checkChoice({ options, truth, explanation }: ChoiceTask, given: string): Check {
  const chosen = options.find(({ id }) => id === given)
  if (!chosen) return { right: false, says: 'Choose one of the answers first.' }
  return chosen.id === truth
    ? { right: true, says: `Right. ${explanation}` }
    : { right: false, says: `Not this one. ${chosen.says}` }
}

function checkNumber(task: NumberTask, given: string): Check {
  const value = readNumber(given)
  if (value === null) {
    return {
      right: false,
      says: 'This is not a number. Write digits, with a point or a comma before decimals.',
    }
  }
  if (Math.abs(value - task.truth) <= task.tolerance) {
    const truth = task.tolerance === 0 ? told(task) : `the scene was made with ${told(task)}`
    return { right: true, says: `Right: ${truth}. ${task.explanation}` }
  }
  // A wide tolerance of a large truth would take any small number for a mistake that leads to one.
  const near = (mistaken: number) => Math.min(task.tolerance, 0.05 * Math.abs(mistaken))
  const mistake = task.mistakes.find((each) => Math.abs(value - each.value) <= near(each.value))
  if (mistake) return { right: false, says: `Not yet. ${mistake.says}` }
  return {
    right: false,
    says: value > task.truth ? 'Not yet: this is too much.' : 'Not yet: this is too little.',
  }
}

/** '44.16 ha, within 0.9 ha'; of a count, '9 steps'. */
export function told({ truth, tolerance, digits, unit }: NumberTask): string {
  const written = (value: number) => `${value.toFixed(digits).replace('-', '−')}${unit && ` ${unit}`}`
  return tolerance === 0 ? written(truth) : `${written(truth)}, within ${written(tolerance)}`
}

/** Null where it is no number. A single comma is a decimal point: nobody writes thousands of these figures. */
export function readNumber(given: string): number | null {
  const text = given.trim().replace('−', '-').replace(',', '.')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null
}
