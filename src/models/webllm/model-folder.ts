import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { ExpectedFile } from '../check-files.ts'
import type { ModelFiles } from '../engine.ts'
import type { ModelNeeds } from './pre-flight.ts'

const templateSchema = z.object({
  system_template: z.string(),
  system_message: z.string().default(''),
  roles: z.object({ user: z.string(), assistant: z.string() }),
  role_templates: z.record(z.string(), z.string()).optional(),
  seps: z.array(z.string()).min(1),
  role_content_sep: z.string().optional(),
  role_empty_sep: z.string().optional(),
  add_role_after_system_message: z.boolean().optional(),
})

/** How a model's turns are written out, as its mlc-chat-config.json says. */
export type ChatTemplate = z.infer<typeof templateSchema>

const configSchema = z.object({
  quantization: z.string().optional(),
  conv_template: templateSchema,
  tokenizer_files: z.array(z.string()),
  context_window_size: z.int(),
  sliding_window_size: z.int().default(-1),
})

const weightsSchema = z.object({
  records: z
    .array(
      z.object({
        dataPath: z.string(),
        nbytes: z.int().positive(),
        records: z.array(z.object({ nbytes: z.int().nonnegative() })),
      }),
    )
    .min(1),
})

const tokenizerSchema = z.object({
  added_tokens: z.array(z.object({ content: z.string(), special: z.boolean() })).default([]),
})

/** The name web-llm asks for, and the one that repositories of before 2026 have. */
const WEIGHTS = ['tensor-cache.json', 'ndarray-cache.json'] as const

export const CONFIG_NAME = 'mlc-chat-config.json'
export const WEIGHTS_NAME = WEIGHTS[0]

/** A model in the layout of MLC, its small files read. */
export interface ModelFolder {
  readonly template: ChatTemplate
  /** Tokens that it was built for. */
  readonly contextSize: number
  /** -1 where all tokens see all before them. */
  readonly slidingWindow: number
  readonly needs: ModelNeeds
  /** All files that the library reads. */
  readonly expected: readonly ExpectedFile[]
  /** The compiled model. */
  readonly program: string
  readonly weights: string
  /** Tokens by which its turns are told apart: no text may bring them in. */
  readonly controlTokens: readonly string[]
}

/** Throws model_file where a file is missing or no such file. */
export async function readModelFolder(files: ModelFiles): Promise<ModelFolder> {
  const config = await readJson(files, CONFIG_NAME, configSchema)
  const weights = WEIGHTS.find((name) => files.has(name)) ?? WEIGHTS_NAME
  const { records } = await readJson(files, weights, weightsSchema)
  const programs = [...files.keys()].filter((path) => path.endsWith('.wasm'))
  if (programs.length !== 1) {
    const found =
      programs.length === 0 ? 'no compiled program (….wasm)' : `${programs.length} compiled programs`
    throw new AppError(
      'model_file',
      `the model comes with ${found}, and one is needed; fetch or import it again`,
    )
  }
  const tokenizer = ['tokenizer.json', 'tokenizer.model'].find((name) =>
    config.tokenizer_files.includes(name),
  )
  if (!tokenizer) {
    throw new AppError(
      'model_file',
      `${CONFIG_NAME} names no tokenizer.json or tokenizer.model; fetch another form of the model`,
    )
  }
  const { added_tokens } =
    tokenizer === 'tokenizer.json' ? await readJson(files, tokenizer, tokenizerSchema) : { added_tokens: [] }
  return {
    template: config.conv_template,
    contextSize: config.context_window_size,
    slidingWindow: config.sliding_window_size,
    needs: {
      f16: /f16/.test(config.quantization ?? '') || /f16/.test(programs[0]!),
      largestTensorBytes: Math.max(...records.flatMap((shard) => shard.records.map(({ nbytes }) => nbytes))),
      weightBytes: records.reduce((sum, { nbytes }) => sum + nbytes, 0),
    },
    expected: [
      ...[CONFIG_NAME, weights, tokenizer, programs[0]!].map((path) => ({ path })),
      ...records.map(({ dataPath, nbytes }) => ({ path: dataPath, bytes: nbytes })),
    ],
    program: programs[0]!,
    weights,
    controlTokens: added_tokens
      .filter(({ content, special }) => special && content.length > 1)
      .map(({ content }) => content)
      .sort((a, b) => b.length - a.length),
  }
}

async function readJson<Schema extends z.ZodType>(
  files: ModelFiles,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const blob = files.get(path)
  if (!blob) {
    throw new AppError(
      'model_file',
      `the file ${path} of the model is missing; fetch or import the model again`,
      { path },
    )
  }
  let value: unknown
  try {
    value = JSON.parse(await blob.text())
  } catch {
    throw new AppError(
      'model_file',
      `the file ${path} of the model is no JSON: ${/^\s*</.test(await blob.slice(0, 64).text()) ? 'it is a web page' : 'it may be cut short'}; open Models and repair it, or fetch or import it again`,
      { path },
    )
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new AppError(
    'model_file',
    `the file ${path} is not one of a model in the MLC layout (${issue?.path.join('.')}: ${issue?.message}); fetch another form of the model`,
    { path },
  )
}
