import { describe, expect, it } from 'vitest'
import { CATALOGUE, catalogueEntry } from '../../src/models/catalogue.ts'
import { defaultChoice, verdict, type MachineFacts } from '../../src/models/hardware.ts'

const LAPTOP: MachineFacts = {
  adapter: {
    name: 'x',
    software: false,
    f16: true,
    workgroupStorageBytes: 32768,
    storageBuffers: 10,
    bufferBytes: 4e9,
    bindingBytes: 4e9,
  },
  memoryGigabytes: 8,
  cores: 8,
  isolated: true,
  usageBytes: 0,
  quotaBytes: 100e9,
  browserModel: 'none',
}
const NO_GPU: MachineFacts = { ...LAPTOP, adapter: null }
const judge = (id: string, facts: Partial<MachineFacts>, options?: { stored: boolean }) =>
  verdict(catalogueEntry(id)!, { ...LAPTOP, ...facts }, options)

describe('verdict', () => {
  it('lets a model run that fits', () => {
    expect(judge('qwen3-1.7b-q4f16', {})).toEqual({ level: 'runs', reasons: [] })
  })

  it('names what is missing of the graphics processor', () => {
    expect(judge('qwen3-1.7b-q4f16', { adapter: null }).reasons[0]).toContain('WebGPU')
    const without = { ...LAPTOP.adapter!, f16: false }
    expect(judge('qwen3-1.7b-q4f16', { adapter: without })).toMatchObject({ level: 'cannot' })
    expect(judge('qwen3-1.7b-q4f16', { adapter: without }).reasons[0]).toContain('32-bit form of the model')
    expect(judge('qwen3-1.7b-q4f32', { adapter: without }).level).toBe('runs')
    const small = { ...LAPTOP.adapter!, workgroupStorageBytes: 16384, storageBuffers: 8 }
    expect(judge('qwen3-1.7b-q4f32', { adapter: small }).reasons).toEqual([
      expect.stringContaining('16 KiB of memory, and 32 KiB are needed'),
      expect.stringContaining('takes 8 buffers at once, and 10 are needed'),
    ])
  })

  it('calls a graphics processor in software slow, and not unable', () => {
    const software = { ...LAPTOP.adapter!, software: true }
    expect(judge('smollm2-360m-instruct-q4f32', { adapter: software }).level).toBe('slow')
  })

  it('refuses what is larger than memory or storage, and minds no storage for what is here', () => {
    expect(judge('qwen3-4b-q4f32', { memoryGigabytes: 4 }).reasons[0]).toContain('4.3 GB of memory')
    expect(judge('qwen3-4b-q4f16', { quotaBytes: 1e9 }).level).toBe('cannot')
    expect(judge('qwen3-4b-q4f16', { quotaBytes: 1e9 }, { stored: true }).level).toBe('runs')
    expect(judge('qwen3-4b-q4f32', { memoryGigabytes: 6 })).toMatchObject({ level: 'slow' })
  })

  it('expects of the processor what its threads can do', () => {
    expect(judge('smollm2-135m-instruct-q8', NO_GPU).level).toBe('runs')
    const large = judge('qwen2.5-1.5b-instruct-q4', { ...NO_GPU, cores: 2, isolated: false })
    expect(large).toMatchObject({ level: 'slow', reasons: [expect.stringContaining('one token in 1 s')] })
  })

  it('lets embedders run anywhere', () => {
    const poor = { ...NO_GPU, cores: 1, isolated: false, memoryGigabytes: 1 }
    expect(judge('all-minilm-l6-v2', poor)).toEqual({ level: 'runs', reasons: [] })
  })
})

describe('defaultChoice', () => {
  it('takes the largest that runs well and leaves room, in the form that takes less', () => {
    expect(defaultChoice(CATALOGUE, LAPTOP)?.id).toBe('qwen3-1.7b-q4f16')
    expect(defaultChoice(CATALOGUE, { ...LAPTOP, memoryGigabytes: 16 })?.id).toBe('qwen3-4b-q4f16')
    const without = { ...LAPTOP, adapter: { ...LAPTOP.adapter!, f16: false } }
    expect(defaultChoice(CATALOGUE, without)?.id).toBe('qwen3-1.7b-q4f32')
  })

  it('offers on the processor what its threads can do, and none where nothing runs well', () => {
    expect(defaultChoice(CATALOGUE, NO_GPU)?.id).toBe('qwen2.5-0.5b-instruct-q4')
    const two = { ...NO_GPU, cores: 3 }
    expect(defaultChoice(CATALOGUE, two)?.id).toBe('smollm2-135m-instruct-q8')
    expect(defaultChoice(CATALOGUE, { ...NO_GPU, cores: 1, isolated: false })).toBeNull()
  })
})
