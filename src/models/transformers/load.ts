import type { PreTrainedModel, PreTrainedTokenizer } from '@xenova/transformers'
import { isAbort } from '../../lib/abort.ts'
import { AppError, isAppError } from '../../lib/errors.ts'
import type { LoadProgress, ModelFiles } from '../engine.ts'
import { TokenChoice } from '../grammar/token-choice.ts'
import { profileOf } from '../profiles.ts'
import { checkOf } from './check.ts'
import { Decoder } from './decoder.ts'
import { TransformersEngine } from './engine.ts'
import { openFolder, type RuntimeUrls } from './library.ts'
import { PromptText } from './prompt-text.ts'
import { assertSound, greedyRun, type Device, type ReferenceRun } from './self-test.ts'
import { tokenBytes } from './vocabulary.ts'

export interface TransformersOptions {
  readonly modelId: string
  /** Layout of transformers.js: config.json, tokenizer.json, tokenizer_config.json, onnx/model_q4.onnx, … */
  readonly files: ModelFiles
  readonly device: Device
  /** As in the names of the files: 'q4', 'q4f16', 'fp16', 'q8', 'fp32'. */
  readonly dtype: 'q4' | 'q4f16' | 'fp16' | 'q8' | 'fp32'
  /** The asyncify build for 'webgpu', the plain one for 'wasm'. */
  readonly runtime: RuntimeUrls
  /** Tokens of prompt and answer together; the model's own limit where that is less. */
  readonly contextSize?: number
  /**
   * What the model is known to write. Without it a model on a graphics device is compared with itself on the processor,
   * which takes as long as a short prompt does there; `engine.proof` is what to give the next time.
   */
  readonly reference?: ReferenceRun | undefined
  readonly stopFlag?: Int32Array | undefined
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((progress: LoadProgress) => void) | undefined
}

/** What the model was shown to write on this machine. */
export interface Proven {
  readonly proof: ReferenceRun
}

const CONTEXT = 4096

/** Tokens in one run: on a device more, where the model need not give the logits of each. */
const CHUNK = { wasm: 128, webgpu: 256, allLogits: 64 } as const

/** Beyond these, attention is computed in another way, which some graphics devices get wrong. */
const PROVEN_SHORT = 32

const TEST_TEXT =
  'Satellites measure the light that land and water send back. Healthy plants reflect much of the near infrared and little of the red, burnt ground the other way round. The ratio of the two tells'
const TEST_TOKENS = 3

/**
 * Loads a language model with transformers.js and tests its arithmetic. Nothing is fetched but the runtime. Throws
 * model_file where files are missing, damaged or of no such model, unsupported_machine where there is no WebGPU or it
 * computes wrongly, model_failed where memory ran out, AbortError.
 */
export async function loadTransformers(options: TransformersOptions): Promise<TransformersEngine & Proven> {
  const { device, signal, progress, files, modelId, stopFlag } = options
  const check = checkOf(signal, stopFlag)
  await check()
  if (device === 'webgpu') await assertWebGpu()
  progress?.({ fraction: 0, note: 'Reading the model' })
  const tokenizer = await readTokenizer(options)
  await check()
  let proof = options.reference
  if (!proof && device === 'webgpu') {
    progress?.({ fraction: 0.1, note: 'Computing a known answer on the processor' })
    const plain = await openDecoder({ ...options, device: 'wasm' }, CHUNK.wasm)
    try {
      proof = await greedyRun(plain.decoder, testIds(tokenizer), TEST_TOKENS, check)
    } finally {
      await plain.decoder.dispose()
    }
  }
  progress?.({ fraction: 0.4, note: 'Starting the model' })
  const long = proof && proof.promptIds.length > PROVEN_SHORT
  const { decoder, model } = await openDecoder(options, device === 'webgpu' && !long ? PROVEN_SHORT : null)
  try {
    await check()
    progress?.({ fraction: 0.8, note: 'Testing its arithmetic' })
    if (proof) await assertSound(decoder, proof, device, check)
    else proof = await greedyRun(decoder, testIds(tokenizer), TEST_TOKENS, check)
    const engine = new TransformersEngine({
      modelId,
      contextSize: contextOf(model, options.contextSize),
      decoder,
      text: new PromptText({
        tokenizer,
        template: (await files.get('chat_template.jinja')?.text()) ?? null,
        quiet: profileOf(modelId).thinking === 'empty-block',
      }),
      ends: endsOf(model, tokenizer),
      tokenChoice: once(() => new TokenChoice(tokenBytes(tokenizer))),
      stopFlag,
    })
    progress?.({ fraction: 1, note: 'Ready' })
    return Object.assign(engine, { proof })
  } catch (error) {
    await decoder.dispose().catch(() => undefined)
    throw error
  }
}

