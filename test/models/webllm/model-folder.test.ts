import { describe, expect, it } from 'vitest'
import { readModelFolder } from '../../../src/models/webllm/model-folder.ts'
import { mlcFolder } from '../../helpers/mlc-folder.ts'

describe('readModelFolder', () => {
  it('reads what the library will ask for, and what the model takes', async () => {
    const folder = await readModelFolder(mlcFolder())
    expect(folder).toMatchObject({
      contextSize: 40960,
      slidingWindow: -1,
      needs: { f16: true, largestTensorBytes: 96, weightBytes: 160 },
      program: 'tiny-q4f16_1-webgpu.wasm',
      weights: 'tensor-cache.json',
      controlTokens: ['<|im_start|>', '<|im_end|>'],
    })
    expect(folder.expected).toEqual([
      { path: 'mlc-chat-config.json' },
      { path: 'tensor-cache.json' },
      { path: 'tokenizer.json' },
      { path: 'tiny-q4f16_1-webgpu.wasm' },
      { path: 'params_shard_0.bin', bytes: 96 },
      { path: 'params_shard_1.bin', bytes: 64 },
    ])
  })

  it('reads the list of weights under its older name', async () => {
    const files = mlcFolder()
    files.set('ndarray-cache.json', files.get('tensor-cache.json')!)
    files.delete('tensor-cache.json')
    expect((await readModelFolder(files)).weights).toBe('ndarray-cache.json')
  })

  it.each([
    ['mlc-chat-config.json', null, /mlc-chat-config\.json of the model is missing/],
    ['mlc-chat-config.json', '<!doctype html><title>Not found</title>', /it is a web page/],
    ['tensor-cache.json', '{"records": [', /cut short/],
    ['tensor-cache.json', '{"records": []}', /not one of a model in the MLC layout \(records:/],
    ['tiny-q4f16_1-webgpu.wasm', null, /no compiled program/],
  ] as const)('says what is wrong with %s', async (path, content, message) => {
    const files = mlcFolder()
    if (content === null) files.delete(path)
    else files.set(path, new Blob([content]))
    await expect(readModelFolder(files)).rejects.toMatchObject({
      code: 'model_file',
      message: expect.stringMatching(message) as string,
    })
  })
})
