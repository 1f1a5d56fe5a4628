import { hasModelInCache, MLCEngine } from '@mlc-ai/web-llm'
import { isAppError } from '../../src/lib/errors.ts'
import type { LoadProgress, ModelFiles } from '../../src/models/engine.ts'
import { gpuFacts, type GpuFacts } from '../../src/models/webllm/gpu-facts.ts'
import { ADDRESS, cacheOf, whileLoading } from '../../src/models/webllm/library-files.ts'
import { loadWebLlm } from '../../src/models/webllm/load.ts'
import { readModelFolder } from '../../src/models/webllm/model-folder.ts'
import { appConfigOf } from '../../src/models/webllm/requests.ts'

export type Job =
  | { readonly kind: 'facts' }
  | {
      readonly kind: 'load'
      readonly files: ModelFiles
      readonly hashes: Readonly<Record<string, string>>
      readonly gpu?: GpuFacts
      readonly stopAt?: number
    }
  | { readonly kind: 'library'; readonly files: ModelFiles }
  | { readonly kind: 'device' }

export interface Answer {
  readonly value?: unknown
  readonly error?: { readonly name: string; readonly code: string | null; readonly message: string }
  readonly progress: readonly LoadProgress[]
  /** Addresses that this worker asked the network for outside its own origin. */
  readonly asked: readonly string[]
  readonly hasOwnCaches: boolean
}

const progress: LoadProgress[] = []

async function run(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'facts':
      return gpuFacts()
    case 'load': {
      const stop = new AbortController()
      const engine = await loadWebLlm({
        modelId: 'tiny',
        ...job,
        signal: stop.signal,
        progress: (told) => {
          progress.push(told)
          if (told.fraction >= (job.stopAt ?? Infinity)) stop.abort()
        },
      })
      return engine.contextSize
    }
    case 'library': {
      // The library's own look into its caches: the list of weights is read, and each of its files asked for.
      const folder = await readModelFolder(job.files)
      const config = appConfigOf('tiny', folder, 4096)
      const inside = await whileLoading(
        cacheOf(job.files, folder),
        () => undefined,
        () => hasModelInCache('tiny', config),
      )
      // Positive control of the record of requests.
      await fetch(ADDRESS + 'control').catch(() => undefined)
      return { inside, outside: await hasModelInCache('tiny', config).catch(() => 'no such address') }
    }
    case 'device': {
      const devices: GPUDevice[] = []
      const cache = cacheOf(new Map(), { weights: '', expected: [] })
      await whileLoading(
        cache,
        (device) => devices.push(device),
        () => new MLCEngine({ logLevel: 'SILENT' }).getGPUVendor(),
      )
      await navigator.gpu.requestAdapter().then((adapter) => adapter!.requestDevice())
      devices[0]?.destroy()
      return { seen: devices.length, lost: (await devices[0]?.lost)?.reason }
    }
  }
}

self.onmessage = async ({ data }: MessageEvent<Job>) => {
  const own = self.caches
  const answer = await run(data).then(
    (value) => ({ value }),
    (error: unknown) => {
      const { name, message } = error as Error
      return { error: { name, code: isAppError(error) ? error.code : null, message } }
    },
  )
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith(location.origin))
  postMessage({ ...answer, progress, asked, hasOwnCaches: self.caches === own } satisfies Answer)
}
