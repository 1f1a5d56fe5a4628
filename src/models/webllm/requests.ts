import type { AppConfig, ChatCompletionRequestStreaming, ResponseFormat } from '@mlc-ai/web-llm'
import type { JsonSchema } from '../engine.ts'
import { literal } from '../grammar/code-points.ts'
import { plainSchema } from '../grammar/plain-schema.ts'
import type { Message } from './conversation.ts'
import { addressOf, ADDRESS } from './library-files.ts'
import type { ModelFolder } from './model-folder.ts'

/** A grammar for the whole of an answer: one of the names. */
export function choiceGrammar(options: readonly string[]): string {
  return `root ::= ${options.map(literal).join(' | ')}\n`
}

export const choiceFormat = (options: readonly string[]): ResponseFormat => ({
  type: 'grammar',
  grammar: choiceGrammar(options),
})

/** The schema goes as a string: without one the library throws a binding error. */
export const schemaFormat = (schema: JsonSchema): ResponseFormat => ({
  type: 'json_object',
  schema: JSON.stringify(plainSchema(schema)),
})

export interface Ask {
  readonly model: string
  readonly messages: readonly Message[]
  /** Of the answer, those of the empty thought among them: the library counts them as written. */
  readonly maxTokens: number
  readonly format: ResponseFormat | null
  readonly thinking: 'none' | 'empty-block'
}

/**
 * What web-llm is asked. All settings of sampling are given, since it takes those left out from the model's files, and
 * throws where these say nothing. JSON may hold any white space, so a limit of tokens is never left out.
 */
export function requestOf({
  model,
  messages,
  maxTokens,
  format,
  thinking,
}: Ask): ChatCompletionRequestStreaming {
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
    temperature: 0,
    top_p: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    repetition_penalty: 1,
    ...(format ? { response_format: format } : {}),
    ...(thinking === 'none' ? {} : { extra_body: { enable_thinking: false } }),
  }
}

/** Tells the library of one model, at addresses that exist for it alone. */
export function appConfigOf(modelId: string, folder: ModelFolder, contextSize: number): AppConfig {
  return {
    cacheBackend: 'cache',
    model_list: [
      {
        model: ADDRESS,
        model_id: modelId,
        model_lib: addressOf(folder.program),
        overrides: folder.slidingWindow > 0 ? {} : { context_window_size: contextSize },
        ...(folder.needs.f16 ? { required_features: ['shader-f16'] } : {}),
      },
    ],
  }
}
