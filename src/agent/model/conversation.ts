import type { Prompt, Turn } from '../../models/prompt.ts'

/** What stands for the question where it is measured what a model likes to say anyway. */
const NO_QUESTION = 'N/A'

/** The turns of one ask: the question stands in the first, and what the model said is kept as it said it. */
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
    const [first, ...rest]: Turn[] = [...this.#turns, { role: 'user', text: this.#said.join('\n') }]
    return { system, turns: [{ role: 'user', text: `Question: ${question}\n${first!.text}` }, ...rest] }
  }
}
