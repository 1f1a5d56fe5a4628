import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Embedder, EmbedOptions } from '../../src/models/embedder.ts'

/** How vectors are made of the model's output; change it when that changes, and old vectors are left alone. */
const RECIPE = 'mean pooling, length 1, 256 tokens with [SEP]'
const HASH_BYTES = 16

/**
 * An embedder that keeps its vectors on disk by hash of text and model, and loads the model only for a text that it
 * does not know. A killed run loses at most one vector: records are appended one by one, a torn last one is cut off.
 */
export function cachedEmbedder(options: {
  readonly folder: string
  readonly modelFiles: readonly string[]
  readonly dimensions: number
  readonly load: () => Promise<Embedder>
}): Embedder {
  const { folder, dimensions } = options
  const file = join(folder, modelHash(options.modelFiles) + '.bin')
  const known = readVectors(file, dimensions)
  let model: Promise<Embedder> | undefined
  return {
    dimensions,
    async embed(texts, { signal, progress }: EmbedOptions = {}) {
      mkdirSync(folder, { recursive: true })
      const keys = texts.map((text) => createHash('sha256').update(text).digest().subarray(0, HASH_BYTES))
      const todo = new Map<string, number>()
      keys.forEach((key, at) => {
        const name = key.toString('hex')
        if (!known.has(name)) todo.set(name, at)
      })
      let done = 0
      for (const [name, at] of todo) {
        const [vector] = await (await (model ??= options.load())).embed([texts[at]!], { signal })
        known.set(name, vector!)
        appendFileSync(file, Buffer.concat([keys[at]!, Buffer.from(vector!.buffer)]))
        progress?.(++done / todo.size)
      }
      return keys.map((key) => known.get(key.toString('hex'))!)
    },
  }
}

function modelHash(files: readonly string[]): string {
  const hash = createHash('sha256').update(RECIPE)
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function readVectors(file: string, dimensions: number): Map<string, Float32Array> {
  const vectors = new Map<string, Float32Array>()
  if (!existsSync(file)) return vectors
  const bytes = readFileSync(file)
  const length = HASH_BYTES + dimensions * 4
  for (let at = 0; at + length <= bytes.length; at += length) {
    const key = bytes.subarray(at, at + HASH_BYTES).toString('hex')
    vectors.set(
      key,
      new Float32Array(
        bytes.buffer.slice(bytes.byteOffset + at + HASH_BYTES, bytes.byteOffset + at + length),
      ),
    )
  }
  // A record that a kill has torn would shift all that are appended after it.
  if (bytes.length % length !== 0) truncateSync(file, bytes.length - (bytes.length % length))
  return vectors
}
