import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../src/lib/errors.ts'
import { modelIn, type ModelFolder } from '../../models/model-folder.ts'

const SMALL = 'SmolLM2-135M-Instruct'

/** The model of `--model`: a .gguf file, a folder with one, or where nothing is named the small one of the shared folder. */
export function chosenModel(shared: string, option: string): ModelFolder {
  const path = option === 'true' ? join(shared, 'models', SMALL) : option
  if (/\.gguf$/i.test(path) && existsSync(path)) {
    return { id: basename(path).replace(/\.gguf$/i, ''), files: partsOf(path) }
  }
  const model = modelIn(path)
  if (model) return model
  throw new AppError(
    'invalid_input',
    `--model: there is no .gguf file at ${path}. Name a file, or a folder with one model in it.`,
  )
}

/** Of a split model all parts, which lie beside the one that was named. */
function partsOf(path: string): readonly string[] {
  const [, of] = /-\d{5}-of-(\d{5})\.gguf$/i.exec(path) ?? []
  if (of === undefined) return [path]
  return Array.from({ length: Number(of) }, (_, at) =>
    join(dirname(path), basename(path).replace(/-\d{5}-of-/i, `-${String(at + 1).padStart(5, '0')}-of-`)),
  )
}
