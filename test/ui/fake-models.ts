import type { ListedModel, ModelBytes, ModelsClient, ModelsOverview } from '../../src/bridge/index.ts'
import type { ModelManifest } from '../../src/models/manifest.ts'

export const MACHINE: ModelsOverview['machine'] = {
  adapter: {
    name: 'apple m-series',
    software: false,
    f16: true,
    workgroupStorageBytes: 32768,
    storageBuffers: 10,
    bufferBytes: 4e9,
    bindingBytes: 4e9,
  },
  memoryGigabytes: 8,
  cores: 8,
  isolated: true,
  usageBytes: 18_400_000,
  quotaBytes: 42_000_000_000,
  browserModel: 'none',
}

export function fakeListed(id: string, more: Partial<ListedModel> = {}): ListedModel {
  return {
    id,
    title: id,
    kind: 'chat',
    engine: 'webllm',
    totalBytes: 976_000_000,
    storedBytes: 0,
    memoryBytes: 2_037_000_000,
    context: 4096,
    licence: 'Apache-2.0',
    origin: `huggingface.co/mlc-ai/${id}`,
    revision: null,
    state: 'listed',
    onSite: false,
    unpublishedHashes: 0,
    fetchable: true,
    hosts: ['huggingface.co', 'api.github.com', 'raw.githubusercontent.com'],
    verdict: { level: 'runs', reasons: [] },
    writtenTokensPerSecond: null,
    promptTokensPerSecond: null,
    ...more,
  }
}

export const MODELS: readonly ListedModel[] = [
  fakeListed('smollm2-135m-instruct.q4-1', {
    title: 'SmolLM2-135M-Instruct.Q4_1 <img src=x onerror="window.hacked = true">',
    engine: 'wllama',
    state: 'stored',
    totalBytes: 98_362_432,
    storedBytes: 98_362_432,
    memoryBytes: 350_000_000,
    origin: 'a file on this computer',
    unpublishedHashes: 1,
    hosts: [],
    writtenTokensPerSecond: 9.5,
    promptTokensPerSecond: 14,
  }),
  fakeListed('qwen3-1.7b-q4f16', { title: 'Qwen3 1.7B (16-bit arithmetic)' }),
  fakeListed('qwen2.5-1.5b-instruct-q4', {
    title: 'Qwen2.5 1.5B (GGUF Q4_K_M)',
    engine: 'wllama',
    state: 'partial',
    totalBytes: 986_000_000,
    storedBytes: 412_000_000,
    memoryBytes: 1_353_000_000,
    hosts: ['huggingface.co'],
    verdict: {
      level: 'slow',
      reasons: [
        'It runs on the processor: about 4 tokens a second with 7 threads, and longer before the first word.',
      ],
    },
  }),
  fakeListed('qwen3-4b-q4f32', {
    title: 'Qwen3 4B (32-bit arithmetic)',
    totalBytes: 2_522_000_000,
    memoryBytes: 14_328_000_000,
    verdict: {
      level: 'cannot',
      reasons: ['It takes 14.3 GB of memory; this machine has 8 GB as far as the browser tells.'],
    },
  }),
  fakeListed('smollm2-360m-instruct-q4f32', {
    title: 'SmolLM2 360M (32-bit arithmetic)',
    totalBytes: 234_000_000,
    memoryBytes: 580_000_000,
    onSite: true,
    hosts: ['huggingface.co'],
  }),
  fakeListed('all-minilm-l6-v2', {
    title: 'MiniLM L6, English',
    kind: 'embedder',
    engine: 'transformers',
    totalBytes: 24_000_000,
    memoryBytes: 120_000_000,
    context: 256,
  }),
]

export const PLAN: ModelManifest = {
  format: 1,
  id: 'qwen3-1.7b-q4f16',
  title: 'Qwen3 1.7B (16-bit arithmetic)',
  kind: 'chat',
  engine: 'webllm',
  context: 4096,
  memoryBytes: 2_037_000_000,
  licence: 'Apache-2.0',
  origin: 'huggingface.co/mlc-ai/Qwen3-1.7B-q4f16_1-MLC',
  revision: '0123456789abcdef0123456789abcdef01234567',
  files: [
    {
      path: 'params_shard_0.bin',
      bytes: 970_000_000,
      url: 'https://huggingface.co/x',
      expected: { sha256: 'a'.repeat(64) },
      sha256: null,
    },
    {
      path: 'mlc-chat-config.json',
      bytes: 2_000,
      url: 'https://huggingface.co/y',
      expected: { gitBlob: 'b'.repeat(40) },
      sha256: null,
    },
  ],
}

export interface FakeModelsOptions {
  readonly models?: readonly ListedModel[]
  readonly overview?: Partial<ModelsOverview>
  /** What a download does; it stays under way where this is left out. */
  readonly download?: (report: (progress: ModelBytes) => void, signal: AbortSignal) => Promise<void>
  readonly plan?: () => Promise<ModelManifest>
}

/** The models' worker as recorded answers. */
export function fakeModels(note: (call: string) => unknown, options: FakeModelsOptions = {}): ModelsClient {
  let overview: ModelsOverview = {
    machine: MACHINE,
    models: options.models ?? MODELS,
    used: 'planner',
    suggested: 'qwen3-1.7b-q4f16',
    allowedHosts: ['huggingface.co'],
    server: null,
    ...options.overview,
  }
  const stays = (report: (progress: ModelBytes) => void, signal: AbortSignal) => {
    report({ storedBytes: 312_000_000, totalBytes: 970_002_000, path: 'params_shard_0.bin' })
    return new Promise<void>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError'))),
    )
  }
  return {
    overview: () => Promise.resolve(overview),
    plan: (ask) => {
      note(`plan ${JSON.stringify(ask)}`)
      return options.plan?.() ?? Promise.resolve(PLAN)
    },
    download: (model, { onProgress, signal }) => {
      note(`download ${typeof model === 'string' ? model : model.id}`)
      return (options.download ?? stays)(onProgress, signal ?? new AbortController().signal)
    },
    importFiles: (files) => {
      note(`import ${files.map(({ name }) => name).join(' ')}`)
      return Promise.resolve('imported')
    },
    verify: (id) => {
      note(`verify ${id}`)
      return Promise.resolve([])
    },
    remove: (id) => {
      note(`remove ${id}`)
      overview = { ...overview, models: overview.models.filter((model) => model.id !== id) }
      return Promise.resolve()
    },
    use: (used) => {
      note(`use ${used}`)
      overview = { ...overview, used }
      return Promise.resolve()
    },
    setHost: (host, allowed) => {
      note(`host ${host} ${allowed}`)
      const others = overview.allowedHosts.filter((each) => each !== host)
      overview = { ...overview, allowedHosts: allowed ? [...others, host] : others }
      return Promise.resolve()
    },
    setServer: (server) => {
      note(`server ${JSON.stringify(server)}`)
      overview = { ...overview, server }
      return Promise.resolve()
    },
  }
}
