import type { MLCEngine } from '@mlc-ai/web-llm'
import { throwIfAborted } from '../../lib/abort.ts'
import { AppError } from '../../lib/errors.ts'
import { checkFiles } from '../check-files.ts'
import type { Engine, LoadProgress, ModelFiles } from '../engine.ts'
import { profileOf } from '../profiles.ts'
import { Conversation } from './conversation.ts'
import { gpuFacts, type GpuFacts } from './gpu-facts.ts'
import { cacheOf, whileLoading } from './library-files.ts'
import { readModelFolder, type ModelFolder } from './model-folder.ts'
import { preFlight } from './pre-flight.ts'
import { appConfigOf } from './requests.ts'
import { deviceLost, toAppError, WebLlmEngine } from './web-llm-engine.ts'

export interface WebLlmOptions {
  readonly modelId: string
  /** In the layout of MLC, the compiled program (….wasm) among them. */
  readonly files: ModelFiles
  /** SHA-256 by path, of those files that have a known one. */
  readonly hashes: Readonly<Record<string, string>>
  /** Tokens of prompt and answer together; more take more graphics memory. Never more than the model was built for. */
  readonly contextSize?: number
  /** In place of those of this thread's adapter. */
  readonly gpu?: GpuFacts | null
  readonly signal?: AbortSignal | undefined
  readonly progress?: (progress: LoadProgress) => void
}

const CONTEXT_SIZE = 4096

/** Reading and hashing the files takes about this part of the time. */
const CHECKED = 0.2

/**
 * Loads a model into web-llm, in a worker: 6 MB of library come with it. Nothing is fetched and nothing is stored: the
 * files are checked, then handed over as they lie. Throws model_file, unsupported_machine, model_failed, AbortError.
 */
export async function loadWebLlm(options: WebLlmOptions): Promise<Engine> {
  const { files, hashes, signal, progress } = options
  throwIfAborted(signal)
  const folder = await readModelFolder(files)
  const gpu = options.gpu === undefined ? await gpuFacts() : options.gpu
  const { deviceMemory } = navigator as { deviceMemory?: number }
  preFlight(folder.needs, gpu, { gigabytes: deviceMemory ?? null })
  await checkFiles(
    files,
    folder.expected.map((file) => ({ ...file, sha256: hashes[file.path] })),
    {
      signal,
      progress: (read, all) =>
        progress?.({
          fraction: (CHECKED * read) / all,
          note: `checked ${megabytes(read)} of ${megabytes(all)}`,
        }),
    },
  )
  return open(folder, options)
}

async function open(
  folder: ModelFolder,
  { modelId, files, contextSize = CONTEXT_SIZE, signal, progress }: WebLlmOptions,
) {
  const webLlm = await import('@mlc-ai/web-llm')
  throwIfAborted(signal)
  const size = folder.slidingWindow > 0 ? folder.slidingWindow : Math.min(contextSize, folder.contextSize)
  const library = new webLlm.MLCEngine({
    appConfig: appConfigOf(modelId, folder, size),
    logLevel: 'SILENT',
    initProgressCallback: ({ progress: done }) =>
      progress?.({
        fraction: CHECKED + (1 - CHECKED) * done,
        note: `${megabytes(folder.needs.weightBytes * done)} of ${megabytes(folder.needs.weightBytes)} on the graphics processor`,
      }),
  })
  const watch = new DeviceWatch()
  const stop = () => void library.unload()
  signal?.addEventListener('abort', stop)
  try {
    const load = () => whileLoading(cacheOf(files, folder), watch.add, () => library.reload(modelId))
    await Promise.race([load(), watch.lost.then((reason) => Promise.reject(deviceLost(reason)))])
    // The library takes an abort for a quiet end.
    throwIfAborted(signal)
    const thinking = profileOf(modelId).thinking
    const engine = new WebLlmEngine({
      modelId,
      contextSize: size,
      library,
      conversation: new Conversation(folder.template, folder.controlTokens, thinking),
      thinking,
      countTokens: tokenCounter(library, modelId),
    })
    void watch.lost.then((reason) => engine.fail(deviceLost(reason)))
    return engine
  } catch (error) {
    await library.unload().catch(() => undefined)
    throw signal?.aborted ? new DOMException('Stopped', 'AbortError') : toAppError(error)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** The library only logs that its device is lost, and then knows no model. */
class DeviceWatch {
  readonly lost: Promise<string>
  private tell!: (reason: string) => void

  constructor() {
    this.lost = new Promise((resolve) => (this.tell = resolve))
  }

  readonly add = (device: GPUDevice): void => {
    void device.lost.then(({ message }) => this.tell(message))
  }
}

/** What of the library is not public, of the pinned version: it counts tokens for nobody, though its tokenizer could. */
interface Inside {
  readonly loadedModelIdToPipeline?: ReadonlyMap<
    string,
    { readonly tokenizer?: { encode(text: string): Int32Array } }
  >
}

function tokenCounter(library: MLCEngine, modelId: string): (text: string) => number {
  const tokenizer = (library as unknown as Inside).loadedModelIdToPipeline?.get(modelId)?.tokenizer
  if (!tokenizer)
    throw new AppError('model_failed', 'web-llm loaded the model without its tokenizer; load it again')
  return (text) => (text === '' ? 0 : tokenizer.encode(text).length)
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
