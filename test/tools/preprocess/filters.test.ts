import { describe, expect, it } from 'vitest'
import { edgeStrengthTool } from '../../../src/tools/preprocess/edge-strength.ts'
import { fillNodataTool } from '../../../src/tools/preprocess/fill-nodata.ts'
import { localVariationTool } from '../../../src/tools/preprocess/local-variation.ts'
import { normaliseRasterTool } from '../../../src/tools/preprocess/normalise-raster.ts'
import { smoothTool } from '../../../src/tools/preprocess/smooth.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { expectClose, lastPixels, numbers, onPixels, ORACLE, type Rows } from './oracle.ts'

async function filtered(tool: Tool, rows: Rows, args: Record<string, unknown> = {}) {
  const context = new MemoryContext()
  context.addRaster('a', onPixels(rows), { quantity: 'index', meaning: 'ndvi', date: '2020-05-01' })
  const result = await runTool(tool, { layer: 'a', ...args }, context)
  return { result, context, found: await lastPixels(context) }
}

const { focal } = ORACLE

describe('smooth', () => {
  it.each([
    ['mean', 3, 'mean3'],
    ['median', 5, 'median5'],
    ['gaussian', 5, 'gaussian5'],
  ])('is the %s of scipy.ndimage in windows of %i with gaps', async (method, window, key) => {
    const { found } = await filtered(smoothTool, focal['values']!, { method, window })
    expectClose(found, numbers(focal[key]!).flat())
  })

  it('keeps what a raster holds, and leaves an even raster as it is', async () => {
    const { context, found, result } = await filtered(smoothTool, [[0.5, 0.5, null, 0.5]], {
      method: 'gaussian',
    })
    expect(found).toEqual([0.5, 0.5, NaN, 0.5])
    expect(context.saved[0]).toMatchObject({ unit: '1', date: '2020-05-01', port: { meaning: 'ndvi' } })
    expect(number(result, 'valid')).toBe(3)
  })

  it('refuses an even window and a raster without a value', async () => {
    await expect(filtered(smoothTool, [[1]], { window: 4 })).rejects.toThrow('odd')
    await expect(filtered(smoothTool, [[null]])).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('the quality band of a scene', () => {
  it.each([smoothTool, edgeStrengthTool, localVariationTool, fillNodataTool, normaliseRasterTool])(
    'holds codes, which $name makes no values of',
    async (tool) => {
      const context = new MemoryContext()
      const codes = onPixels([
        [4, 6, 4],
        [6, 4, 6],
        [4, 6, 4],
      ])
      context.addScene('s', { red: codes, scl: codes }, { date: '2020-05-01' })
      const run = runTool(tool, { layer: 's', band: 'scl' }, context)
      await expect(run).rejects.toThrow('scl of s holds codes')
      expect(context.saved).toEqual([])
    },
  )
})

describe('edge_strength', () => {
  it('is the gradient of scipy.ndimage.sobel over 8', async () => {
    const { found } = await filtered(edgeStrengthTool, focal['whole']!)
    expectClose(found, numbers(focal['sobel']!).flat())
  })

  it('is the slope of a plane a pixel', async () => {
    // 3 a column and 4 a row: 5.
    const { found } = await filtered(edgeStrengthTool, [
      [0, 3, 6],
      [4, 7, 10],
      [8, 11, 14],
    ])
    expect(found[4]).toBe(5)
    expect(found[0]).toBeNaN()
  })
})

describe('local_variation', () => {
  it('is the population standard deviation of numpy in windows with gaps', async () => {
    const { found, context } = await filtered(localVariationTool, focal['values']!, { window: 3 })
    expectClose(found, numbers(focal['std3']!).flat())
    expect(context.saved[0]!.port).toMatchObject({ quantity: 'score', meaning: 'local_variation' })
  })
})

describe('fill_nodata', () => {
  it('weighs by inverse squares of distance as numpy does', async () => {
    const { found, result } = await filtered(fillNodataTool, focal['values']!, { radius: 2 })
    const wanted = numbers(focal['filled2']!).flat()
    expectClose(found, wanted)
    const empty = (values: readonly number[]) => values.filter(Number.isNaN).length
    expect(number(result, 'filled')).toBe(empty(numbers(focal['values']!).flat()) - empty(wanted))
    expect(number(result, 'left_empty')).toBe(empty(wanted))
  })

  it('fills a hole from all sides and not beyond the border', async () => {
    // (1 + 3 + 5 + 7 by 1, 2 + 4 + 6 + 8 by 1/2) / (4 + 2) = (16 + 10) / 6, written as corners 2 4 6 8 and sides 1 3 5 7.
    const hole = [
      [2, 1, 4, null],
      [7, null, 3, null],
      [8, 5, 6, null],
    ]
    const { found, result } = await filtered(fillNodataTool, hole, { radius: 2 })
    // Within 2 pixels lie the eight neighbours alone; the column at the right is empty.
    expect(found[5]).toBeCloseTo(26 / 6, 6)
    expect([found[3], found[7], found[11]]).toEqual([NaN, expect.any(Number), NaN])
    expect(result.text).toContain('inverse square')
  })
})

describe('normalise_raster', () => {
  it('gives z-scores as numpy does', async () => {
    const { found, context } = await filtered(normaliseRasterTool, focal['values']!, { method: 'z_score' })
    expectClose(found, numbers(focal['z']!).flat(), 4)
    expect(context.saved[0]!.port).toMatchObject({ quantity: 'score' })
  })

  it('runs from 0 to 1, and back by centre and span', async () => {
    const { found, result } = await filtered(normaliseRasterTool, [[2, 4, null, 10]])
    expect(found).toEqual([0, 0.25, NaN, 1])
    const [centre, span] = [number(result, 'centre'), number(result, 'span')]
    expect(found.map((value) => value * span + centre)).toEqual([2, 4, NaN, 10])
  })

  it('refuses a raster without spread', async () => {
    await expect(filtered(normaliseRasterTool, [[2, 2]])).rejects.toHaveProperty('code', 'nothing_valid')
  })
})
