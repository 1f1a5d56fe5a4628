import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Embedder } from '../../src/models/embedder.ts'
import type { ModelFiles } from '../../src/models/engine.ts'
import { loadMiniLm } from '../../src/models/minilm.ts'
import type { RuntimeUrls } from '../../src/models/transformers/library.ts'

/** MiniLM in Node: the model's folder from the shared data, the runtime's files from node_modules. */
export async function loadNodeMiniLm(shared: string, signal?: AbortSignal): Promise<Embedder> {
  const files = folderFiles(join(shared, 'models', 'all-MiniLM-L6-v2'))
  return loadMiniLm({ files, runtime: nodeRuntime() }, signal)
}

/** The files of a model's folder, read whole; none where there is no such folder. */
export function folderFiles(folder: string): ModelFiles {
  const entries = (() => {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
    } catch {
      return []
    }
  })()
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path).split(sep).join('/'), new Blob([readFileSync(path)])]),
  )
}

/** The plain build of the ONNX runtime that is installed. */
export function nodeRuntime(): RuntimeUrls {
  const runtime = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'))
  const url = (file: string) => pathToFileURL(join(runtime, file)).href
  return { mjs: url('ort-wasm-simd-threaded.mjs'), wasm: url('ort-wasm-simd-threaded.wasm') }
}
