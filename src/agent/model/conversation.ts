import type { Prompt, Turn } from '../../models/prompt.ts'

/** What stands for the question where it is measured what a model likes to say anyway. */
const NO_QUESTION = 'N/A'

/**
 * The turns of one ask. The question ends the last of them and stands in no other, so that a prompt and the same one
 * without the question share all before it, and what is new of the next turn is that turn. What the model said is kept
 * as it said it.
 */
export class Conversation {
  readonly #turns: Turn[] = []
  #said: string[] = []
  /** True where the last answer was a thought about the question. */
  #hasThought = false

  constructor(private readonly question: string) {}

  /** Adds to the user's turn that comes next. */
  say(text: string): void {
    if (text !== '') this.#said.push(text)
  }

  /** Closes the user's turn with what the model answered, word for word. */
  heard(text: string): void {
    this.#turns.push({ role: 'user', text: this.#said.join('\n') }, { role: 'assistant', text })
    this.#said = []
    this.#hasThought = false
  }

  /** Closes the user's turn with what the model thinks of the question before it chooses. */
  thought(text: string): void {
    this.heard(text)
    this.#hasThought = true
  }

  prompt(system: string): Prompt {
    return this.#prompt(system, this.#turns, this.question)
  }

  /** The same without the question, and without what was thought of it: that would be taken off the evidence again. */
  neutral(system: string): Prompt {
    return this.#prompt(system, this.#hasThought ? this.#turns.slice(0, -2) : this.#turns, NO_QUESTION)
  }

  #prompt(system: string, turns: readonly Turn[], question: string): Prompt {
    const text = [...this.#said, `Question: ${question}`].join('\n')
    return { system, turns: [...turns, { role: 'user', text }] }
  }
}
