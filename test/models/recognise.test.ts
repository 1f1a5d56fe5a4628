import { openAsBlob } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isGguf, readGguf } from '../../src/models/gguf.ts'
import { recognise } from '../../src/models/recognise.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const file = (path: string, content: string | Uint8Array<ArrayBuffer> = 'x') => ({
  path,
  blob: new Blob([content]),
})

const u32 = (value: number) => [...new Uint8Array(new Uint32Array([value]).buffer)]
const u64 = (value: number) => [...u32(value), ...u32(0)]
const text = (value: string) => [
  ...u64(new TextEncoder().encode(value).length),
  ...new TextEncoder().encode(value),
]

function gguf(pairs: readonly (readonly number[])[], { version = 3, count = pairs.length } = {}) {
  return Uint8Array.from([71, 71, 85, 70, ...u32(version), ...u64(0), ...u64(count), ...pairs.flat()])
}

const architecture = (name: string) => [...text('general.architecture'), ...u32(8), ...text(name)]
const name = [...text('general.name'), ...u32(8), ...text('Tiny')]
const context = [...text('llama.context_length'), ...u32(4), ...u32(8192)]
const words = [...text('tokenizer.ggml.tokens'), ...u32(9), ...u32(8), ...u64(2), ...text('a'), ...text('b')]

describe('readGguf', () => {
  it('reads the facts, past lists of texts', () => {
    expect(readGguf(gguf([architecture('llama'), words, name, context]))).toEqual({
      architecture: 'llama',
      name: 'Tiny',
      licence: null,
      contextLength: 8192,
    })
  })

  it('is content with what it has read where the pairs go on', () => {
    expect(readGguf(gguf([architecture('llama')], { count: 1e9 })).architecture).toBe('llama')
  })

  it.each([
    ['nothing', new Uint8Array(), /no GGUF/],
    ['another format', gguf([architecture('llama')], { version: 1 }), /format 1/],
    ['no architecture', gguf([name]), /does not say what kind/],
    ['a value of no known type', gguf([[...text('x'), ...u32(99)]]), /unknown type 99/],
    ['a text that is longer than the file', gguf([[...u64(2 ** 31), 1, 2]]), /does not say what kind/],
  ])('refuses %s', (_what, bytes, message) => {
    expect(() => readGguf(bytes)).toThrow(message)
  })
})

describe('recognise', () => {
  const onnx = [
    file('m/config.json', '{"architectures":["LlamaForCausalLM"],"max_position_embeddings":8192}'),
    file('m/tokenizer.json', '{}'),
    file('m/tokenizer_config.json', '{}'),
    file('m/onnx/model_q4.onnx'),
  ]
  const mlc = [
    file('Q-q4f16_1-MLC/mlc-chat-config.json', '{"context_window_size":40960}'),
    file('Q-q4f16_1-MLC/tensor-cache.json', '{}'),
    file('Q-q4f16_1-MLC/params_shard_0.bin'),
    file('Q-q4f16_1-MLC/Q-webgpu.wasm'),
  ]

  it('knows a folder of transformers.js, and what it is for', async () => {
    const { manifest } = await recognise(onnx)
    expect(manifest).toMatchObject({ id: 'm', kind: 'chat', engine: 'transformers', context: 8192 })
  })

  it('knows a folder of MLC, which has to hold its program', async () => {
    expect((await recognise(mlc)).manifest).toMatchObject({
      id: 'q-q4f16-1',
      engine: 'webllm',
      context: 40960,
    })
    await expect(recognise(mlc.slice(0, 3))).rejects.toThrow(/the compiled program/)
  })

  it('knows a GGUF file by its content and refuses what only has the name', async () => {
    const llama = gguf([architecture('llama'), context])
    expect((await recognise([file('weights.bin', llama)])).manifest).toMatchObject({
      id: 'weights.bin',
      engine: 'wllama',
      files: [{ path: 'weights.bin.gguf' }],
    })
    await expect(recognise([file('weights.gguf', 'GGML')])).rejects.toMatchObject({ code: 'model_file' })
    await expect(recognise([file('bert.gguf', gguf([architecture('nomic-bert')]))])).rejects.toThrow(
      /embedding/,
    )
  })

  it('takes no file along that leads out of the folder or belongs to nothing', async () => {
    const { files } = await recognise([
      ...onnx,
      file('m/../evil.json'),
      file('m/onnx/../../x.onnx'),
      file('m/a.exe'),
    ])
    expect([...files.keys()].sort()).toEqual(onnx.map(({ path }) => path.slice(2)).sort())
  })

  it('says what was found where it is no model', async () => {
    await expect(recognise([file('a.tif'), file('b.txt')])).rejects.toThrow(/^found a\.tif, b\.txt; choose/)
    await expect(recognise([file('m/config.json', 'no JSON')])).rejects.toThrow(/is no JSON/)
  })

  it('compares copies of a folder of its own with the hashes of its manifest', async () => {
    const sha256 = 'a'.repeat(64)
    const manifest = {
      ...(await recognise(onnx)).manifest,
      files: [{ path: 'onnx/model_q4.onnx', bytes: 1, url: 'https://x.test/', expected: null, sha256 }],
    }
    const folder = [...onnx, file('m/manifest.json', JSON.stringify(manifest))]
    expect((await recognise(folder)).manifest.files).toEqual([
      { path: 'onnx/model_q4.onnx', bytes: 1, url: null, expected: { sha256 }, sha256: null },
    ])
  })
})

const REAL = sharedPath('models', 'SmolLM2-135M-Instruct', 'SmolLM2-135M-Instruct.Q4_1.gguf')

describe.skipIf(!hasShared)('a real GGUF file', () => {
  it('is recognised with what it says of itself', async () => {
    const blob = await openAsBlob(REAL)
    expect(isGguf(new Uint8Array(await blob.slice(0, 8).arrayBuffer()))).toBe(true)
    const { manifest } = await recognise([{ path: 'SmolLM2-135M-Instruct.Q4_1.gguf', blob }])
    expect(manifest).toMatchObject({ id: 'smollm2-135m-instruct.q4-1', engine: 'wllama', context: 8192 })
  })
})
