import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../src/lib/errors.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import type { BenchContext } from '../harness/bench.ts'
import { loadNodeMiniLm } from './node-minilm.ts'
import { cachedEmbedder } from './vector-cache.ts'

/** MiniLM of the shared folder, vectors kept in the work folder. Throws read_failed where a file of the model is absent. */
export function cachedMiniLm({ shared, workFolder }: Pick<BenchContext, 'shared' | 'workFolder'>): Embedder {
  const model = join(shared, 'models', 'all-MiniLM-L6-v2')
  const modelFiles = ['onnx/model_quantized.onnx', 'tokenizer.json'].map((file) => join(model, file))
  const absent = modelFiles.find((file) => !existsSync(file))
  if (absent) {
    throw new AppError(
      'read_failed',
      `The embedder's file ${absent} is not there; put it there, or use --words where the suite has it.`,
    )
  }
  return cachedEmbedder({
    folder: join(workFolder, 'vectors'),
    modelFiles,
    dimensions: 384,
    load: () => loadNodeMiniLm(shared),
  })
}
