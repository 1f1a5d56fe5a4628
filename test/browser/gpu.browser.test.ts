import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/lib/random.ts'
import { compileExpression, type BlockKernel } from '../../src/raster/expression/compile.ts'
import { buildGraph } from '../../src/raster/expression/graph.ts'
import { bandsOf, parseExpression } from '../../src/raster/expression/parser.ts'
import { GpuSession } from '../../src/raster/gpu/accelerate.ts'
import { createGpuKernel, runOnGpu } from '../../src/raster/gpu/gpu-kernel.ts'
import { Gpu, openDevice } from '../../src/raster/gpu/gpu.ts'
import { probeBySpeed } from '../../src/raster/gpu/probe.ts'
import { shaderOf, TOLERANCE } from '../../src/raster/gpu/shader.ts'
import { INDICES } from '../../src/sensing/indices.ts'
import { print, randomTree } from '../raster/expression/trees.ts'

/** A device of any kind; the app itself takes none that is made of software. */
const adapter = (await (navigator as Partial<Navigator>).gpu?.requestAdapter()) ?? null
const openAny = async () => (await navigator.gpu.requestAdapter())!.requestDevice()
const device = adapter && (await openAny())
if (!device) console.info('No WebGPU adapter here: the tests of the GPU are skipped.')

interface Parts {
  readonly cpu: BlockKernel
  readonly code: string
  readonly bands: readonly string[]
}

function partsOf(text: string, bands = bandsOf(parseExpression(text)).sort(), positiveBands = false): Parts {
  const expression = parseExpression(text)
  const rules = { positiveBands }
  return {
    cpu: compileExpression(expression, bands, rules),
    code: shaderOf(buildGraph(expression, bands), bands.length, rules),
    bands,
  }
}

/** What the GPU gives, and how many pixels it left to the processor. */
async function onGpu({ cpu, code }: Parts, blocks: readonly Float32Array[], limits?: GPUSupportedLimits) {
  let left = 0
  const kernel = await createGpuKernel(device!, code, (some, out) => {
    left += out.length
    cpu(some, out)
  })
  const out = new Float32Array(blocks[0]!.length).fill(-99)
  await runOnGpu(kernel, blocks, out, limits)
  return { out, left }
}

function expectAlike(out: Float32Array, truth: Float32Array, name: string): void {
  const wrong = [...truth.keys()].filter((index) => {
    const [a, b] = [out[index]!, truth[index]!]
    return Number.isNaN(b) ? !Number.isNaN(a) : !(Math.abs(a - b) <= TOLERANCE * Math.abs(b) + 1e-37)
  })
  expect(
    wrong.slice(0, 3).map((index) => [index, out[index], truth[index]]),
    name,
  ).toEqual([])
}

/** Reflectances with gaps, zeros and negatives. */
function reflectances(count: number, length: number, seed = 3): Float32Array[] {
  const random = seededRandom(seed)
  const value = () => {
    const kind = random()
    return kind < 0.03 ? NaN : kind < 0.05 ? 0 : kind < 0.07 ? -random() / 10 : 0.005 + random() ** 2
  }
  return Array.from({ length: count }, () => Float32Array.from({ length }, value))
}

function truthOf({ cpu }: Parts, blocks: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(blocks[0]!.length)
  cpu(blocks, out)
  return out
}

describe.skipIf(!device)('runOnGpu', () => {
  it('gives each index of the catalogue as the processor does, and of most leaves few pixels to it', async () => {
    const hard: string[] = []
    for (const { name, formula, bands } of INDICES) {
      const parts = partsOf(formula, [...bands], true)
      const blocks = reflectances(bands.length, 10_001)
      const { out, left } = await onGpu(parts, blocks)
      expectAlike(out, truthOf(parts, blocks), name)
      if (left / 10_001 > 0.05) hard.push(name)
    }
    // Small differences of numbers near one (MSAVI, kernels), and roots of what may be negative.
    expect(hard.length, hard.join(' ')).toBeLessThan(INDICES.length / 10)
  }, 60_000)

  it.each([
    'log(a) + log10(b)',
    'exp(-3 * a) * b^1.7',
    '1 / (1 + exp(-(4 * a - 2 * b)))',
    'where((a - b) / (a + b) > 0.2, sqrt(a), floor(20 * b))',
    'where(valid(a), min(a, b), 3)',
    '1 / exp(400 * a)',
    'max(a, b) > 0.5 and not (a <= 0.1 or b != 0.25)',
  ])('agrees on %s', async (text) => {
    const parts = partsOf(text)
    const blocks = reflectances(2, 20_000, 8)
    expectAlike((await onGpu(parts, blocks)).out, truthOf(parts, blocks), text)
  })

  it('agrees on limits that pixels lie on, and where terms cancel', async () => {
    const exact = Float32Array.from({ length: 1000 }, (_, index) => index / 1000)
    for (const text of [
      'a > 0.2',
      '3 * a >= 0.6',
      'floor(a * 10)',
      '(a + 1 - 1) / a',
      'a == 0.5',
      '10 * a - 5',
      'round(100 * a)',
    ]) {
      const parts = partsOf(text)
      expectAlike((await onGpu(parts, [exact])).out, truthOf(parts, [exact]), text)
    }
  })

  it('agrees on random expressions of odd numbers', async () => {
    const random = seededRandom(12)
    const odd = [NaN, Infinity, -Infinity, 0, -0, 1, -1, 1e38, -1e-40, 0.2]
    const draw = () => (random() < 0.3 ? odd[Math.floor(random() * odd.length)]! : 4 * random() - 1)
    for (let round = 0; round < 40; round++) {
      const text = print(randomTree(random, 4, ['a', 'b']))
      const parts = partsOf(text, ['a', 'b'])
      const blocks = [0, 1].map(() => Float32Array.from({ length: 500 }, draw))
      expectAlike((await onGpu(parts, blocks)).out, truthOf(parts, blocks), text)
    }
  }, 60_000)

  it('splits what is above the limits of buffers and of workgroups', async () => {
    const parts = partsOf('(a - b) / (a + b)')
    const blocks = reflectances(2, 10_007)
    const limits = { maxStorageBufferBindingSize: 4 * 2 * 4000, maxComputeWorkgroupsPerDimension: 3 }
    const { out } = await onGpu(parts, blocks, limits as GPUSupportedLimits)
    expectAlike(out, truthOf(parts, blocks), 'split')
  })
})

