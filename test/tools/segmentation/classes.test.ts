import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RasterSource } from '../../../src/raster/source.ts'
import { classifyByBreaksTool } from '../../../src/tools/segmentation/classify-by-breaks.ts'
import { equalIntervalClassesTool } from '../../../src/tools/segmentation/equal-interval-classes.ts'
import { kmeansClassesTool } from '../../../src/tools/segmentation/kmeans-classes.ts'
import { multiOtsuClassesTool } from '../../../src/tools/segmentation/multi-otsu-classes.ts'
import { naturalBreaksTool } from '../../../src/tools/segmentation/natural-breaks.ts'
import { quantileClassesTool } from '../../../src/tools/segmentation/quantile-classes.ts'
import type { Tool, ToolResult } from '../../../src/tools/tool.ts'
import { pixels, randomRaster, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

interface Oracle {
  readonly otsu: readonly { readonly classes: number; readonly whole: number[]; readonly float: number[] }[]
  readonly natural: readonly {
    readonly classes: number
    readonly first_of_class: number[]
    readonly explained: number
  }[]
  readonly kmeans: readonly {
    readonly name: string
    readonly inertia: number
    readonly counts: number[]
    readonly centres: number[][]
  }[]
}
/** What scripts/oracles/segmentation.py wrote. */
const oracle = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'segmentation.json'), 'utf8'),
) as Oracle

const [WIDTH, HEIGHT] = [40, 30]
const numbers = (make: (at: number) => number) => Array.from({ length: WIDTH * HEIGHT }, (_, at) => make(at))
const wave = (at: number, step: number, start = 0) => Number(Math.sin(start + step * at).toFixed(4))
const groups = (centres: readonly number[], spread: number) =>
  numbers((at) => centres[at % centres.length]! + spread * wave(at, 12.9898))
const inRows = (values: readonly number[], width = WIDTH) =>
  raster(
    Array.from({ length: values.length / width }, (_, row) => values.slice(row * width, (row + 1) * width)),
  )

async function classes(
  tool: Tool,
  source: RasterSource,
  args: Record<string, unknown> = {},
): Promise<{ readonly result: ToolResult; readonly codes: number[]; readonly breaks: number[] }> {
  const context = new MemoryContext()
  context.addRaster('r', source, { quantity: 'index', meaning: 'ndvi' })
  const result = await runTool(tool, { layer: 'r', ...args }, context)
  return {
    result,
    codes: await pixels(await context.raster(result.layers![0]!.id)),
    breaks: result.numbers!.filter((each) => each.name === 'break').map((each) => each.value),
  }
}

describe('classify_by_breaks', () => {
  it('puts a value at a break in the class above, and sums up areas', async () => {
    const source = raster([[0.1, 0.2, 0.3], [0.7, NaN, 0.9]]) // prettier-ignore
    const { codes, result } = await classes(classifyByBreaksTool, source, { breaks: [0.2, 0.7] })
    expect(codes).toEqual([1, 2, 2, 3, NaN, 3])
    expect(number(result, 'area', '0.2 to 0.7')).toBe(0.02)
    expect(number(result, 'share', 'below 0.2')).toBe(20)
    expect(number(result, 'share', '0.7 and above')).toBe(40)
    expect(number(result, 'pixels_left_out')).toBe(1)
    expect(result.layers![0]).toMatchObject({ port: { quantity: 'class' }, style: { ramp: 'classes' } })
    expect(result.layers![0]!.style.classes!.map((each) => each.code)).toEqual([1, 2, 3])
  })

  it('refuses breaks out of order and rasters without a value', async () => {
    const source = raster([[1, 2]])
    await expect(classes(classifyByBreaksTool, source, { breaks: [2, 1] })).rejects.toHaveProperty('code', 'invalid_input') // prettier-ignore
    await expect(classes(classifyByBreaksTool, raster([[NaN]]), { breaks: [1] })).rejects.toHaveProperty('code', 'nothing_valid') // prettier-ignore
  })
})

