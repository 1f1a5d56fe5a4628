import { makeId } from '../../lib/ids.ts'
import type { ModelFiles } from '../engine.ts'

/** Absolute URLs of one build of the ONNX runtime: a module and the WASM that it starts. */
export interface RuntimeUrls {
  readonly mjs: string
  readonly wasm: string
}

type Library = typeof import('@xenova/transformers')

export interface OpenedFolder {
  readonly library: Library
  /** What the library's `from_pretrained` is to be called with. */
  readonly name: string
  /** To be called once the files were read. */
  readonly close: () => void
}

/** A scheme that no server answers, so that a path outside the folders can lead nowhere. */
const SCHEME = 'model-file:/'

const folders = new Map<string, ModelFiles>()

/**
 * The library with a folder of files that it may read by the returned name, and nothing else: no other file, no network,
 * no cache of its own. One build of the runtime serves a thread for good, that of the first call.
 */
export async function openFolder(files: ModelFiles, runtime: RuntimeUrls): Promise<OpenedFolder> {
  const library = await import('@xenova/transformers')
  const { env } = library
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = SCHEME
  env.remoteHost = SCHEME
  env.remotePathTemplate = '{model}/'
  env.useBrowserCache = false
  env.useFSCache = false
  env.useFS = false
  // Its WASM cache starts the runtime from a blob, which the page's policy refuses.
  env.useWasmCache = false
  env.useCustomCache = true
  env.customCache = {
    match: (address: string) => Promise.resolve(responseOf(address)),
    put: () => Promise.resolve(),
  }
  // What the folder lacks is asked for by this.
  env.fetch = () => Promise.resolve(new Response(null, { status: 404 }))
  // Each run that fails is thrown; the log repeats it with its input.
  env.logLevel = library.LogLevel.NONE
  const { wasm } = env.backends.onnx
  if (wasm) {
    wasm.wasmPaths = { ...runtime }
    wasm.numThreads = 1
  }
  // Unlike any name before, as the library remembers what it found under a name.
  const name = makeId('folder')
  folders.set(name, files)
  return {
    library,
    name,
    close: () => {
      folders.delete(name)
    },
  }
}

function responseOf(address: string): Response | undefined {
  if (!address.startsWith(SCHEME)) return undefined
  const path = address.slice(SCHEME.length)
  const end = path.indexOf('/')
  const blob = folders.get(path.slice(0, end))?.get(path.slice(end + 1))
  return blob && new Response(blob, { headers: { 'Content-Length': String(blob.size) } })
}
