import type { FileEngine } from './manifest.ts'

/** A place on the Hugging Face hub. Exact sizes and hashes come from the hub's own listing at the time of the download. */
export interface HubSource {
  /** 'owner/name'. */
  readonly repo: string
  readonly revision: string
  /** What of the repository belongs to the model. */
  readonly files: RegExp
  /** The compiled program of the model, which the MLC project keeps in a git repository of its own. */
  readonly library?: { readonly repo: string; readonly revision: string; readonly path: string }
}

/** A model that people would want. */
export interface CatalogueEntry {
  readonly id: string
  readonly title: string
  readonly kind: 'chat' | 'embedder'
  readonly engine: FileEngine
  /** Millions of parameters. */
  readonly parametersM: number
  /** Size of its files, to within some per cent. */
  readonly aboutBytes: number
  /** Memory it takes while it runs, graphics memory where it runs there. */
  readonly memoryBytes: number
  /** What the browser must have. */
  readonly needs: readonly ('webgpu' | 'shader-f16')[]
  /** Tokens of prompt and answer together. */
  readonly context: number
  readonly licence: string
  readonly source: HubSource
  /** SHA-256 of files of this model that we have had in hand, by which an imported copy is recognised. */
  readonly known?: readonly string[]
}

const MEGABYTE = 1e6

/** What web-llm reads of a repository in the MLC layout. */
const MLC_FILES =
  /^(mlc-chat-config\.json|(ndarray|tensor)-cache\.json|params_shard_\d+\.bin|tokenizer\.json|tokenizer_config\.json)$/

const onnxFiles = (model: string) =>
  new RegExp(
    `^(config|generation_config|tokenizer|tokenizer_config|special_tokens_map)\\.json$|^onnx/${model}\\.onnx(_data)?$`,
  )

const exactly = (name: string) => new RegExp(`^${name.replaceAll('.', '\\.')}$`)

interface Mlc {
  readonly id: string
  readonly title: string
  readonly parametersM: number
  /** Of the repository and of the program, less '-q4f16_1' and what follows. */
  readonly name: string
  readonly program?: string
  /** `vram_required_MB` of web-llm 0.2.86 for 4,096 tokens: q4f16, q4f32. */
  readonly megabytes: readonly [number, number]
  readonly licence: string
}

/** Both forms of a model: 4 bits and a 16-bit scale for 32 weights, for adapters with shader-f16; a 32-bit scale for others. */
function bothForms(model: Mlc): CatalogueEntry[] {
  return (['q4f16', 'q4f32'] as const).map((form, at) => ({
    id: `${model.id}-${form}`,
    title: `${model.title} (${form === 'q4f16' ? '16-bit' : '32-bit'} arithmetic)`,
    kind: 'chat' as const,
    engine: 'webllm' as const,
    parametersM: model.parametersM,
    aboutBytes: ((model.parametersM * 1e6) / 8) * (form === 'q4f16' ? 4.5 : 5) + 8 * MEGABYTE,
    memoryBytes: model.megabytes[at]! * MEGABYTE,
    needs: form === 'q4f16' ? (['webgpu', 'shader-f16'] as const) : (['webgpu'] as const),
    context: 4096,
    licence: model.licence,
    source: {
      repo: `mlc-ai/${model.name}-${form}_1-MLC`,
      revision: 'main',
      files: MLC_FILES,
      library: {
        repo: 'mlc-ai/binary-mlc-llm-libs',
        revision: 'main',
        path: `web-llm-models/v0_2_86/base/${model.program ?? model.name}-${form}_1_cs1k-webgpu.wasm`,
      },
    },
  }))
}

/** Models of web-llm: names, programs and memory as its own list (0.2.86) has them. */
const MLC: readonly Mlc[] = [
  {
    id: 'smollm2-360m-instruct',
    title: 'SmolLM2 360M',
    parametersM: 362,
    name: 'SmolLM2-360M-Instruct',
    megabytes: [376, 580],
    licence: 'Apache-2.0',
  },
  {
    id: 'qwen3-0.6b',
    title: 'Qwen3 0.6B',
    parametersM: 596,
    name: 'Qwen3-0.6B',
    megabytes: [1403, 1925],
    licence: 'Apache-2.0',
  },
  {
    id: 'llama-3.2-1b-instruct',
    title: 'Llama 3.2 1B',
    parametersM: 1236,
    name: 'Llama-3.2-1B-Instruct',
    megabytes: [879, 1129],
    licence: 'Llama 3.2 Community License',
  },
  {
    id: 'qwen2.5-1.5b-instruct',
    title: 'Qwen2.5 1.5B',
    parametersM: 1544,
    name: 'Qwen2.5-1.5B-Instruct',
    program: 'Qwen2-1.5B-Instruct',
    megabytes: [1630, 1889],
    licence: 'Apache-2.0',
  },
  {
    id: 'qwen3-1.7b',
    title: 'Qwen3 1.7B',
    parametersM: 1721,
    name: 'Qwen3-1.7B',
    megabytes: [2037, 2635],
    licence: 'Apache-2.0',
  },
  {
    id: 'qwen3-4b',
    title: 'Qwen3 4B',
    parametersM: 4022,
    name: 'Qwen3-4B',
    megabytes: [3432, 4328],
    licence: 'Apache-2.0',
  },
]

