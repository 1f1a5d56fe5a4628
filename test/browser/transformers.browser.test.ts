import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelFiles } from '../../src/models/engine.ts'
import type { Prompt } from '../../src/models/prompt.ts'
import { ONNX_RUNTIMES } from '../../src/models/runtime-urls.ts'
import type { TransformersEngine } from '../../src/models/transformers/engine.ts'
import { loadTransformers } from '../../src/models/transformers/load.ts'
import { greedyRun, type ReferenceRun } from '../../src/models/transformers/self-test.ts'
import { refuseCodeFromStrings } from './no-code-from-strings.ts'
import { foreignRequests, sharedModel } from './shared-model.ts'

const FILES = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json']
const WEIGHTS = 'onnx/model_q4.onnx'
const files = await sharedModel('smollm2-2-layers-onnx', [...FILES, WEIGHTS, 'reference.json'])
const tried = refuseCodeFromStrings()
const goOn = () => Promise.resolve()

const ask = (text: string): Prompt => ({
  system: 'Name one tool.',
  turns: [{ role: 'user', text }],
})

const optionsOf = (given: ModelFiles, reference: ReferenceRun) => ({
  modelId: 'smollm2-2-layers-onnx',
  files: given,
  device: 'webgpu' as const,
  dtype: 'q4' as const,
  runtime: ONNX_RUNTIMES.webgpu,
  reference,
})

// On a software adapter a prompt takes seconds and so does a token: few of both. What it writes has no meaning.
describe.skipIf(!files)('transformers.js on WebGPU', () => {
  let engine: TransformersEngine
  let reference: ReferenceRun[]

  beforeAll(async () => {
    const { items } = JSON.parse(await files!.get('reference.json')!.text()) as {
      items: { token_ids: number[]; greedy_12: number[] }[]
    }
    reference = items.map(({ token_ids, greedy_12 }) => ({ promptIds: token_ids, tokenIds: greedy_12 }))
    const { promptIds, tokenIds } = reference[1]!
    engine = await loadTransformers(optionsOf(files!, { promptIds, tokenIds: tokenIds.slice(0, 2) }))
  }, 400_000)

  afterAll(() => engine.close())

  it('writes the tokens of the reference', async () => {
    const { promptIds, tokenIds } = reference[0]!
    expect((await greedyRun(engine.parts.decoder, promptIds, 12, goOn)).tokenIds).toEqual(tokenIds)
  }, 400_000)

  it('picks one of five names, and computes of the next prompt only what is new', async () => {
    const names = ['ndvi', 'burn_severity', 'burned_area', 'burned', 'water_extent']
    const first = await engine.pick(ask('Fire?'), names)
    expect(names[first.option]).toBeDefined()
    const again = await engine.pick(ask('Fire?'), names)
    expect(again.option).toBe(first.option)
    const { usage } = await engine.pick(ask('Snow?'), names)
    // All but the question, its mark and the opening of the answer.
    expect(usage.reusedTokens).toBeGreaterThan(8)
    expect(usage.promptTokens - usage.reusedTokens).toBeLessThan(9)
  }, 400_000)

  it('stops while it writes', async () => {
    const stop = new AbortController()
    let stopped = 0
    const work = engine.complete(
      ask('Snow?'),
      {
        maxTokens: 40,
        onText: () => {
          stopped = performance.now()
          stop.abort()
        },
      },
      { signal: stop.signal },
    )
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(performance.now() - stopped).toBeLessThan(300)
  }, 400_000)

  it('refuses damaged weights by its test, asks nothing of another place, makes no code of strings', async () => {
    const bytes = new Uint8Array(await files!.get(WEIGHTS)!.arrayBuffer())
    for (let at = bytes.length >> 1; at < (bytes.length >> 1) + 2_000_000; at++) bytes[at]! ^= 0x5a
    const damaged = new Map(files).set(WEIGHTS, new Blob([bytes]))
    await expect(loadTransformers(optionsOf(damaged, reference[1]!))).rejects.toMatchObject({
      code: 'unsupported_machine',
    })
    expect(foreignRequests()).toEqual([])
    expect(tried).toEqual([])
  }, 400_000)

  // The last one: the library opens one device and no other.
  it('says what to do where the device is lost in mid-call, and answers nothing after that', async () => {
    const { env } = await import('@xenova/transformers')
    const device = await (env.backends.onnx.webgpu as { readonly device: Promise<GPUDevice> }).device
    const lost = {
      code: 'model_failed',
      message: expect.stringMatching(/^the language model stopped \(.*; load it again/) as string,
    }
    const underWay = expect(engine.complete(ask('Ice?'), { maxTokens: 40 })).rejects.toMatchObject(lost)
    device.destroy()
    await underWay
    await expect(engine.pick(ask('Ice?'), ['a', 'b'])).rejects.toMatchObject(lost)
  }, 400_000)
})
