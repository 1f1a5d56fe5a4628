import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../src/raster/expression/compile.ts'
import { parseExpression } from '../../../src/raster/expression/parser.ts'
import { GpuSession } from '../../../src/raster/gpu/accelerate.ts'
import { Gpu } from '../../../src/raster/gpu/gpu.ts'

const expression = parseExpression('2 * a')
const request = { expression, bands: ['a'], rules: { positiveBands: false } }
const block = new Float32Array(1 << 17).fill(3)

describe('GpuSession', () => {
  it.each([
    ['there is none', () => Promise.resolve(null)],
    ['it cannot be opened', () => Promise.reject(new Error('no driver'))],
  ])('leaves the work to the processor where %s, and asks once', async (_, open) => {
    let asked = 0
    const gpu = new Gpu(() => (asked++, open()))
    const kernel = new GpuSession(gpu).accelerate(compileExpression(expression), request)
    for (let call = 0; call < 3; call++) {
      const out = new Float32Array(block.length)
      await kernel([block], out)
      expect([out[0], out.at(-1)]).toEqual([6, 6])
    }
    expect(asked).toBe(1)
  })

  it('takes no formula to the GPU that is longer than drivers like', async () => {
    let asked = 0
    const long = parseExpression(Array.from({ length: 150 }, (_, index) => `a * ${index}`).join(' + '))
    const session = new GpuSession(new Gpu(() => (asked++, Promise.resolve(null))))
    const kernel = session.accelerate(compileExpression(long), { ...request, expression: long })
    const out = new Float32Array(block.length)
    await kernel([block], out)
    // 3 · (0 + 1 + … + 149)
    expect([out[0], asked]).toEqual([33_525, 0])
  })

  it('works where the machine has no navigator or no GPU in it', async () => {
    const kernel = new GpuSession().accelerate(compileExpression(expression), request)
    const out = new Float32Array(block.length)
    expect(kernel([block], out)).toBeUndefined()
    await Promise.resolve()
    expect(out[7]).toBe(6)
  })
})
