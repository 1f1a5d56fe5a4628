import { openAsBlob } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recognise } from '../../src/models/recognise.ts'
import { buildGguf } from '../helpers/gguf-builder.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const file = (path: string, content: string | Uint8Array<ArrayBuffer> = 'x') => ({
  path,
  blob: new Blob([content]),
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
    const blob = buildGguf({ 'general.architecture': 'llama' })
    expect((await recognise([{ path: 'weights.bin', blob }])).manifest).toMatchObject({
      id: 'weights.bin',
      engine: 'wllama',
      files: [{ path: 'weights.bin.gguf' }],
    })
    await expect(recognise([file('weights.gguf', 'GGML')])).rejects.toMatchObject({ code: 'model_file' })
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

  it('reads what a GGUF file says of itself', async () => {
    const blob = buildGguf({
      'general.architecture': 'llama',
      'tokenizer.ggml.tokens': ['a', 'b'],
      'general.license': 'apache-2.0',
      'llama.context_length': 8192,
    })
    const { manifest } = await recognise([{ path: 'usb/Tiny Q4.gguf', blob }])
    expect(manifest).toMatchObject({ engine: 'wllama', licence: 'apache-2.0', context: 8192 })
    const short = await recognise([{ path: 'a.gguf', blob: buildGguf({ 'general.architecture': 'llama' }) }])
    expect(short.manifest).toMatchObject({ licence: null, context: null })
  })

  it.each([
    ['no architecture', buildGguf({ 'general.name': 'Tiny' }), /does not say what kind/],
    ['an embedder', buildGguf({ 'general.architecture': 'nomic-bert' }), /embedding model \(nomic-bert\)/],
    ['another format', buildGguf({}, [], 0, 1), /version|format/],
    ['a header that is cut off', buildGguf({ 'general.architecture': 'llama' }).slice(0, 40), /cut off/],
  ])('refuses a GGUF file with %s', async (_what, blob, message) => {
    await expect(recognise([{ path: 'a.gguf', blob }])).rejects.toThrow(message)
  })

  it('takes all parts of a split GGUF model as one, in whatever order they were chosen', async () => {
    const parts = [1, 2].map((part) => ({
      path: `usb/Big Chat-0000${part}-of-00002.gguf`,
      blob: buildGguf({ 'general.architecture': 'qwen3', 'split.count': 2, 'split.no': part - 1 }),
    }))
    const { manifest, files } = await recognise(parts.toReversed())
    expect(manifest).toMatchObject({ id: 'big-chat', title: 'Big Chat', engine: 'wllama' })
    expect([...files.keys()]).toEqual(['Big-Chat-00001-of-00002.gguf', 'Big-Chat-00002-of-00002.gguf'])
    expect([...files.values()]).toEqual(parts.map(({ blob }) => blob))
    await expect(recognise(parts.slice(1))).rejects.toThrow('Part 1 of 2 of the model is missing')
    const one = buildGguf({ 'general.architecture': 'qwen3', 'split.count': 2 })
    await expect(recognise([{ path: 'renamed.gguf', blob: one }])).rejects.toThrow(
      'has 2 parts; 1 were found',
    )
  })

  it('refuses a GGUF file that was not copied to its end, before it is stored', async () => {
    const tensors = [{ name: 'a', dimensions: [64], type: 0, offset: 0 }]
    const blob = buildGguf({ 'general.architecture': 'llama' }, tensors, 256)
    expect((await recognise([{ path: 'a.gguf', blob }])).manifest.engine).toBe('wllama')
    const cut = recognise([{ path: 'a.gguf', blob: blob.slice(0, blob.size - 1) }])
    await expect(cut).rejects.toThrow(/^a\.gguf is cut off: it has \d+ bytes, its header tells of \d+\./)
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
    const { manifest } = await recognise([{ path: 'SmolLM2-135M-Instruct.Q4_1.gguf', blob }])
    expect(manifest).toMatchObject({ id: 'smollm2-135m-instruct.q4-1', engine: 'wllama', context: 8192 })
  })
})
