import { AppError } from '../../lib/errors.ts'
import type { ModelFiles } from '../engine.ts'
import { readGgufParts } from '../gguf-parts.ts'
import { ggufNumber, type GgufHeader, type GgufValue } from '../gguf.ts'

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
  for (const [name, { size }] of named) {
    if (size <= LARGEST_FILE) continue
    throw new AppError(
      'model_file',
      `${name} has ${(size / 2 ** 30).toFixed(1)} GiB; up to 2 GiB a file can be loaded. Use a smaller quantisation, or split it with gguf-split.`,
    )
  }
  const parts = await readGgufParts(named)
  const { name, header } = parts[0]!
  return {
    shards: parts.map(({ file }) => file),
    bytes: parts.reduce((sum, { file }) => sum + file.size, 0),
    ...facts(header, name),
    metadata: header.metadata,
  }
}

function facts(header: GgufHeader, name: string): Pick<GgufModel, 'architecture' | 'trainedContext'> {
  const { metadata } = header
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
  const context = ggufNumber(header, `${architecture}.context_length`)
  return { architecture, trainedContext: context !== null && context > 0 ? context : null }
}
