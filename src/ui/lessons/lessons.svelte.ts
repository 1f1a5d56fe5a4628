import { check, type Check, type Lesson, type Task } from './content/lesson.ts'
import {
  answerOf,
  NO_PROGRESS,
  readProgress,
  withAnswer,
  withoutLesson,
  type Answer,
  type Progress,
} from './progress.ts'

const KEY = 'geoforge-lessons'

/** What a student answered, kept in the browser's own store. */
export class LessonsState {
  progress = $state.raw<Progress>(stored() ?? NO_PROGRESS)

  answer(lesson: Lesson, task: Task): Answer {
    return answerOf(this.progress, lesson.id, task.id)
  }

  /** Null before an answer was handed in. */
  checked(lesson: Lesson, task: Task): Check | null {
    const { given, checked } = this.answer(lesson, task)
    return checked ? check(task, given) : null
  }

  solved(lesson: Lesson): number {
    return lesson.tasks.filter((task) => this.checked(lesson, task)?.right).length
  }

  write(lesson: Lesson, task: Task, answer: Answer): void {
    this.#set(withAnswer(this.#latest(), lesson.id, task.id, answer))
  }

  reset(lesson: Lesson): void {
    this.#set(withoutLesson(this.#latest(), lesson.id))
  }

  file(): Blob {
    return new Blob([JSON.stringify(this.progress, null, 1)], { type: 'application/json' })
  }

  get isEmpty(): boolean {
    return Object.keys(this.progress.answers).length === 0
  }

  /** Takes these answers in place of all that are there. */
  take(progress: Progress): void {
    this.#set(progress)
  }

  /** What another tab wrote meanwhile stays. */
  #latest(): Progress {
    return stored() ?? this.progress
  }

  #set(progress: Progress): void {
    this.progress = progress
    try {
      localStorage.setItem(KEY, JSON.stringify(progress))
    } catch {
      // Full or refused: the answers last as long as the page, and can be saved as a file.
    }
  }
}

/** Null where nothing can be read. */
function stored(): Progress | null {
  try {
    return readProgress(localStorage.getItem(KEY) ?? '')
  } catch {
    return null
  }
}
