import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Embedder } from '../../src/models/embedder.ts'
import { loadMiniLm } from '../../src/models/minilm.ts'

/** MiniLM in Node: the model's folder from the shared data, the runtime's files from node_modules. */
export function loadNodeMiniLm(shared: string, signal?: AbortSignal): Promise<Embedder> {
  const runtime = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'))
  const url = (file: string) => pathToFileURL(join(runtime, file)).href
  return loadMiniLm(
    {
      models: join(shared, 'models') + '/',
      model: 'all-MiniLM-L6-v2',
      wasm: { mjs: url('ort-wasm-simd-threaded.mjs'), wasm: url('ort-wasm-simd-threaded.wasm') },
    },
    signal,
  )
}
