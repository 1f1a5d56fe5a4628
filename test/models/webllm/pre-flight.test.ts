import { prebuiltAppConfig } from '@mlc-ai/web-llm'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '../../../src/models/catalogue.ts'
import type { GpuFacts } from '../../../src/models/webllm/gpu-facts.ts'
import { obstacles, preFlight, type ModelNeeds } from '../../../src/models/webllm/pre-flight.ts'

const GPU: GpuFacts = {
  name: 'intel gen-12lp',
  software: false,
  f16: true,
  workgroupStorageBytes: 32768,
  storageBuffers: 10,
  bufferBytes: 2 ** 31,
  bindingBytes: 2 ** 31 - 4,
}
const NEEDS: ModelNeeds = { f16: true, largestTensorBytes: 78e6, weightBytes: 335e6 }
const MEMORY = { gigabytes: 8 }

const against = (gpu: Partial<GpuFacts>, needs: Partial<ModelNeeds> = {}) =>
  obstacles({ ...NEEDS, ...needs }, { ...GPU, ...gpu }, MEMORY)

describe('obstacles', () => {
  it('finds none on an adapter that has what web-llm asks for', () => {
    expect(against({})).toEqual([])
  })

  it('names the feature, the adapter and the way out where 16-bit numbers are missing', () => {
    const [reason, ...others] = against({ f16: false })
    expect(others).toEqual([])
    expect(reason).toMatch(/shader-f16/)
    expect(reason).toMatch(/intel gen-12lp/)
    expect(reason).toMatch(/Take the 32-bit form/)
    expect(against({ f16: false }, { f16: false })).toEqual([])
  })

  it('names workgroup memory and buffers that are too few, with what was found', () => {
    expect(against({ workgroupStorageBytes: 16384, storageBuffers: 8 })).toEqual([
      expect.stringMatching(/16 KiB.*32 KiB/),
      expect.stringMatching(/8 buffers.*10/),
    ])
  })

  it('knows that web-llm falls back to 128 MiB where an adapter binds less than a gibibyte', () => {
    const large = { largestTensorBytes: 195e6 }
    expect(against({ bindingBytes: 2 ** 30 }, large)).toEqual([])
    expect(against({ bindingBytes: 2 ** 29 }, large)).toEqual([expect.stringMatching(/195 MB.*134 MB/)])
    expect(against({ bufferBytes: 2 ** 29 }, large)).toEqual([])
    expect(against({ bufferBytes: 2 ** 27 }, large)).toEqual([expect.stringMatching(/gives 0 MB/)])
  })

  it('weighs the weights against the memory, where the browser tells any', () => {
    expect(obstacles({ ...NEEDS, weightBytes: 9e9 }, GPU, MEMORY)).toEqual([
      expect.stringMatching(/9000 MB.*8 GB/),
    ])
    expect(obstacles({ ...NEEDS, weightBytes: 9e9 }, GPU, { gigabytes: null })).toEqual([])
  })

  it('says what to do where there is no adapter', () => {
    expect(obstacles(NEEDS, null, MEMORY)).toEqual([
      expect.stringMatching(/no adapter.*hardware acceleration/),
    ])
    expect(() => preFlight(NEEDS, null, MEMORY)).toThrow(
      expect.objectContaining({ code: 'unsupported_machine' }),
    )
  })
})

describe('the catalogue beside the list of web-llm', () => {
  const ours = CATALOGUE.filter(({ engine }) => engine === 'webllm')

  it('has models', () => {
    expect(ours.length).toBeGreaterThan(5)
  })

  it.each(ours.map((entry) => [entry.id, entry] as const))(
    'takes %s as the installed version has it',
    (_id, entry) => {
      const record = prebuiltAppConfig.model_list.find(({ model }) => model.endsWith(`/${entry.source.repo}`))
      expect(record, entry.source.repo).toBeDefined()
      expect(record!.model_lib.endsWith(`/${entry.source.library!.path}`), record!.model_lib).toBe(true)
      expect(entry.memoryBytes / 1e6).toBeCloseTo(record!.vram_required_MB!, -1)
      // The list itself does not say so of most.
      expect(entry.needs.includes('shader-f16')).toBe(/q[04]f16/.test(record!.model_id))
    },
  )
})
