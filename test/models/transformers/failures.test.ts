import type { PreTrainedModel } from '@xenova/transformers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { Decoder, type DecoderParts } from '../../../src/models/transformers/decoder.ts'
import { loadTransformers, unreadable } from '../../../src/models/transformers/load.ts'

afterEach(() => vi.unstubAllGlobals())

const goOn = () => Promise.resolve()

/** Enough of the library to begin a run, over a graphics device that never answers. */
function decoderThatWaits(lost: Promise<never>) {
  let runs = 0
  const forward = () => ((runs += 1), new Promise<never>(() => undefined))
  const decoder = new Decoder({
    library: { Tensor: Object } as unknown as DecoderParts['library'],
    model: { forward, dispose: () => Promise.resolve() } as unknown as PreTrainedModel,
    chunk: 32,
    blocking: false,
    lost,
  })
  return { decoder, runs: () => runs }
}

describe('a graphics device that is lost', () => {
  it('ends the run under way, which would wait for ever, and every later one', async () => {
    let lose: (error: Error) => void = () => undefined
    const lost = new Promise<never>((_resolve, reject) => (lose = reject))
    const { decoder, runs } = decoderThatWaits(lost)
    const told = {
      code: 'model_failed',
      message:
        'the language model stopped (the driver was reset); load it again, or choose a smaller one if this comes back',
    }
    const underWay = expect(decoder.prime([1, 2, 3], goOn)).rejects.toMatchObject(told)
    await Promise.resolve()
    lose(new Error('the driver was reset'))
    await underWay
    await expect(decoder.prime([1, 2], goOn)).rejects.toMatchObject(told)
    expect(runs()).toBe(1)
  })
})

describe('a machine that cannot', () => {
  it('is told what to do where there is no graphics device', async () => {
    const options = {
      modelId: 'm',
      files: new Map<string, Blob>(),
      device: 'webgpu' as const,
      dtype: 'q4' as const,
      runtime: { mjs: '', wasm: '' },
    }
    for (const gpu of [undefined, { requestAdapter: () => Promise.resolve(null) }]) {
      vi.stubGlobal('navigator', { gpu })
      await expect(loadTransformers(options)).rejects.toMatchObject({
        code: 'unsupported_machine',
        message: expect.stringMatching(/run the model on the processor, or use a browser that has/) as string,
      })
    }
  })

  it('tells too little memory from files that cannot be read, and keeps what is told already', () => {
    // As onnxruntime says it.
    const full = new Error('std::bad_alloc')
    expect(unreadable('m', full)).toMatchObject({
      code: 'model_failed',
      message: expect.stringMatching(
        /does not fit the memory.*close other tabs or choose a smaller/,
      ) as string,
      cause: full,
    })
    expect(unreadable('m', new Error('protobuf parsing failed'))).toMatchObject({
      code: 'model_file',
      message: expect.stringMatching(/protobuf parsing failed.*get it again/) as string,
    })
    const own = new AppError('model_file', 'the file is missing')
    expect(unreadable('m', own)).toBe(own)
    const stop = new DOMException('Stopped', 'AbortError')
    expect(unreadable('m', stop)).toBe(stop)
  })
})
