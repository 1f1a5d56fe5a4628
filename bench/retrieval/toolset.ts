import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../src/lib/errors.ts'

const task = z.object({
  id: z.coerce.string(),
  query: z.string().min(1),
  /** In the order of calls where the source gives one. */
  tools: z.array(z.string().min(1)).min(1),
})

const schema = z.object({
  name: z.string().min(1).optional(),
  tools: z
    .array(
      z.object({
        name: z.string().min(1),
        description: z.string().default(''),
        depends_on: z.array(z.object({ name: z.string() })).default([]),
        params: z
          .array(z.object({ name: z.string() }))
          .nullish()
          .transform((params) => params ?? []),
        /** Names of results; most files have them as the keys of an object. */
        outputs: z
          .union([z.array(z.string()), z.record(z.string(), z.unknown())])
          .nullish()
          .transform((outputs) => (Array.isArray(outputs) ? outputs : Object.keys(outputs ?? {}))),
      }),
    )
    .min(1),
  tasks: z.array(task).min(1),
  train: z.array(task).default([]),
})

export interface ToolsetTask extends z.infer<typeof task> {
  /** What stands for its clauses; never in a file. */
  readonly parts?: readonly string[]
}
/** A retrieval benchmark in the one schema of ../shared/data/toolsets. */
export interface Toolset extends z.infer<typeof schema> {
  readonly name: string
  readonly tasks: ToolsetTask[]
  readonly train: ToolsetTask[]
}

/** Reads and checks a set. Throws invalid_input that names the first fault, read_failed where there is no file. */
export function readToolset(file: string): Toolset {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new AppError('read_failed', `No tool set can be read at ${file}; check the path.`, {}, { cause })
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_input', `${file} is no JSON.`, {}, { cause })
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new AppError(
      'invalid_input',
      `${file} is no tool set: ${path.join('.') || 'top level'}: ${message}. It needs { tools: [{ name, description }], tasks: [{ id, query, tools }], train? }.`,
    )
  }
  return { ...parsed.data, name: basename(file).replace(/\.json$/, '') }
}
