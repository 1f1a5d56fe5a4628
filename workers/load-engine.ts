import { AppError } from '../src/lib/errors.ts'
import { gpuFacts } from '../src/models/webllm/gpu-facts.ts'
import type { ModelFiles } from '../src/models/engine.ts'
import type { Loaded, LoadEngine } from './engine-host.ts'

/** Loads a model into the engine that its files are for. The libraries come with the first model that needs them. */
export const loadEngine: LoadEngine = async (ask, { signal, progress }): Promise<Loaded> => {
  const files: ModelFiles = new Map(ask.files)
  const common = { modelId: ask.modelId, files, signal, progress }
  switch (ask.engine) {
    case 'wllama': {
      const [{ loadWllama }, { LLAMA_WASM }] = await Promise.all([
        import('../src/models/wllama/engine.ts'),
        import('../src/models/runtime-urls.ts'),
      ])
      const threadsToTry = ask.found?.threads ?? 'probe'
      const engine = await loadWllama({ ...common, wasmUrl: LLAMA_WASM, threads: threadsToTry })
      const { threads } = engine
      return {
        engine,
        runsOn: threads === 1 ? 'the processor, one thread' : `the processor, ${threads} threads`,
        found: { threads },
      }
    }
    case 'transformers': {
      const [{ loadTransformers }, { ONNX_RUNTIMES }] = await Promise.all([
        import('../src/models/transformers/load.ts'),
        import('../src/models/runtime-urls.ts'),
      ])
      const device = (await hasDevice()) ? 'webgpu' : 'wasm'
      const dtype = dtypeOf(files)
      const engine = await loadTransformers({
        ...common,
        device,
        dtype,
        runtime: ONNX_RUNTIMES[device],
        stopFlag: ask.stopFlag,
        reference: ask.found?.proof,
      })
      return {
        engine,
        runsOn: device === 'webgpu' ? 'the graphics device (WebGPU)' : 'the processor, one thread',
        found: { proof: engine.proof },
      }
    }
    case 'webllm': {
      const { loadWebLlm } = await import('../src/models/webllm/index.ts')
      const engine = await loadWebLlm({ ...common, hashes: ask.hashes })
      return { engine, runsOn: 'the graphics device (WebGPU)' }
    }
    default:
      throw new AppError('invalid_input', `a model of kind ${ask.engine} does not run from files`)
  }
}

/** A device that software imitates is far slower than the processor itself. */
async function hasDevice(): Promise<boolean> {
  const facts = await gpuFacts()
  return facts !== null && !facts.software
}

/** The smallest form that is there, as files of a folder hold it. */
const DTYPES = ['q4', 'q4f16', 'q8', 'fp16', 'fp32'] as const
const FILE_OF = {
  q4: 'model_q4',
  q4f16: 'model_q4f16',
  q8: 'model_quantized',
  fp16: 'model_fp16',
  fp32: 'model',
}

function dtypeOf(files: ModelFiles): (typeof DTYPES)[number] {
  const found = DTYPES.find((dtype) => files.has(`onnx/${FILE_OF[dtype]}.onnx`))
  if (found) return found
  throw new AppError(
    'model_file',
    `the model's folder holds no onnx/model_q4.onnx or another form that is known; import the whole folder`,
  )
}