/** llama.cpp needs about the file, the key-value cache of 4,096 tokens and its work space. */
const onProcessor = (fileMegabytes: number, cacheMegabytes: number) =>
  (fileMegabytes + cacheMegabytes + 250) * MEGABYTE

const OTHERS: readonly CatalogueEntry[] = [
  {
    id: 'smollm2-135m-instruct-q8',
    title: 'SmolLM2 135M (GGUF Q8_0)',
    kind: 'chat',
    engine: 'wllama',
    parametersM: 135,
    aboutBytes: 145 * MEGABYTE,
    memoryBytes: onProcessor(145, 94),
    needs: [],
    context: 4096,
    licence: 'Apache-2.0',
    source: {
      repo: 'mradermacher/SmolLM2-135M-Instruct-GGUF',
      revision: 'main',
      files: exactly('SmolLM2-135M-Instruct.Q8_0.gguf'),
    },
  },
  {
    id: 'qwen2.5-0.5b-instruct-q4',
    title: 'Qwen2.5 0.5B (GGUF Q4_K_M)',
    kind: 'chat',
    engine: 'wllama',
    parametersM: 494,
    aboutBytes: 398 * MEGABYTE,
    memoryBytes: onProcessor(398, 50),
    needs: [],
    context: 4096,
    licence: 'Apache-2.0',
    source: {
      repo: 'bartowski/Qwen2.5-0.5B-Instruct-GGUF',
      revision: 'main',
      files: exactly('Qwen2.5-0.5B-Instruct-Q4_K_M.gguf'),
    },
  },
  {
    id: 'qwen2.5-1.5b-instruct-q4',
    title: 'Qwen2.5 1.5B (GGUF Q4_K_M)',
    kind: 'chat',
    engine: 'wllama',
    parametersM: 1544,
    aboutBytes: 986 * MEGABYTE,
    memoryBytes: onProcessor(986, 117),
    needs: [],
    context: 4096,
    licence: 'Apache-2.0',
    source: {
      repo: 'bartowski/Qwen2.5-1.5B-Instruct-GGUF',
      revision: 'main',
      files: exactly('Qwen2.5-1.5B-Instruct-Q4_K_M.gguf'),
    },
  },
  {
    id: 'smollm2-135m-instruct-onnx',
    title: 'SmolLM2 135M (ONNX, 4 bits)',
    kind: 'chat',
    engine: 'transformers',
    parametersM: 135,
    aboutBytes: 202 * MEGABYTE,
    memoryBytes: 500 * MEGABYTE,
    needs: [],
    context: 4096,
    licence: 'Apache-2.0',
    source: {
      repo: 'HuggingFaceTB/SmolLM2-135M-Instruct',
      revision: 'main',
      files: onnxFiles('model_q4'),
    },
  },
  {
    id: 'qwen2.5-0.5b-instruct-onnx',
    title: 'Qwen2.5 0.5B (ONNX, 4 bits)',
    kind: 'chat',
    engine: 'transformers',
    parametersM: 494,
    aboutBytes: 794 * MEGABYTE,
    memoryBytes: 1400 * MEGABYTE,
    needs: [],
    context: 4096,
    licence: 'Apache-2.0',
    source: {
      repo: 'onnx-community/Qwen2.5-0.5B-Instruct',
      revision: 'main',
      files: onnxFiles('model_q4'),
    },
  },
  {
    id: 'all-minilm-l6-v2',
    title: 'MiniLM L6, English',
    kind: 'embedder',
    engine: 'transformers',
    parametersM: 23,
    aboutBytes: 24 * MEGABYTE,
    memoryBytes: 120 * MEGABYTE,
    needs: [],
    context: 256,
    licence: 'Apache-2.0',
    source: { repo: 'Xenova/all-MiniLM-L6-v2', revision: 'main', files: onnxFiles('model_quantized') },
    known: ['8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6'],
  },
]

/** Language models from small to large, then the embedder. */
export const CATALOGUE: readonly CatalogueEntry[] = [...MLC.flatMap(bothForms), ...OTHERS]

export function catalogueEntry(id: string): CatalogueEntry | null {
  return CATALOGUE.find((entry) => entry.id === id) ?? null
}

/** The model that one of these files belongs to, by hashes that we have seen. */
export function recogniseByHash(sha256: readonly string[]): CatalogueEntry | null {
  return CATALOGUE.find(({ known }) => known?.some((hash) => sha256.includes(hash))) ?? null
}
