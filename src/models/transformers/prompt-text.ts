import type { PreTrainedTokenizer } from '@xenova/transformers'
import type { Prompt } from '../prompt.ts'

type Message = { role: string; content: string }

export interface PromptTextOptions {
  readonly tokenizer: PreTrainedTokenizer
  /** Where it lies in a file of its own (chat_template.jinja), else null: that of tokenizer_config.json. */
  readonly template: string | null
  /** The model is asked to answer without thinking aloud. */
  readonly quiet: boolean
}

/** Prompts and answers as token ids, by the chat template of the model. */
export class PromptText {
  /** Parts of the template's own language that a text must not bring in, longest first. */
  private readonly control: readonly string[]
  private opening: { text: string; ids: readonly number[] } | null = null

  constructor(private readonly options: PromptTextOptions) {
    this.control = (
      options.tokenizer as unknown as { all_special_tokens: readonly string[] }
    ).all_special_tokens
      .filter((token) => token.length > 1)
      .sort((a, b) => b.length - a.length)
  }

  /** Token ids of a prompt up to where the answer begins. */
  promptIds(prompt: Prompt): number[] {
    return this.encode(this.render(prompt, true))
  }

  /** Token ids of an answer, as they come after the words that open an assistant's turn. */
  answerIds(prompt: Prompt, answer: string): number[] {
    const opening = this.openingOf(prompt)
    const ids = this.encode(opening.text + this.plain(answer))
    const joined = opening.ids.every((id, at) => ids[at] === id)
    return joined ? ids.slice(opening.ids.length) : this.encode(this.plain(answer))
  }

  countTokens(text: string): number {
    return this.encode(text).length
  }

  /** Text of written tokens, those of the template left out. */
  decode(ids: readonly number[]): string {
    if (ids.length === 0) return ''
    return this.options.tokenizer.decode([...ids], {
      skip_special_tokens: true,
      clean_up_tokenization_spaces: false,
    })
  }

  private encode(text: string): number[] {
    return this.options.tokenizer.encode(text, { add_special_tokens: false })
  }

  private openingOf(prompt: Prompt): { text: string; ids: readonly number[] } {
    if (!this.opening) {
      const short: Prompt = { ...prompt, turns: [{ role: 'user', text: 'a' }] }
      const [open, closed] = [this.render(short, true), this.render(short, false)]
      const text = open.startsWith(closed) ? open.slice(closed.length) : ''
      this.opening = { text, ids: this.encode(text) }
    }
    return this.opening
  }

  private render({ system, turns }: Prompt, open: boolean): string {
    const said = turns.map(({ role, text }): Message => ({ role, content: this.plain(text) }))
    const first: Message = { role: 'system', content: this.plain(system) }
    try {
      return this.apply([first, ...said], open)
    } catch {
      // Some templates know no system turn: then it opens the first turn of the user.
      const [asked, ...rest] = said
      return this.apply(
        [{ role: 'user', content: `${first.content}\n\n${asked?.content ?? ''}` }, ...rest],
        open,
      )
    }
  }

  private apply(messages: Message[], open: boolean): string {
    const { tokenizer, template, quiet } = this.options
    return tokenizer.apply_chat_template(messages, {
      tokenize: false,
      add_generation_prompt: open,
      ...(template === null ? {} : { chat_template: template }),
      ...(quiet ? { enable_thinking: false } : {}),
    })
  }

  /** A text that holds a control token would end its turn and speak for another. */
  private plain(text: string): string {
    let result = text
    for (let before = ''; before !== result;) {
      before = result
      for (const token of this.control) result = result.replaceAll(token, '')
    }
    return result
  }
}
