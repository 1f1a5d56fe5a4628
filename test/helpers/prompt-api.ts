import type {
  Availability,
  CreateOptions,
  PromptApi,
  PromptMessage,
  PromptOptions,
  PromptSession,
} from '../../src/models/prompt-api.ts'

export interface PromptDouble extends PromptApi {
  /** Inputs as sessions were prompted with them, with the tokens that each held before. */
  readonly prompts: {
    readonly input: readonly PromptMessage[]
    readonly held: number
    readonly options: PromptOptions
  }[]
  readonly created: CreateOptions[]
  alive: number
}

export interface PromptScript {
  readonly availability?: Availability
  readonly contextWindow?: number
  readonly answer?: (input: readonly PromptMessage[]) => readonly string[]
  readonly pause?: () => Promise<void>
  readonly fail?: { readonly name: string }
}

const abortError = () => new DOMException('Stopped', 'AbortError')
const tokensOf = (input: string | readonly PromptMessage[]) =>
  typeof input === 'string' ? input.length : input.reduce((sum, { content }) => sum + content.length, 0)

/** The Prompt API as it is documented: sessions that grow, clones, quotas, aborts; a token is a character. */
export function promptDouble(script: PromptScript = {}): PromptDouble {
  const double: PromptDouble = {
    prompts: [],
    created: [],
    alive: 0,
    availability: () => Promise.resolve(script.availability ?? 'available'),
    create(options = {}) {
      double.created.push(options)
      if (script.fail) return Promise.reject(new DOMException('no', script.fail.name))
      const target = new EventTarget()
      options.monitor?.(target)
      for (const loaded of [0, 0.5, 1]) {
        target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }))
      }
      return Promise.resolve(session(tokensOf(options.initialPrompts ?? [])))
    },
  }
  function session(begin: number): PromptSession {
    let held = begin
    let isOpen = true
    double.alive++
    const assertOpen = (signal?: AbortSignal) => {
      if (!isOpen) throw new DOMException('destroyed', 'InvalidStateError')
      if (signal?.aborted) throw abortError()
    }
    const promptStreaming = (input: readonly PromptMessage[], options: PromptOptions = {}) => {
      assertOpen(options.signal)
      double.prompts.push({ input, held, options })
      const pieces = [...(script.answer?.(input) ?? ['ok'])]
      held += tokensOf(input)
      return new ReadableStream<string>({
        async pull(controller) {
          await script.pause?.()
          if (options.signal?.aborted) {
            controller.error(abortError())
            return
          }
          const piece = pieces.shift()
          if (piece === undefined) {
            controller.close()
            return
          }
          held += piece.length
          controller.enqueue(piece)
        },
      })
    }
    return {
      get contextUsage() {
        return held
      },
      contextWindow: script.contextWindow ?? 4096,
      promptStreaming,
      async prompt(input, options) {
        let text = ''
        for await (const piece of promptStreaming(input, options) as unknown as AsyncIterable<string>)
          text += piece
        return text
      },
      append(input) {
        assertOpen()
        held += tokensOf(input)
        return Promise.resolve()
      },
      clone(options) {
        assertOpen(options?.signal)
        return Promise.resolve(session(held))
      },
      measureContextUsage: (input) => Promise.resolve(tokensOf(input)),
      destroy() {
        if (isOpen) double.alive--
        isOpen = false
      },
    }
  }
  return double
}
