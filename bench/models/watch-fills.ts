import { z } from 'zod'
import type { ModelUse } from '../../src/agent/index.ts'
import { isAppError } from '../../src/lib/errors.ts'
import type { ChatModel } from '../../src/models/chat-model.ts'

export interface WatchedModel {
  readonly use: ModelUse
  /** Of each time that arguments were asked: true where what came fits the schema that was asked for. */
  readonly fits: readonly boolean[]
}

/** The same model, watched from outside: what it writes is held against the schema by Zod, not by the engine's grammar. */
export function watchFills(use: ModelUse): WatchedModel {
  const { chat } = use
  const fits: boolean[] = []
  const watched: ChatModel = {
    ...chat,
    async fill(prompt, ask, call) {
      try {
        const filled = await chat.fill(prompt, ask, call)
        fits.push(z.fromJSONSchema(ask.schema).safeParse(filled.value).success)
        return filled
      } catch (error) {
        // What is no JSON fits no schema; other errors are no answer.
        if (isAppError(error) && error.code === 'model_output') fits.push(false)
        throw error
      }
    },
  }
  return { use: { ...use, chat: watched }, fits }
}
