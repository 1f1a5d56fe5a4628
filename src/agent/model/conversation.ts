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

  constructor(private readonly question: string) {}

  /** Adds to the user's turn that comes next. */
  say(text: string): void {
    if (text !== '') this.#said.push(text)
  }

  /** Closes the user's turn with what the model answered, word for word. */
  heard(text: string): void {
    this.#turns.push({ role: 'user', text: this.#said.join('\n') }, { role: 'assistant', text })
    this.#said = []
  }

  /** Takes back what was said for a turn that did not come about. */
  unsay(): void {
    this.#said = []
  }

  prompt(system: string): Prompt {
    return this.#prompt(system, this.question)
  }

  /** The same without the question. */
  neutral(system: string): Prompt {
    return this.#prompt(system, NO_QUESTION)
  }

  #prompt(system: string, question: string): Prompt {
    const text = [...this.#said, `Question: ${question}`].join('\n')
    return { system, turns: [...this.#turns, { role: 'user', text }] }
  }
}
