import type { RunEvent } from '../../trace/events.ts'
import { plainWords } from '../parts/format.ts'
import { words } from '../words/words.svelte.ts'
import { statusOf } from './status.ts'

/** Lines that come within so long of the first are told together: fast steps would cut each other off. */
const TOGETHER_MS = 700

/**
 * What screen readers are told of a run: each step's beginning and end once, the answer, how it ended. A step that ends
 * before its beginning was told makes one line of the two.
 */
export class Announcer {
  readonly #waiting = new Map<string, string>()
  readonly #say: (text: string) => void
  #waits = false

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  take(event: RunEvent): void {
    const said = words.chat.spoken
    if (event.type === 'step-start') {
      this.tell(said.step(event.step, event.purpose || plainWords(event.call.tool)), keyOf(event))
    } else if (event.type === 'step-end') {
      const begun = this.#waiting.get(keyOf(event))
      const isDone = event.status === 'ok'
      const end = isDone ? said.done(event.step) : said.failed(event.step)
      this.tell(begun === undefined ? end : said.both(begun, isDone), keyOf(event))
    } else if (event.type === 'ask') {
      this.tell(event.question)
    } else if (event.type === 'answer') {
      this.tell(said.answer(event.answer.spans.map((span) => span.text).join('')))
    } else if (event.type === 'run-end' && event.status !== 'answered') {
      this.tell(statusOf(event.status).label)
    }
  }

  /** A line with the key of one that still waits takes its place. */
  tell(text: string, key: string = text): void {
    this.#waiting.set(key, text)
    if (this.#waits) return
    this.#waits = true
    setTimeout(() => this.#speak(), TOGETHER_MS)
  }

  #speak(): void {
    this.#waits = false
    this.#say([...this.#waiting.values()].join('. '))
    this.#waiting.clear()
  }
}

const keyOf = ({ step }: { readonly step: number }): string => `step ${step}`
