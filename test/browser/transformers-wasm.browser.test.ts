import { expect, it } from 'vitest'
import { ONNX_RUNTIMES } from '../../src/models/runtime-urls.ts'
import { openDecoder } from '../../src/models/transformers/load.ts'
import { greedyRun } from '../../src/models/transformers/self-test.ts'
import { refuseCodeFromStrings } from './no-code-from-strings.ts'
import { foreignRequests, sharedModel } from './shared-model.ts'

const FILES = ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json']
const files = await sharedModel('smollm2-2-layers-onnx', [...FILES, 'onnx/model_q4.onnx', 'reference.json'])
const tried = refuseCodeFromStrings()

// Its own file, as one page holds one build of the runtime for good. The rest is tested in Node with the same build.
it.skipIf(!files)(
  'transformers.js on the processor writes the tokens of the reference',
  async () => {
    const { decoder } = await openDecoder(
      {
        modelId: 'smollm2-2-layers-onnx',
        files: files!,
        device: 'wasm',
        dtype: 'q4',
        runtime: ONNX_RUNTIMES.wasm,
      },
      null,
    )
    const { items } = JSON.parse(await files!.get('reference.json')!.text()) as {
      items: { token_ids: number[]; greedy_12: number[] }[]
    }
    for (const { token_ids, greedy_12 } of items) {
      expect((await greedyRun(decoder, token_ids, 12, () => Promise.resolve())).tokenIds).toEqual(greedy_12)
    }
    await decoder.dispose()
    expect(tried).toEqual([])
    // That it would have been seen.
    expect(() => Reflect.construct(Function, ['return 1'])).toThrow(EvalError)
    expect(foreignRequests()).toEqual([])
  },
  240_000,
)
