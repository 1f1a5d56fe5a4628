import { afterEach, describe, expect, it } from 'vitest'
import type { GpuFacts } from '../../src/models/webllm/gpu-facts.ts'
import { hashesOf, mlcFolder } from '../helpers/mlc-folder.ts'
import type { Answer, Job } from './webllm-worker.ts'

/*
 * The whole path up to the graphics processor: a compiled model is not here, so no token is computed.
 */
const open: Worker[] = []
afterEach(() => open.splice(0).forEach((worker) => worker.terminate()))

/** Each job in a worker of its own, as the library runs in one. */
function ask(job: Job): Promise<Answer> {
  const worker = new Worker(new URL('./webllm-worker.ts', import.meta.url), { type: 'module' })
  open.push(worker)
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(job)
  })
}

const facts = (await ask({ kind: 'facts' })).value as GpuFacts | null
if (!facts) console.info('No WebGPU adapter here: the tests of web-llm on one are skipped.')

/** An adapter that has all, so that what comes after the pre-flight can be tested on any. */
const CAPABLE: GpuFacts = {
  name: 'of a test',
  software: false,
  f16: true,
  workgroupStorageBytes: 32 << 10,
  storageBuffers: 10,
  bufferBytes: 2 ** 31,
  bindingBytes: 2 ** 31,
}

async function load(files: Map<string, Blob>, more: Partial<Extract<Job, { kind: 'load' }>> = {}) {
  return ask({ kind: 'load', files, hashes: await hashesOf(mlcFolder()), gpu: CAPABLE, ...more })
}

describe('loadWebLlm in a worker', () => {
  it.skipIf(!facts || facts.f16)(
    'refuses a 16-bit model on an adapter without 16-bit numbers, with the reason',
    async () => {
      const files = mlcFolder('q4f16_1')
      const { error, progress } = await ask({ kind: 'load', files, hashes: {} })
      expect(error).toMatchObject({
        code: 'unsupported_machine',
        message: expect.stringContaining('shader-f16') as string,
      })
      expect(error!.message).toContain(facts!.name)
      expect(progress).toEqual([])
    },
  )

  it.skipIf(!facts)('tells what the adapter has', () => {
    expect(facts!.name).not.toBe('')
    expect(facts!.bindingBytes).toBeGreaterThanOrEqual(2 ** 27)
    expect(facts!.storageBuffers).toBeGreaterThanOrEqual(8)
  })

  it('names a file that is missing before anything is read', async () => {
    const files = mlcFolder()
    files.delete('params_shard_1.bin')
    const { error, progress } = await load(files)
    expect(error).toMatchObject({
      code: 'model_file',
      message: expect.stringContaining('params_shard_1.bin') as string,
    })
    expect(progress).toEqual([])
  })

  it('names a file whose bytes are others than its hash says', async () => {
    const files = mlcFolder()
    files.set('params_shard_0.bin', new Blob([new Uint8Array(96).fill(8)]))
    const { error } = await load(files)
    expect(error).toMatchObject({
      code: 'model_file',
      message: expect.stringMatching(/params_shard_0\.bin of the model hashes to/) as string,
    })
  })

  it('names a file that is a page of a web server', async () => {
    const files = mlcFolder()
    files.set('params_shard_0.bin', new Blob(['<!DOCTYPE html><html lang="en"><title>Sign in</title>']))
    const { error } = await load(files)
    expect(error).toMatchObject({
      code: 'model_file',
      message: expect.stringMatching(/is a web page/) as string,
    })
  })

  it('goes as far as the compiled program, tells how far it is, and asks the network for nothing', async () => {
    const { error, progress, asked, hasOwnCaches } = await load(mlcFolder())
    // The program here has the eight bytes of a module and nothing in it.
    expect(error).toMatchObject({ code: 'model_failed' })
    expect(progress.at(-1)!.fraction).toBeCloseTo(0.2)
    expect(progress.every(({ note }) => /^checked .* of /.test(note))).toBe(true)
    expect(asked).toEqual([])
    expect(hasOwnCaches).toBe(true)
  })

  it('stops where it is told to', async () => {
    const { error, hasOwnCaches } = await load(mlcFolder(), { stopAt: 0.05 })
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(hasOwnCaches).toBe(true)
  })
})

describe('what stands in for the caches of web-llm', () => {
  it('holds every file of the model for the library, and only while it loads', async () => {
    const { value, asked } = await ask({ kind: 'library', files: mlcFolder() })
    expect(value).toEqual({ inside: true, outside: false })
    expect(asked).toEqual(['https://model.invalid/resolve/main/control'])
  })

  it.skipIf(!facts)('tells of each device that the library opens, and of no other', async () => {
    const { value } = await ask({ kind: 'device' })
    expect(value).toEqual({ seen: 1, lost: 'destroyed' })
  })
})
