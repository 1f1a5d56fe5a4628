import { describe, expect, it } from 'vitest'
import { readGgufHeader } from '../../../src/models/gguf.ts'
import { openGgufModel } from '../../../src/models/wllama/model-files.ts'
import { buildGguf } from '../../helpers/gguf-builder.ts'

const CHAT = {
  'general.architecture': 'llama',
  'llama.context_length': 8192,
  'tokenizer.chat_template': '{{ messages }}',
}
const TENSORS = [
  { name: 'a', dimensions: [64, 2], type: 3, offset: 0 },
  { name: 'b', dimensions: [10], type: 0, offset: 96 },
]
/** 128 values of Q4_1 are 4 blocks of 20 bytes; the second tensor ends at 96 + 40. */
const DATA = 136

const whole = buildGguf(CHAT, TENSORS, DATA)
const open = (files: Readonly<Record<string, Blob>>) => openGgufModel(new Map(Object.entries(files)))
const refusal = (words: string) =>
  expect.objectContaining({ code: 'model_file', message: expect.stringContaining(words) as string }) as Error

describe('readGgufHeader', () => {
  it('reads metadata of every kind and how long the file has to be', async () => {
    const file = buildGguf(
      { text: 'é', number: 7, flag: true, list: ['a', 'b'], types: [3, -1] },
      TENSORS,
      DATA,
    )
    const { metadata, tensors, extent } = await readGgufHeader(file, 'm.gguf')
    expect(Object.fromEntries(metadata)).toEqual({
      text: 'é',
      number: 7,
      flag: true,
      list: ['a', 'b'],
      types: [3, -1],
    })
    expect(tensors).toBe(2)
    expect(extent).toBe(file.size)
  })

  it('reads on where the header is longer than the first read', async () => {
    const words = Array.from({ length: 200 }, (_, at) => `${at}-${'x'.repeat(40_000)}`)
    const { metadata } = await readGgufHeader(buildGguf({ ...CHAT, words }), 'm.gguf')
    expect((metadata.get('words') as string[]).at(-1)).toBe(words.at(-1))
  })

  it('keeps to the stated alignment', async () => {
    const plain = await readGgufHeader(
      buildGguf({ ...CHAT, 'general.alignment': 4096 }, TENSORS, DATA),
      'm.gguf',
    )
    expect(plain.extent).toBe(4096 + DATA)
  })
})

describe('openGgufModel', () => {
  it('tells architecture and context, and passes other files over', async () => {
    const model = await open({ 'README.md': new Blob(['words']), 'm.gguf': whole })
    expect(model).toMatchObject({ architecture: 'llama', trainedContext: 8192, bytes: whole.size })
    expect(model.shards).toEqual([whole])
  })

  it.each([
    ['a web page', new Blob(['<!DOCTYPE html><html></html>'])],
    ['a web page', new Blob(['\n <html lang="en">'])],
    ['no GGUF file', new Blob(['PK\u0003\u0004'])],
    ['empty', new Blob([])],
    ['cut off within its header', whole.slice(0, 60)],
    ['cut off within its header', whole.slice(0, 10)],
    ['cut off: it has', whole.slice(0, whole.size - 1)],
    ['GGUF version 9', buildGguf(CHAT, [], 0, 9)],
    [
      'a tensor of 9 dimensions',
      buildGguf(CHAT, [{ name: 'a', dimensions: Array(9).fill(1) as number[], type: 0, offset: 0 }]),
    ],
    ['no chat template', buildGguf({ 'general.architecture': 'llama' })],
    ['which architecture', buildGguf({ 'tokenizer.chat_template': 'x' })],
  ])('refuses a file that is %s', async (words, file) => {
    await expect(open({ 'm.gguf': file })).rejects.toThrow(refusal(words))
  })

  it('refuses counts that no file can have', async () => {
    const bytes = new Uint8Array(await whole.arrayBuffer())
    bytes.fill(255, 24, 32)
    await expect(open({ 'm.gguf': new Blob([bytes]) })).rejects.toThrow(refusal('damaged'))
  })

  it('puts the parts of a split model in order', async () => {
    const [first, second] = [
      buildGguf({ ...CHAT, 'split.count': 2 }),
      buildGguf({ 'split.count': 2 }, TENSORS, DATA),
    ]
    const model = await open({ 'm-00002-of-00002.gguf': second, 'm-00001-of-00002.gguf': first })
    expect(model.shards).toEqual([first, second])
    expect(model.bytes).toBe(first.size + second.size)
  })

  it('names the part that is missing', async () => {
    await expect(open({ 'm-00001-of-00003.gguf': whole, 'm-00003-of-00003.gguf': whole })).rejects.toThrow(
      refusal('Part 2 of 3 of the model is missing: m-00002-of-00003.gguf'),
    )
    await expect(open({ 'm-00001-of-00002.gguf': whole })).rejects.toThrow(
      refusal('Part 2 of 2 of the model is missing: m-00002-of-00002.gguf'),
    )
    await expect(open({ 'm-00001-of-00002.gguf': whole, 'other.gguf': whole })).rejects.toThrow(
      refusal('all parts of one model, named …-00001-of-00002.gguf'),
    )
    await expect(open({ 'm.gguf': buildGguf({ ...CHAT, 'split.count': 3 }) })).rejects.toThrow(
      refusal('3 parts'),
    )
    await expect(open({ 'm-00002-of-00002.gguf': whole, 'n-00002-of-00002.gguf': whole })).rejects.toThrow(
      refusal('Part 1 of 2'),
    )
    await expect(open({})).rejects.toThrow(refusal('A .gguf file is needed'))
  })
})
