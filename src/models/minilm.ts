import { throwIfAborted } from '../lib/abort.ts'
import { breathe } from '../lib/breathe.ts'
import { AppError } from '../lib/errors.ts'
import type { EmbedOptions, Embedder } from './embedder.ts'
import type { ModelFiles } from './engine.ts'
import { openFolder, type RuntimeUrls } from './transformers/library.ts'

/** The model and the ONNX runtime; nothing is asked of any other place. */
export interface MiniLmFiles {
  /** Its folder, in the layout of transformers.js: config.json, tokenizer.json, …, onnx/model_quantized.onnx. */
  readonly files: ModelFiles
  /** `ort-wasm-simd-threaded.mjs` and `.wasm`, of the version that transformers.js asks for. */
  readonly runtime: RuntimeUrls
}

/** all-MiniLM-L6-v2 was trained on 128 word pieces and is published with 256; the pipeline's own cut is 512. */
const MAX_TOKENS = 256
const DIMENSIONS = 384

/**
 * The sentence embedder all-MiniLM-L6-v2 (int8) on one WASM thread: mean of the token states over the attention
 * mask, then length 1. One text at a time, as batches bring nothing on one thread.
 * Throws read_failed where the files are not there or are no such model.
 */
export async function loadMiniLm({ files, runtime }: MiniLmFiles, signal?: AbortSignal): Promise<Embedder> {
  throwIfAborted(signal)
  const { library, name, close } = await openFolder(files, runtime)
  const loaded = await Promise.all([
    library.AutoTokenizer.from_pretrained(name),
    library.AutoModel.from_pretrained(name, { dtype: 'q8' }),
  ])
    .catch((cause: unknown) => {
      throw new AppError(
        'read_failed',
        'No embedding model could be read. It needs config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx of all-MiniLM-L6-v2; check its folder.',
        {},
        { cause },
      )
    })
    .finally(close)
  throwIfAborted(signal)
  const [tokenizer, model] = loaded
  const separator = BigInt(tokenizer.sep_token_id)

  const embedOne = async (text: string): Promise<Float32Array> => {
    const inputs = tokenizer(text, { truncation: true, max_length: MAX_TOKENS }) as Tokens
    // transformers.js cuts the closing [SEP] off with the rest of a long text; the model was trained with it there.
    inputs.input_ids.data[inputs.input_ids.data.length - 1] = separator
    const { last_hidden_state: states } = (await model(inputs)) as { last_hidden_state: States }
    return meanOfLengthOne(states)
  }

  return {
    dimensions: DIMENSIONS,
    async embed(texts, { signal: stop, progress }: EmbedOptions = {}) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        if (stop) await breathe()
        throwIfAborted(stop)
        vectors.push(await embedOne(text))
        progress?.(vectors.length / texts.length)
      }
      return vectors
    },
  }
}

interface Tokens {
  readonly input_ids: { readonly data: BigInt64Array }
}

/** Token states of one text: row-major [1, tokens, 384]; every token counts, as a single text has no padding. */
interface States {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

function meanOfLengthOne({ data, dims }: States): Float32Array {
  const count = dims[1]!
  const vector = new Float32Array(DIMENSIONS)
  for (let token = 0; token < count; token++) {
    for (let at = 0; at < DIMENSIONS; at++) vector[at]! += data[token * DIMENSIONS + at]! / count
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
