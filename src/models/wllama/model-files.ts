import { AppError } from '../../lib/errors.ts'
import type { ModelFiles } from '../engine.ts'
import { readGgufHeader, type GgufHeader, type GgufValue } from '../gguf.ts'

/** A model of one or several GGUF files, checked. */
export interface GgufModel {
  /** In their order. */
  readonly shards: readonly Blob[]
  readonly bytes: number
  /** Such as 'llama' or 'qwen3'. */
  readonly architecture: string
  /** Tokens that it was trained with; null where the file does not tell. */
  readonly trainedContext: number | null
  readonly metadata: ReadonlyMap<string, GgufValue>
}

/** llama.cpp in WebAssembly reads with a 32-bit signed offset. */
const LARGEST_FILE = 2 ** 31 - 1

/**
 * Checks the files of a model before anything is loaded. Files other than .gguf are passed over. Throws model_file for
 * what is missing, cut off, no GGUF, too large, without a chat template, or no model that writes.
 */
export async function openGgufModel(files: ModelFiles): Promise<GgufModel> {
  const named = [...files].filter(([name]) => name.toLowerCase().endsWith('.gguf'))
  if (named.length === 0) {
    throw new AppError(
      'model_file',
      `A .gguf file is needed; found ${[...files.keys()].join(', ') || 'no file'}.`,
    )
  }
  const shards = inOrder(named)
  const headers: GgufHeader[] = []
  for (const [name, file] of shards) {
    if (file.size > LARGEST_FILE) {
      throw new AppError(
        'model_file',
        `${name} has ${(file.size / 2 ** 30).toFixed(1)} GiB; up to 2 GiB a file can be loaded. Use a smaller quantisation, or split it with gguf-split.`,
      )
    }
    const header = await readGgufHeader(file, name)
    if (file.size < header.extent) {
      throw new AppError(
        'model_file',
        `${name} is cut off: it has ${file.size} bytes, its header tells of ${header.extent}. Fetch it again.`,
        { bytes: file.size, needed: header.extent },
      )
    }
    headers.push(header)
  }
  const { metadata } = headers[0]!
  checkCount(metadata, shards.length)
  return {
    shards: shards.map(([, file]) => file),
    bytes: shards.reduce((sum, [, file]) => sum + file.size, 0),
    ...facts(metadata, shards[0]![0]),
    metadata,
  }
}

type Named = readonly [name: string, file: Blob]

const SHARD = /-(\d{5})-of-(\d{5})\.gguf$/i

function inOrder(named: readonly Named[]): readonly Named[] {
  const [first] = named
  if (named.length === 1 && !SHARD.test(first![0])) return named
  const numbered = named.map(([name, file]) => {
    const [, number, count] = SHARD.exec(name) ?? []
    if (number === undefined || Number(count) !== named.length) {
      throw new AppError(
        'model_file',
        `${named.length} .gguf files were found, ${name} among them. One is needed, or all parts of one model, named …-00001-of-${String(named.length).padStart(5, '0')}.gguf and so on.`,
      )
    }
    return { at: Number(number), name, file }
  })
  numbered.sort((a, b) => a.at - b.at)
  const missing = numbered.findIndex(({ at }, index) => at !== index + 1)
  if (missing >= 0) {
    throw new AppError('model_file', `Part ${missing + 1} of ${named.length} of the model is missing.`)
  }
  return numbered.map(({ name, file }) => [name, file] as const)
}

function checkCount(metadata: GgufHeader['metadata'], found: number): void {
  const count = metadata.get('split.count')
  if (typeof count === 'number' && count > 1 && count !== found) {
    throw new AppError('model_file', `The model has ${count} parts; ${found} were found. Add the others.`)
  }
}

function facts(
  metadata: GgufHeader['metadata'],
  name: string,
): Pick<GgufModel, 'architecture' | 'trainedContext'> {
  const architecture = metadata.get('general.architecture')
  if (typeof architecture !== 'string') {
    throw new AppError(
      'model_file',
      `${name} does not say which architecture it is: it is no language model.`,
    )
  }
  const template = metadata.get('tokenizer.chat_template')
  if (typeof template !== 'string' || template.trim() === '') {
    throw new AppError(
      'model_file',
      `${name} (${architecture}) has no chat template, so it cannot be asked. Use a model tuned for chat, named "Instruct" or "Chat".`,
    )
  }
  const context = metadata.get(`${architecture}.context_length`)
  return { architecture, trainedContext: typeof context === 'number' && context > 0 ? context : null }
}
