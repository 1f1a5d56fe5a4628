import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { AppError } from '../../../src/lib/errors.ts'

const CALL = z.object({
  tool: z.string(),
  args: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((args) => args ?? {}),
  output: z.unknown().optional(),
})

const TASK = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  question: z.string(),
  choices: z
    .array(z.unknown())
    .nullish()
    .transform((choices) => (choices ?? []).map(String)),
  trajectory: z.array(CALL),
})

const FILE = z.object({ tasks: z.array(TASK) })

/** A recorded call: its tool, its arguments and what came out. */
export type RecordedCall = z.infer<typeof CALL>

/** A task of Earth-Bench with its annotated calls. The stepwise question and the answer are not read. */
export type PlanningTask = z.infer<typeof TASK>

/** Reads a file in the form of `dev.json`. Throws `read_failed` where there is none, `invalid_input` where it has another form. */
export function readTasks(file: string): readonly PlanningTask[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new AppError(
      'read_failed',
      `There are no Earth-Bench tasks at ${file}. Set GEOFORGE_SHARED to the folder of shared data, or give --file.`,
    )
  }
  const parsed = FILE.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.tasks
  throw new AppError('invalid_input', `${file} does not hold Earth-Bench tasks: ${parsed.error.message}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

export const toolsOf = ({ trajectory }: PlanningTask): readonly string[] => trajectory.map(({ tool }) => tool)
