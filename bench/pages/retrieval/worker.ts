import { expose } from 'comlink'
import { keepErrorsWhole } from '../../../src/bridge/errors.ts'
import { loadMiniLm } from '../../../src/models/minilm.ts'
import { ONNX_RUNTIMES } from '../../../src/models/runtime-urls.ts'
import { measure } from './measure.ts'

const api = {
  measure,
  /** Milliseconds of each text's vector, by the files of MiniLM's folder. */
  async embed(files: readonly File[], texts: readonly string[]): Promise<number[]> {
    // Files that are picked lose their folder.
    const folder = (name: string) => (name.endsWith('.onnx') ? `onnx/${name}` : name)
    const named = new Map(files.map((file) => [folder(file.name), file]))
    const embedder = await loadMiniLm({ files: named, runtime: ONNX_RUNTIMES.wasm })
    const times: number[] = []
    for (const text of texts) {
      const start = performance.now()
      await embedder.embed([text])
      times.push(performance.now() - start)
    }
    return times
  },
}
export type RetrievalBenchApi = typeof api

keepErrorsWhole()
expose(api)