describe('equal_interval_classes', () => {
  it('divides the range evenly', async () => {
    const { codes, breaks } = await classes(equalIntervalClassesTool, raster([[0, 1, 3, 5, 7, 10]]), {
      classes: 5,
    })
    expect(breaks).toEqual([2, 4, 6, 8])
    expect(codes).toEqual([1, 1, 2, 3, 4, 5])
    await expect(classes(equalIntervalClassesTool, raster([[2, 2]]))).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('quantile_classes', () => {
  it('divides the pixels evenly', async () => {
    // numpy.percentile([1 … 8], [25, 50, 75]) = 2.75 4.5 6.25
    const { codes, breaks } = await classes(quantileClassesTool, raster([[1, 2, 3, 4, 5, 6, 7, 8]]))
    expect(breaks).toEqual([2.75, 4.5, 6.25])
    expect(codes).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
    const many = await classes(quantileClassesTool, randomRaster(3, 50, 40), { classes: 10 })
    for (let code = 1; code <= 10; code++)
      expect(many.codes.filter((each) => each === code)).toHaveLength(200)
  })

  it('makes fewer classes where many pixels share a value, and says so', async () => {
    const { result, breaks } = await classes(quantileClassesTool, raster([[0, 0, 0, 0, 0, 0, 5, 9]]))
    expect(breaks).toHaveLength(1)
    expect(result.text).toContain('2 classes were made of the 4')
    await expect(classes(quantileClassesTool, raster([[1, 1, 1]]))).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('multi_otsu_classes', () => {
  it.each(oracle.otsu)(
    'cuts $classes classes as scikit-image does',
    async ({ classes: count, whole, float }) => {
      const values = groups([10, 60, 120, 165, 230], 8)
      const ours = await classes(
        multiOtsuClassesTool,
        inRows(values.map((each) => Math.round(Math.fround(each)))),
        { classes: count },
      )
      // Its threshold is the last value of the lower class, ours the middle of the gap up to the next one.
      const rounded = values.map((each) => Math.round(Math.fround(each)))
      for (const [index, threshold] of whole.entries()) {
        const next = Math.min(...rounded.filter((each) => each > threshold))
        expect(ours.breaks[index]).toBe((threshold + next) / 2)
      }
      const binned = await classes(multiOtsuClassesTool, inRows(values), { classes: count })
      const range = Math.max(...values) - Math.min(...values)
      // It puts the threshold in the middle of the last bin of the lower class, which its gap may be wider than.
      for (const [index, threshold] of float.entries()) {
        const break_ = binned.breaks[index]!
        const between = values.filter((each) => each > Math.min(break_, threshold + range / 256) && each < Math.max(break_, threshold - range / 256)) // prettier-ignore
        expect(between.length).toBeLessThanOrEqual(2)
      }
      expect(number(ours.result, 'explained_share')).toBeGreaterThan(60)
    },
  )

  it('refuses more classes than values', async () => {
    await expect(classes(multiOtsuClassesTool, raster([[1, 2]]))).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('natural_breaks', () => {
  it.each(oracle.natural)('finds the best of all cuts into $classes classes', async (expected) => {
    const scattered = Array.from({ length: 24 }, (_, at) =>
      Number((50 + 40 * Math.sin(3.7 * at) + (at % 5)).toFixed(2)),
    )
    const { codes, result } = await classes(naturalBreaksTool, inRows(scattered, 6), {
      classes: expected.classes,
    })
    const firsts = Array.from({ length: expected.classes - 1 }, (_, index) =>
      Math.min(...scattered.filter((_each, at) => codes[at] === index + 2)),
    )
    expect(firsts).toEqual(expected.first_of_class)
    expect(number(result, 'explained_share')).toBeCloseTo(expected.explained * 100, 1)
  })
})

describe('kmeans_classes', () => {
  const scene = ([spread, scale]: readonly [number, number]) => {
    const nir = groups([150, 40, 90], spread).map((each, at) =>
      Math.fround(scale * Math.fround(each) + scale * 2 * wave(at, 7.7, 1)),
    )
    const context = new MemoryContext()
    context.addScene('s', { red: inRows(groups([20, 90, 160], spread)), nir: inRows(nir) })
    return context
  }
  const CASES = { separable: [3, 1], mixed: [25, 1], 'unlike bands': [3, 0.001] } as const

  it.each(oracle.kmeans)(
    'is as good as scikit-learn on $name data',
    async ({ name, inertia, counts, centres }) => {
      const context = scene(CASES[name as keyof typeof CASES])
      const standardise = name === 'unlike bands'
      const result = await runTool(kmeansClassesTool, { layer: 's', classes: 3, standardise }, context)
      expect(number(result, 'inertia') / inertia).toBeCloseTo(1, 3)
      const codes = await pixels(await context.raster(result.layers![0]!.id))
      for (const [index, expected] of counts.entries()) {
        const found = codes.filter((code) => code === index + 1).length
        expect(Math.abs(found - expected)).toBeLessThanOrEqual(name === 'mixed' ? 12 : 0)
        if (name !== 'separable') continue
        expect(number(result, 'centre', `class ${index + 1} red`)).toBeCloseTo(centres[index]![0]!, 3)
        expect(number(result, 'centre', `class ${index + 1} nir`)).toBeCloseTo(centres[index]![1]!, 3)
      }
    },
  )

  it('explains what the classes leave of the variance', async () => {
    const { result, codes } = await classes(kmeansClassesTool, raster([[1, 2, 10, 11, NaN]]), { classes: 2 })
    expect(codes).toEqual([1, 1, 2, 2, NaN])
    // About means 1.5 and 10.5: 4 · 0.25; about 6: 25 + 16 + 16 + 25.
    expect(number(result, 'inertia')).toBeCloseTo(1, 9)
    expect(number(result, 'explained_share')).toBeCloseTo(100 * (1 - 1 / 82), 9)
    expect(number(result, 'share', 'class 1')).toBe(50)
    expect(number(result, 'pixels')).toBe(4)
  })

  it('gives the same for the same seed, and refuses too few values', async () => {
    const twice = await Promise.all(
      [1, 2].map(() => classes(kmeansClassesTool, randomRaster(9, 60, 50), { classes: 5, seed: 4 })),
    )
    expect(twice[0]!.codes).toEqual(twice[1]!.codes)
    await expect(classes(kmeansClassesTool, raster([[1, 2]]), { classes: 3 })).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
    await expect(classes(kmeansClassesTool, raster([[NaN]]), { classes: 2 })).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})