async function assertWebGpu(): Promise<void> {
  const adapter = await (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu?.requestAdapter()
  if (adapter) return
  throw new AppError(
    'unsupported_machine',
    'this browser offers no graphics device (WebGPU) here; run the model on the processor, or use a browser that has WebGPU',
  )
}

async function readTokenizer({ files, runtime, modelId }: TransformersOptions): Promise<PreTrainedTokenizer> {
  const { library, name, close } = await openFolder(files, runtime)
  return library.AutoTokenizer.from_pretrained(name)
    .catch((cause: unknown) => {
      throw unreadable(modelId, cause)
    })
    .finally(close)
}

/** `chunk`: tokens in one run, in place of what the device can take. */
export async function openDecoder(
  { files, runtime, modelId, device, dtype }: TransformersOptions,
  chunk: number | null,
): Promise<{ decoder: Decoder; model: PreTrainedModel }> {
  const { library, name, close } = await openFolder(files, runtime)
  const model = await library.AutoModelForCausalLM.from_pretrained(name, {
    dtype,
    // Named otherwise in Node, and the default there and here.
    ...(device === 'wasm' ? {} : { device }),
  })
    .catch((cause: unknown) => {
      throw unreadable(modelId, cause)
    })
    .finally(close)
  const keeps = Object.values(sessionsOf(model)).some((each) =>
    each.inputNames.includes('num_logits_to_keep'),
  )
  const most = device === 'wasm' ? CHUNK.wasm : keeps ? CHUNK.webgpu : CHUNK.allLogits
  const lost = device === 'webgpu' ? deviceLost(library.env.backends.onnx) : undefined
  const decoder = new Decoder({
    library,
    model,
    chunk: Math.min(chunk ?? most, most),
    blocking: device === 'wasm',
    lost,
  })
  return { decoder, model }
}

/** Why a model could not be read, in our codes. */
export function unreadable(modelId: string, cause: unknown): unknown {
  if (isAbort(cause) || isAppError(cause)) return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  if (/alloc|memory/i.test(why)) {
    return new AppError(
      'model_failed',
      `${modelId} does not fit the memory of this machine (${why}); close other tabs or choose a smaller model`,
      {},
      { cause },
    )
  }
  return new AppError(
    'model_file',
    `${modelId} could not be loaded (${why}). It needs config.json, tokenizer.json, tokenizer_config.json and its ONNX file, whole; delete it and get it again.`,
    {},
    { cause },
  )
}

/** Rejects when the graphics device is gone. */
function deviceLost({ webgpu }: { readonly webgpu?: unknown }): Promise<never> | undefined {
  const device = (webgpu as { readonly device?: Promise<GpuDevice> | GpuDevice } | undefined)?.device
  if (!device) return undefined
  const lost = Promise.resolve(device)
    .then((each) => each.lost)
    .then(({ message }): never => {
      throw new Error(message || 'the graphics device was lost')
    })
  lost.catch(() => undefined)
  return lost
}

interface GpuDevice {
  readonly lost: Promise<{ readonly message: string }>
}

const sessionsOf = (model: PreTrainedModel) =>
  model.sessions as Record<string, { readonly inputNames: readonly string[] }>

function testIds(tokenizer: PreTrainedTokenizer): number[] {
  return tokenizer.encode(TEST_TEXT, { add_special_tokens: false })
}

function contextOf({ config }: PreTrainedModel, wanted = CONTEXT): number {
  const own = (config as { max_position_embeddings?: unknown }).max_position_embeddings
  return typeof own === 'number' ? Math.min(wanted, own) : wanted
}

/** Of the model's generation config, its config and its tokenizer. */
function endsOf(model: PreTrainedModel, tokenizer: PreTrainedTokenizer): number[] {
  const told = [
    model.generation_config?.eos_token_id,
    (model.config as { eos_token_id?: unknown }).eos_token_id,
    tokenizer.eos_token_id,
  ]
  return [...new Set(told.flat().filter((id): id is number => typeof id === 'number'))]
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