/** Equal to the bit, but for what NaN carries. Faster on large arrays than `toEqual`. */
const isSame = (a: Float32Array, b: Float32Array) => a.every((value, index) => Object.is(value, b[index]))

/** A kernel of a session that was called until the probe had spoken; each result on the way agreed. */
async function probed(session: GpuSession, length: number, hasSpoken: () => boolean) {
  const text = '2.5 * (a - b) / (a + 6 * b - 7.5 * c + 1)'
  const parts = partsOf(text)
  const blocks = reflectances(3, length)
  const truth = truthOf(parts, blocks)
  const { cpu, bands } = parts
  const request = { expression: parseExpression(text), bands, rules: { positiveBands: false } }
  const kernel = session.accelerate(cpu, request)
  for (let call = 0; call < 500 && !hasSpoken(); call++) {
    const out = new Float32Array(length)
    await kernel(blocks, out)
    expect(isSame(out, truth)).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(hasSpoken()).toBe(true)
  return { kernel, blocks, truth }
}

describe.skipIf(!adapter?.info.isFallbackAdapter)('openDevice', () => {
  it('takes no adapter that is made of software', async () => {
    expect(await openDevice()).toBeNull()
  })

  it('finds in a worker what the page has', async () => {
    const worker = new Worker(new URL('gpu-worker.ts', import.meta.url), { type: 'module' })
    const found = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
    })
    worker.terminate()
    expect(found).toEqual({ hasAdapter: true, isUsed: false })
  })
})

describe.skipIf(!device)('GpuSession', () => {
  it.skipIf(!adapter?.info.isFallbackAdapter)(
    'measures once a size, and stays with the processor where that is faster',
    async () => {
      const takes: number[] = []
      const session = new GpuSession(new Gpu(openAny), async (kernel, blocks, milliseconds) => {
        const start = performance.now()
        const wins = await probeBySpeed(kernel, blocks, milliseconds)
        takes.push(performance.now() - start)
        return wins
      })
      const { kernel, blocks, truth } = await probed(session, 1 << 18, () => takes.length > 0)
      const out = new Float32Array(truth.length)
      // Nothing to wait for: the processor did it. A GPU made of software does not win against it.
      expect(kernel(blocks, out)).toBeUndefined()
      expect(isSame(out, truth)).toBe(true)
      expect(takes).toHaveLength(1)
      console.info(`one probe took ${takes[0]!.toFixed(0)} ms`)
    },
  )

  it('asks for no GPU where blocks are small', async () => {
    let asked = 0
    const session = new GpuSession(new Gpu(() => (asked++, Promise.resolve(null))))
    const request = { expression: parseExpression('a + 1'), bands: ['a'], rules: { positiveBands: false } }
    const kernel = session.accelerate(partsOf('a + 1').cpu, request)
    const out = new Float32Array(1000)
    await kernel([new Float32Array(1000)], out)
    expect([out[999], asked]).toEqual([1, 0])
  })

  it('uses the GPU where the probe says so, and the processor in mid-call when the device is lost', async () => {
    let own: GPUDevice | null = null
    let probes = 0
    const open = async () => (own = await openAny())
    const session = new GpuSession(new Gpu(open), () => Promise.resolve(++probes > 0))
    const { kernel, blocks, truth } = await probed(session, 1 << 17, () => probes > 0)
    const out = new Float32Array(truth.length)
    const onGpu = kernel(blocks, out)
    expect(onGpu).toBeInstanceOf(Promise)
    await onGpu
    expectAlike(out, truth, 'on the GPU')
    expect(isSame(out, truth)).toBe(false)

    const lost = new Float32Array(truth.length)
    const work = kernel(blocks, lost)
    own!.destroy()
    await work
    expect(isSame(lost, truth)).toBe(true)
    expect(kernel(blocks, out)).toBeUndefined()
    expect(isSame(out, truth)).toBe(true)
  })
})
