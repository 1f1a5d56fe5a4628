import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'

/** A model on disk: one GGUF file, or all parts of a split one. */
export interface ModelFolder {
  /** Name of the file without its ending, such as 'SmolLM2-135M-Instruct.Q4_1'. */
  readonly id: string
  /** Paths. */
  readonly files: readonly string[]
}

const PART = /-\d{5}-of-\d{5}$/i

/**
 * The model of a folder. Null where there is no such folder, or no .gguf file in it; throws invalid_input where several
 * models are in it.
 */
export function modelIn(folder: string): ModelFolder | null {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.gguf$/i.test(name))
        .sort()
    : []
  const ids = [...new Set(names.map((name) => name.replace(/\.gguf$/i, '').replace(PART, '')))]
  const [id] = ids
  if (id === undefined) return null
  if (ids.length > 1) {
    throw new AppError(
      'invalid_input',
      `${folder} holds ${ids.length} models (${ids.join(', ')}); one is asked at a time. Give each a folder of its own.`,
    )
  }
  return { id, files: names.map((name) => join(folder, name)) }
}

/** The models to be asked: that of `--model DIR`, else each that lies in the shared folder. */
export function modelsFor(shared: string, option: string | undefined): readonly ModelFolder[] {
  if (option !== undefined) {
    const model = modelIn(option)
    if (!model)
      throw new AppError('invalid_input', `--model ${option}: there is no .gguf file in such a folder.`)
    return [model]
  }
  const models = join(shared, 'models')
  const folders = existsSync(models) ? readdirSync(models, { withFileTypes: true }) : []
  return folders
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => modelIn(join(models, name)) ?? [])
}
