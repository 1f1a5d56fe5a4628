import { AppError } from '../../lib/errors.ts'
import type { ModelFiles } from '../engine.ts'
import { WEIGHTS_NAME, type ModelFolder } from './model-folder.ts'

/**
 * Where the library believes its files to lie: absolute, under /resolve/main/ and not on localhost, else it asks the
 * network without looking into its cache. The name is one that no server can have (RFC 6761).
 */
export const ADDRESS = 'https://model.invalid/resolve/main/'

export const addressOf = (path: string): string => new URL(path, ADDRESS).href

/** The caches that web-llm opens. */
const SCOPES: ReadonlySet<string> = new Set(['webllm/config', 'webllm/model', 'webllm/wasm'])

/** What web-llm 0.2.86 calls of a cache, and of the caches. */
type LibraryCache = Pick<Cache, 'match' | 'add' | 'keys' | 'delete'>
type LibraryCaches = Pick<CacheStorage, 'open'>

/** Files under the addresses that the library asks for, read when they are asked for. */
export function cacheOf(files: ModelFiles, folder: Pick<ModelFolder, 'weights' | 'expected'>): LibraryCache {
  const byAddress = new Map(
    folder.expected.map(({ path }) => [addressOf(path === folder.weights ? WEIGHTS_NAME : path), path]),
  )
  const urlOf = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
  return {
    match(request) {
      if (request instanceof Request) request.signal.throwIfAborted()
      const path = byAddress.get(urlOf(request))
      const blob = path === undefined ? undefined : files.get(path)
      return Promise.resolve(blob && new Response(blob))
    },
    // Asked only for what `match` does not hold: the library would fetch it.
    add(request) {
      const path = urlOf(request).replace(ADDRESS, '')
      return Promise.reject(
        new AppError(
          'model_file',
          `the file ${path} of the model is missing; fetch or import the model again`,
          { path },
        ),
      )
    },
    keys: () => Promise.resolve([...byAddress.keys()].map((url) => new Request(url))),
    delete: () => Promise.resolve(false),
  }
}

/** Loads wait for one another: what stands in for the caches is one for the whole worker. */
let loading: Promise<unknown> = Promise.resolve()

/**
 * Runs a load of the library, whose caches hold the given files meanwhile, and hands over each device it opens: the library
 * has no setting for either. Other caches of the worker are left as they are.
 */
export function whileLoading<Result>(
  cache: LibraryCache,
  onDevice: (device: GPUDevice) => void,
  load: () => Promise<Result>,
): Promise<Result> {
  const result = loading.then(async () => {
    const undo = [standIn(cache), watchDevices(onDevice)]
    try {
      return await load()
    } finally {
      for (const each of undo) each()
    }
  })
  loading = result.catch(() => undefined)
  return result
}

function standIn(cache: LibraryCache): () => void {
  const own = globalThis.caches as CacheStorage | undefined
  const ours: LibraryCaches = {
    open: (scope) => (SCOPES.has(scope) || !own ? Promise.resolve(cache as Cache) : own.open(scope)),
  }
  Object.defineProperty(globalThis, 'caches', { value: ours, configurable: true })
  // The property of the global object hides the one of its prototype.
  return () => void Reflect.deleteProperty(globalThis, 'caches')
}

function watchDevices(onDevice: (device: GPUDevice) => void): () => void {
  const { prototype } = GPUAdapter
  const own = Object.getOwnPropertyDescriptor(prototype, 'requestDevice')!
  const requestDevice = own.value as GPUAdapter['requestDevice']
  const watched = async function (this: GPUAdapter, ...values: Parameters<GPUAdapter['requestDevice']>) {
    const device = await requestDevice.apply(this, values)
    onDevice(device)
    return device
  }
  Object.defineProperty(prototype, 'requestDevice', { ...own, value: watched })
  return () => void Object.defineProperty(prototype, 'requestDevice', own)
}
