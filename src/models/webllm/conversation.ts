import type { Prompt } from '../prompt.ts'
import type { ChatTemplate } from './model-folder.ts'

/** Opens an answer so that a model that can think aloud does not: as web-llm writes it. */
export const EMPTY_THOUGHT = '<think>\n\n</think>\n\n'

/** A message as web-llm takes it: no name, no parts. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** Answers that are given back word for word; more are forgotten. */
const KEPT_ANSWERS = 64

/**
 * Prompts as the messages of web-llm. It keeps its key-value cache only where the system's text and all earlier turns are
 * equal to what it wrote down itself, so an answer goes back with the empty thought that the caller never saw.
 */
export class Conversation {
  private readonly written = new Map<string, string>()

  constructor(
    private readonly template: ChatTemplate,
    private readonly controlTokens: readonly string[],
    private readonly thinking: 'none' | 'empty-block',
  ) {}

  messages({ system, turns }: Prompt): Message[] {
    const { system_template, role_templates } = this.template
    const said = turns.map(({ role, text }): Message => {
      const plain = this.plain(text)
      if (role === 'assistant') return { role, content: this.written.get(text) ?? this.opening() + plain }
      return { role, content: role_templates?.['user'] === undefined ? plain : quoted(plain) }
    })
    const first = this.plain(system)
    return [{ role: 'system', content: system_template === '' ? first : quoted(first) }, ...said]
  }

  /** What a caller reads of an answer that may still be going on. */
  visible(raw: string): string {
    if (this.thinking === 'none') return raw
    if (raw.startsWith(EMPTY_THOUGHT)) return raw.slice(EMPTY_THOUGHT.length)
    return EMPTY_THOUGHT.startsWith(raw) ? '' : raw
  }

  /** Remembers an answer, and returns what a caller reads of it. */
  heard(raw: string): string {
    const text = this.visible(raw)
    if (this.written.size >= KEPT_ANSWERS) this.written.delete(this.written.keys().next().value!)
    this.written.set(text, raw)
    return text
  }

  /** The whole text that the model reads, up to where its answer begins; for counting. */
  rendered(messages: readonly Message[]): string {
    const { template } = this
    const separator = template.role_content_sep ?? ': '
    const [first, ...turns] = messages
    const system = template.system_template.replace('{system_message}', first!.content)
    const said = turns.map(({ role, content }, at) => {
      const isBare = at === 0 && system !== '' && template.add_role_after_system_message === false
      const opening = isBare ? '' : template.roles[role as 'user' | 'assistant'] + separator
      const form = template.role_templates?.[role] ?? `{${role}_message}`
      return opening + form.replace(`{${role}_message}`, content) + template.seps[at % template.seps.length]!
    })
    const { assistant } = template.roles
    const answer =
      this.thinking === 'none'
        ? assistant + (template.role_empty_sep ?? ': ')
        : assistant + separator + EMPTY_THOUGHT
    return [system, ...said, answer].join('')
  }

  private opening(): string {
    return this.thinking === 'none' ? '' : EMPTY_THOUGHT
  }

  /** A text that holds a control token would end its turn and speak for another. */
  private plain(text: string): string {
    let result = text
    for (let before = ''; before !== result;) {
      before = result
      for (const token of this.controlTokens) result = result.replaceAll(token, '')
    }
    return result
  }
}

/** The library fills its templates by String.replace, which reads '$&' and the like in a text as commands. */
function quoted(text: string): string {
  return text.replace(/\$(?=[$&`'<\d])/g, '$$$$')
}
