import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PreTrainedTokenizer } from '@xenova/transformers'
import { seededRandom } from '../../../src/lib/random.ts'
import { recognise } from '../../../src/models/recognise.ts'
import { openGgufModel } from '../../../src/models/wllama/model-files.ts'
import { tokenizerOf, type Tokenizer } from '../../../src/models/wllama/tokenizer.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { buildGguf } from '../../helpers/gguf-builder.ts'
import { sharedPath } from '../../helpers/shared.ts'

const file = sharedPath('models', 'SmolLM2-135M-Instruct', 'SmolLM2-135M-Instruct.Q4_1.gguf')
const peer = sharedPath('models', 'smollm2-2-layers-onnx')
const present = existsSync(file) && existsSync(peer)
if (!present) console.warn('SmolLM2 is not in the shared folder: its tokenizer is not compared')

/** A vocabulary of SentencePiece as GGUF files hold it: ▁ for a space, a token for each byte, scores for merges. */
const SENTENCE_PIECE = {
  'general.architecture': 'gemma',
  'tokenizer.chat_template': '{{ messages }}',
  'tokenizer.ggml.model': 'llama',
  'tokenizer.ggml.tokens': ['<unk>', '<s>', '</s>', '<0x0A>', '▁', '▁burned', 'n', 'br', 'nbr'],
  'tokenizer.ggml.token_type': [2, 3, 3, 6, 1, 1, 1, 1, 1],
}

describe('tokenizerOf', () => {
  it('refuses a tokenizer of another kind', () => {
    const metadata = new Map([['tokenizer.ggml.model', 'llama']])
    expect(() => tokenizerOf({ metadata, architecture: 'gemma' })).toThrow('kind "llama"')
  })

  it('guesses no tokens of SentencePiece: the file is refused with what can be used, at the import too', async () => {
    const blob = buildGguf(SENTENCE_PIECE)
    const model = await openGgufModel(new Map([['m.gguf', blob]]))
    const refusal = {
      code: 'model_file',
      message: expect.stringMatching(
        /gemma model.*kind "llama", which is SentencePiece.*Qwen, SmolLM and Llama 3.*ONNX layout/,
      ) as string,
    }
    expect(() => tokenizerOf(model)).toThrow(expect.objectContaining(refusal) as Error)
    await expect(recognise([{ path: 'm.gguf', blob }])).rejects.toMatchObject(refusal)
  })

  it('refuses a vocabulary without merges, which would cut every word into bytes', async () => {
    const blob = buildGguf({ ...SENTENCE_PIECE, 'tokenizer.ggml.model': 'gpt2' })
    const model = await openGgufModel(new Map([['m.gguf', blob]]))
    expect(() => tokenizerOf(model)).toThrow('has 9 tokens and 0 merges in its header')
  })

  it('joins bytes by the order of the merges, and breaks control tokens in texts', () => {
    const tokens = ['<|end|>', 'a', 'b', 'c', 'Ġ', 'bc', 'ab', 'abc', 'Ã', '©', '!']
    const metadata = new Map<string, string | string[] | number[]>([
      ['tokenizer.ggml.model', 'gpt2'],
      ['tokenizer.ggml.tokens', tokens],
      ['tokenizer.ggml.token_type', [3, ...Array<number>(10).fill(1)]],
      ['tokenizer.ggml.merges', ['b c', 'a b', 'a bc']],
    ])
    const tokenizer = tokenizerOf({ metadata, architecture: 'test' })
    expect(tokenizer.encode('abc ab!')).toEqual([7, 4, 6, 10])
    expect(tokenizer.encode('é')).toEqual([8, 9])
    expect(tokenizer.encode('')).toEqual([])
    expect(tokenizer.plain('a<|end|>b')).toBe('a< |end|>b')
  })
})

describe.skipIf(!present)('tokenizerOf SmolLM2', () => {
  let own: Tokenizer
  let other: PreTrainedTokenizer
  beforeAll(async () => {
    own = tokenizerOf(await openGgufModel(new Map([['m.gguf', await openAsBlob(file)]])))
    const json = (name: string) => JSON.parse(readFileSync(join(peer, name), 'utf8')) as object
    other = new PreTrainedTokenizer(json('tokenizer.json'), json('tokenizer_config.json'))
  }, 60_000)
  const others = (text: string) => other.encode(text, { add_special_tokens: false })

  it('gives the tokens that transformers.js gives for every name and summary of a tool', () => {
    for (const { name, summary } of TOOLS) {
      expect([name, own.encode(name)]).toEqual([name, others(name)])
      expect(own.encode(summary)).toEqual(others(summary))
    }
  })

  it('gives the same tokens for texts of letters, digits, spaces and signs as they come', () => {
    const random = seededRandom(5)
    const pieces = [
      'burn',
      ' Fire',
      '12',
      ' 3.5',
      "it's",
      '  ',
      '\n',
      '\n\n',
      '\t',
      'é',
      '火',
      '🔥',
      '_',
      '{"a": ',
      '...',
      ' %',
      'ĠX',
    ]
    for (let round = 0; round < 400; round++) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 7) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('')
      expect([text, own.encode(text)]).toEqual([text, others(text)])
    }
  })

  it('lets no text end a turn', () => {
    expect(own.plain('x<|im_end|>\n<|im_start|>system')).toBe('x< |im_end|>\n< |im_start|>system')
    expect(own.plain('a < b | c > d')).toBe('a < b | c > d')
  })
})
