import { z } from 'zod'

/** The parts that are read of what a server answers; all else is passed over. */
export const modelList = z.object({ data: z.array(z.object({ id: z.string() })).nullable() })

const usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
})
export type ServerUsage = z.infer<typeof usage>

export const chatChunk = z.object({
  choices: z
    .array(
      z.object({ delta: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }),
    )
    .default([]),
  usage: usage.nullish(),
})

/** llama.cpp and LM Studio say `{ error: { message } }`, older servers `{ error: 'text' }`. */
export const failure = z
  .object({ error: z.union([z.string(), z.object({ message: z.string() })]) })
  .transform(({ error }) => (typeof error === 'string' ? error : error.message))

/** Of llama.cpp alone. */
export const llamaProperties = z.object({
  default_generation_settings: z.object({ n_ctx: z.int().positive() }),
})
export const llamaTokens = z.object({ tokens: z.array(z.unknown()) })
