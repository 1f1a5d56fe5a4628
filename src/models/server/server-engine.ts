import { isAbort } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { CallQueue } from '../call-queue.ts'
import type { CallOptions, Completed, CompletionAsk, Engine, JsonSchema, Picked } from '../engine.ts'
import { plainSchema } from '../grammar/plain-schema.ts'
import { profileOf } from '../profiles.ts'
import type { Prompt, Usage } from '../prompt.ts'
import { parseJson, type Connection } from './connection.ts'
import { readEvents } from './event-stream.ts'
import { chatChunk, failure, llamaTokens, type ServerUsage } from './replies.ts'

export interface ServerParts {
  readonly connection: Connection
  readonly modelId: string
  readonly contextSize: number
  /** llama.cpp counts tokens; for others a token is taken for three characters, which is rather too many tokens. */
  readonly countsTokens: boolean
}

const CHARACTERS_A_TOKEN = 3

/** Roles and signs between turns. */
const TOKENS_A_TURN = 8

/** '{"choice": "…"}' around the longest option. */
const CHOICE_TOKENS = 24

/** A model on a server that speaks as OpenAI's does. It tells no probabilities that could be compared. */
export class ServerEngine implements Engine {
  readonly logProbs = null
  private readonly calls = new CallQueue()

  constructor(private readonly parts: ServerParts) {}

  get modelId(): string {
    return this.parts.modelId
  }

  get contextSize(): number {
    return this.parts.contextSize
  }

  async countTokens(text: string): Promise<number> {
    const { connection, countsTokens } = this.parts
    if (!countsTokens) return Math.ceil(text.length / CHARACTERS_A_TOKEN)
    const { tokens } = await connection.json('/tokenize', llamaTokens, undefined, { content: text })
    return tokens.length
  }

  async pick(prompt: Prompt, options: readonly string[], call: CallOptions = {}): Promise<Picked> {
    const longest = Math.max(...options.map(({ length }) => length))
    const { text, usage } = await this.complete(
      prompt,
      { schema: choiceSchema(options), maxTokens: CHOICE_TOKENS + longest },
      call,
    )
    const answer = parseJson(text) as { choice?: unknown } | null | undefined
    const option = options.indexOf(String(answer?.choice))
    if (option >= 0) return { option, usage }
    throw new AppError(
      'model_output',
      `the server's model answered a choice of ${options.length} with none of them: this server may not hold models to a schema; update it or take another`,
      { usage },
    )
  }

  complete(prompt: Prompt, ask: CompletionAsk, { signal }: CallOptions = {}): Promise<Completed> {
    return this.calls.run((stop) => this.write(prompt, ask, stop), signal)
  }

  async close(): Promise<void> {
    this.calls.end()
    await Promise.resolve()
  }

  private async write(prompt: Prompt, ask: CompletionAsk, stop: AbortSignal): Promise<Completed> {
    const begin = performance.now()
    const expected = await this.assertFits(prompt, ask.maxTokens)
    const { connection, modelId } = this.parts
    const response = await connection.ask('/v1/chat/completions', requestOf(modelId, prompt, ask), stop)
    if (!response.ok) throw await connection.refusal(response)
    try {
      const { text, finish, usage } = await this.read(response, ask.onText)
      return { text, finish, usage: usageOf(usage, expected, text, performance.now() - begin) }
    } catch (error) {
      if (stop.aborted || isAbort(error)) throw new DOMException('Stopped', 'AbortError')
      if (error instanceof AppError) throw error
      throw broken(error)
    }
  }

  private async read(response: Response, onText: ((piece: string) => void) | undefined) {
    let text = ''
    let finish: string | null = null
    let usage: ServerUsage | null = null
    for await (const data of readEvents(response.body ?? new ReadableStream())) {
      if (data === '[DONE]') break
      const value = parseJson(data)
      const said = failure.safeParse(value)
      if (said.success)
        throw new AppError('model_failed', `the model server broke off: ${said.data.slice(0, 300)}`)
      const chunk = chatChunk.safeParse(value)
      if (!chunk.success)
        throw new AppError('model_failed', 'the model server sent what is no part of an answer')
      const [choice] = chunk.data.choices
      const piece = choice?.delta.content ?? ''
      if (piece !== '') onText?.(piece)
      text += piece
      finish = choice?.finish_reason ?? finish
      usage = chunk.data.usage ?? usage
    }
    if (finish === null) throw broken()
    return { text, finish: finish === 'length' ? 'length' : 'stop', usage } as const
  }

  /** Some servers cut a long prompt without a word. Returns the prompt's tokens as far as they can be told before. */
  private async assertFits({ system, turns }: Prompt, maxTokens: number): Promise<number> {
    const whole = [system, ...turns.map(({ text }) => text)].join('\n')
    const tokens = (await this.countTokens(whole)) + TOKENS_A_TURN * (turns.length + 1)
    const { contextSize } = this.parts
    if (tokens + maxTokens <= contextSize) return tokens
    const about = this.parts.countsTokens ? '' : 'about '
    throw new AppError(
      'context_full',
      `the prompt takes ${about}${tokens} tokens and the answer up to ${maxTokens}; the server's model holds ${contextSize}`,
      { promptTokens: tokens, maxTokens, contextSize },
    )
  }
}

function choiceSchema(options: readonly string[]): JsonSchema {
  return { type: 'object', properties: { choice: { type: 'string', enum: options } }, required: ['choice'] }
}

function requestOf(model: string, { system, turns }: Prompt, { schema, maxTokens }: CompletionAsk) {
  const said = turns.map(({ role, text }) => ({ role, content: text }))
  return {
    model,
    messages: [{ role: 'system', content: system }, ...said],
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    max_tokens: maxTokens,
    ...(schema
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'answer', strict: true, schema: plainSchema(schema) },
          },
        }
      : {}),
    // Thinking aloud would use up the tokens of the answer. Ollama reads the one, llama.cpp and LM Studio the other.
    ...(profileOf(model).thinking === 'none'
      ? {}
      : { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false } }),
  }
}

/** What the server says; where it says nothing, what can be told from the length of the texts. */
function usageOf(usage: ServerUsage | null, expected: number, text: string, milliseconds: number): Usage {
  return {
    promptTokens: usage?.prompt_tokens ?? expected,
    reusedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    writtenTokens: usage?.completion_tokens ?? Math.ceil(text.length / CHARACTERS_A_TOKEN),
    milliseconds,
  }
}

function broken(cause?: unknown): AppError {
  return new AppError(
    'model_failed',
    'the connection to the model server broke in mid-answer; see whether it is still running, and try again',
    {},
    { cause },
  )
}
