import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Affine } from '../../../src/raster/grid/grid.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import { bufferMaskTool } from '../../../src/tools/masks/buffer-mask.ts'
import { closeMaskTool } from '../../../src/tools/masks/close-mask.ts'
import { componentsTool } from '../../../src/tools/masks/components.ts'
import { dilateMaskTool } from '../../../src/tools/masks/dilate-mask.ts'
import { distanceToMaskTool } from '../../../src/tools/masks/distance-to-mask.ts'
import { erodeMaskTool } from '../../../src/tools/masks/erode-mask.ts'
import { fillMaskHolesTool } from '../../../src/tools/masks/fill-mask-holes.ts'
import { invertMaskTool } from '../../../src/tools/masks/invert-mask.ts'
import { maskAgreementTool } from '../../../src/tools/masks/mask-agreement.ts'
import { maskAreaTool } from '../../../src/tools/masks/mask-area.ts'
import { maskBoundaryTool } from '../../../src/tools/masks/mask-boundary.ts'
import { maskByClassTool } from '../../../src/tools/masks/mask-by-class.ts'
import { maskShapeTool } from '../../../src/tools/masks/mask-shape.ts'
import { openMaskTool } from '../../../src/tools/masks/open-mask.ts'
import { skeletoniseMaskTool } from '../../../src/tools/masks/skeletonise-mask.ts'
import type { Tool, ToolResult } from '../../../src/tools/tool.ts'
import { drawn, LONLAT, pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

type Rows = readonly string[]

/** What scripts/oracles/masks.py wrote. */
const oracle = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'oracles', 'masks.json'), 'utf8'),
) as {
  readonly mask: Rows
  readonly other: Rows
  readonly holed: Rows
  readonly few: Rows
  readonly morphology: Readonly<Record<string, Readonly<Record<'erode' | 'dilate' | 'open' | 'close', Rows>>>>
  readonly boundary: Rows
  readonly filled: Rows
  readonly small_filled: Rows
  readonly skeleton: Rows
  readonly skeleton_other: Rows
  readonly distance: {
    readonly sampling: readonly [number, number]
    readonly rows: readonly (readonly number[])[]
  }
  readonly agreement: Readonly<Record<string, number>> & {
    readonly matrix: readonly (readonly [number, number])[]
  }
}

interface Made {
  readonly result: ToolResult
  readonly rows: string[]
  readonly values: number[]
  readonly context: MemoryContext
}

async function onMask(
  tool: Tool,
  mask: Rows | RasterSource,
  args: Record<string, unknown> = {},
): Promise<Made> {
  const context = new MemoryContext()
  context.addRaster('m', 'grid' in mask ? mask : raster(mask), { quantity: 'mask', meaning: 'water' })
  const result = await runTool(tool, { mask: 'm', ...args }, context)
  const made = result.layers?.[0]
  const source = made && made.kind === 'raster' ? await context.raster(made.id) : null
  return {
    result,
    rows: source ? await drawn(source) : [],
    values: source ? await pixels(source) : [],
    context,
  }
}

const elements = Object.keys(oracle.morphology).map((name) => {
  const [shape, radius] = name.split(' ')
  return [name, { shape, radius: Number(radius) }] as const
})
const GAPS = ['#####', '##?##', '#####', '#####', '....#']

describe('erode_mask', () => {
  it.each(elements)('is the erosion of scipy by a %s', async (name, by) => {
    const { rows, result } = await onMask(erodeMaskTool, oracle.mask, by)
    expect(rows).toEqual(oracle.morphology[name]!.erode)
    const inside = (all: Rows) => all.join('').split('#').length - 1
    expect(number(result, 'pixels')).toBe(inside(rows))
    expect(number(result, 'pixels_changed')).toBe(inside(oracle.mask) - inside(rows))
  })

  it('is not eaten into by edges and no data, which stays', async () => {
    const { rows, context } = await onMask(erodeMaskTool, GAPS)
    expect(rows).toEqual(['#####', '##?##', '#####', '.....', '.....'])
    expect(context.saved[0]!.port).toMatchObject({ quantity: 'mask', meaning: 'water' })
  })
})

describe('dilate_mask', () => {
  it.each(elements)('is the dilation of scipy by a %s', async (name, by) => {
    expect((await onMask(dilateMaskTool, oracle.mask, by)).rows).toEqual(oracle.morphology[name]!.dilate)
  })

  it('keeps no data', async () => {
    const { rows, result } = await onMask(dilateMaskTool, ['....', '#?..', '....'])
    expect(rows).toEqual(['##..', '#?..', '##..'])
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })
})

describe('open_mask', () => {
  it.each(elements)('is an erosion and a dilation of scipy by a %s', async (name, by) => {
    expect((await onMask(openMaskTool, oracle.mask, by)).rows).toEqual(oracle.morphology[name]!.open)
  })

  it('changes nothing the second time', async () => {
    const once = await onMask(openMaskTool, oracle.other)
    expect((await onMask(openMaskTool, once.rows)).rows).toEqual(once.rows)
  })
})

describe('close_mask', () => {
  it.each(elements)('is a dilation and an erosion of scipy by a %s', async (name, by) => {
    expect((await onMask(closeMaskTool, oracle.mask, by)).rows).toEqual(oracle.morphology[name]!.close)
  })
})

describe('fill_mask_holes', () => {
  it('fills as scipy does', async () => {
    expect((await onMask(fillMaskHolesTool, oracle.holed)).rows).toEqual(oracle.filled)
    expect((await onMask(fillMaskHolesTool, oracle.holed, { max_pixels: 6 })).rows).toEqual(
      oracle.small_filled,
    )
  })

  it('leaves what touches the edge or no data, and counts', async () => {
    const mask = ['########', '#.##..##', '##.##?##', '########', '#..#####', '########', '##.#####']
    const { rows, result } = await onMask(fillMaskHolesTool, mask)
    expect(rows).toEqual(['########', '####..##', '#####?##', '########', '########', '########', '##.#####'])
    expect(number(result, 'holes_filled')).toBe(3)
    expect(number(result, 'pixels_filled')).toBe(4)
    // By 4 neighbours inside, the two that touch by a corner are one hole.
    const four = await onMask(fillMaskHolesTool, mask, { connectivity: 4 })
    expect(number(four.result, 'holes_filled')).toBe(2)
    const small = await onMask(fillMaskHolesTool, mask, { max_pixels: 1 })
    expect(number(small.result, 'pixels_filled')).toBe(2)
    expect(small.result.text).toContain('1 larger hole left')
  })
})

describe('invert_mask', () => {
  it('turns round and back, no data stays', async () => {
    const { rows, context } = await onMask(invertMaskTool, ['#.?'])
    expect(rows).toEqual(['.#?'])
    expect(context.saved[0]!.port).toMatchObject({ meaning: 'not_water' })
    const back = await runTool(invertMaskTool, { mask: context.saved[0]!.id }, context)
    expect(back.layers![0]!.port).toMatchObject({ meaning: 'water' })
  })
})

describe('mask_boundary', () => {
  it('marks what an erosion of scipy takes off', async () => {
    expect((await onMask(maskBoundaryTool, oracle.mask)).rows).toEqual(oracle.boundary)
  })

  it('measures sides of pixels in metres, those against the edge or no data apart', async () => {
    const transform: Affine = [10, 0, 500_000, 0, -20, 5_000_000]
    // Two pixels side by side: above them the edge, right of them no data.
    const { result, rows } = await onMask(maskBoundaryTool, raster(['.##?', '....'], { transform }))
    expect(rows).toEqual(['.##?', '....'])
    expect(number(result, 'perimeter')).toBeCloseTo(2 * 20 + 2 * 20, 9)
    expect(number(result, 'edge_length')).toBeCloseTo(20 + 20, 9)
  })

  it('measures degrees on the ellipsoid', async () => {
    // At 60° N a degree of longitude is 55,800 m, one of latitude 111,412 m (WGS 84, Snyder's table 9).
    const source = raster(['...', '.#.', '...'], { transform: [0.01, 0, 10, 0, -0.01, 60.015], crs: LONLAT })
    const { result } = await onMask(maskBoundaryTool, source)
    expect(number(result, 'perimeter') / (2 * 558.0 + 2 * 1114.12)).toBeCloseTo(1, 4)
  })
})

describe('mask_shape', () => {
  it('tells a square from a line', async () => {
    const square = await onMask(maskShapeTool, ['......', '.####.', '.####.', '.####.', '.####.', '......'])
    expect(number(square.result, 'area')).toBe(0.16)
    expect(number(square.result, 'perimeter')).toBe(160)
    expect(number(square.result, 'compactness')).toBeCloseTo(Math.PI / 4, 12)
    expect(number(square.result, 'shape_index')).toBe(1)
    expect(number(square.result, 'fractal_dimension')).toBeCloseTo(1, 12)
    const line = await onMask(maskShapeTool, ['################'])
    expect(number(line.result, 'perimeter')).toBe(340)
    expect(number(line.result, 'compactness')).toBeCloseTo((4 * Math.PI * 1600) / 340 ** 2, 12)
    expect(number(line.result, 'shape_index')).toBe(340 / 160)
    await expect(onMask(maskShapeTool, ['...'])).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('skeletonise_mask', () => {
  it('thins as scikit-image does', async () => {
    expect((await onMask(skeletoniseMaskTool, oracle.mask)).rows).toEqual(oracle.skeleton)
    expect((await onMask(skeletoniseMaskTool, oracle.other)).rows).toEqual(oracle.skeleton_other)
  })

  it('leaves the middle of a bar, and no data as it is', async () => {
    const { rows } = await onMask(skeletoniseMaskTool, [
      '.......',
      '.#####.',
      '.#####.',
      '.#####.',
      '......?',
    ])
    expect(rows).toEqual(['.......', '.......', '..###..', '.......', '......?'])
    // No part goes altogether.
    const { result } = await onMask(skeletoniseMaskTool, ['##..#', '##...'])
    expect(number(result, 'pixels')).toBe(2)
  })

  it('refuses more than it may hold', async () => {
    const small = raster(['#'])
    const huge = { ...small, grid: { ...small.grid, width: 6000, height: 6000 } }
    await expect(onMask(skeletoniseMaskTool, huge)).rejects.toHaveProperty('code', 'limit_reached')
  })
})

describe('distance_to_mask', () => {
  const [down, across] = oracle.distance.sampling
  const transform: Affine = [across, 0, 500_000, 0, -down, 5_000_000]

  it('is the exact distance of scipy on oblong pixels', async () => {
    const { values, result } = await onMask(distanceToMaskTool, raster(oracle.few, { transform }))
    const width = oracle.few[0]!.length
    for (const [row, line] of oracle.distance.rows.entries()) {
      for (const [col, expected] of line.entries()) {
        expect(values[3 * row * width + 3 * col]).toBeCloseTo(expected, 4)
      }
    }
    expect(number(result, 'max_distance')).toBeCloseTo(Math.max(...values), 4)
    expect(result.layers![0]).toMatchObject({
      unit: 'm',
      port: { quantity: 'distance', meaning: 'distance_to_water' },
    })
  })

  it('is the same on a rotated grid, and leaves no data', async () => {
    const { values } = await onMask(distanceToMaskTool, raster(['#...?'], { transform: [6, 8, 0, 8, -6, 0] }))
    expect(values.map(Math.round)).toEqual([0, 10, 20, 30, NaN])
  })

  it('measures small areas in degrees, says how exactly, and refuses large ones', async () => {
    const place = (step: number): Affine => [step, 0, 10, 0, -step, 45]
    const rows = ['#....', '.....', '.....']
    const near = await onMask(distanceToMaskTool, raster(rows, { transform: place(0.05), crs: LONLAT }))
    // A degree of longitude at 44.925° is 78,950 m.
    expect(near.values[4]! / (0.2 * 78_950)).toBeCloseTo(1, 3)
    expect(near.result.text).toContain('off by at most')
    const far = raster(rows, { transform: place(2), crs: LONLAT })
    await expect(onMask(distanceToMaskTool, far)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('reproject') as string,
    })
  })

  it('refuses skewed pixels and a mask of nothing', async () => {
    const skewed = raster(['#..'], { transform: [10, 3, 0, 0, -10, 0] })
    await expect(onMask(distanceToMaskTool, skewed)).rejects.toHaveProperty('code', 'invalid_input')
    await expect(onMask(distanceToMaskTool, ['...'])).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('buffer_mask', () => {
  it('marks what lies within metres, the limit included', async () => {
    const mask = ['......?', '..#....', '.......', '.......']
    const { rows, context } = await onMask(bufferMaskTool, mask, { distance: 20 })
    expect(rows).toEqual(['.###..?', '#####..', '.###...', '..#....'])
    expect(context.saved[0]!.port).toMatchObject({ meaning: 'near_water' })
    const ring = await onMask(bufferMaskTool, mask, { distance: 10, ring: true })
    expect(ring.rows).toEqual(['..#...?', '.#.#...', '..#....', '.......'])
    expect((await onMask(bufferMaskTool, mask, { distance: 0 })).rows).toEqual(mask)
    expect((await onMask(bufferMaskTool, ['..?'], { distance: 50 })).rows).toEqual(['..?'])
  })
})

describe('mask_by_class', () => {
  it('marks the codes asked for and names those that are not there', async () => {
    const context = new MemoryContext()
    context.addRaster('c', raster([[1, 2, 3, NaN, 3]]), { quantity: 'class', meaning: 'burn_severity' })
    const result = await runTool(maskByClassTool, { classes: 'c', codes: [3, 1, 9] }, context)
    expect(await drawn(await context.raster(result.layers![0]!.id))).toEqual(['#.#?#'])
    expect(result.layers![0]!.port).toMatchObject({ quantity: 'mask', meaning: 'burn_severity_1_3_9' })
    expect(number(result, 'pixels')).toBe(3)
    expect(number(result, 'share')).toBe(75)
    expect(result.warnings!.join()).toContain('holds 9; it holds 1, 2, 3.')
    context.addRaster('i', raster([[1]]), { quantity: 'index' })
    await expect(runTool(maskByClassTool, { classes: 'i', codes: [1] }, context)).rejects.toHaveProperty('code', 'invalid_input') // prettier-ignore
  })
})

describe('mask_agreement', () => {
  const compare = async (predicted: RasterSource, reference: RasterSource) => {
    const context = new MemoryContext()
    context.addRaster('p', predicted, { quantity: 'mask', meaning: 'water' })
    context.addRaster('t', reference, { quantity: 'mask', meaning: 'water' })
    return runTool(maskAgreementTool, { predicted: 'p', reference: 't' }, context)
  }

  it('has the scores of scikit-learn', async () => {
    const result = await compare(raster(oracle.mask), raster(oracle.other))
    for (const name of ['accuracy', 'precision', 'recall', 'f1', 'iou', 'kappa']) {
      expect(number(result, name), name).toBeCloseTo(oracle.agreement[name]!, 12)
    }
    const [[trueNegative, falsePositive], [falseNegative, truePositive]] = oracle.agreement.matrix as [
      [number, number],
      [number, number],
    ]
    expect(number(result, 'true_negative')).toBe(trueNegative)
    expect(number(result, 'false_positive')).toBe(falsePositive)
    expect(number(result, 'false_negative')).toBe(falseNegative)
    expect(number(result, 'true_positive')).toBe(truePositive)
  })

  it('leaves out no data and what has no value, and says so', async () => {
    const result = await compare(raster(['..?']), raster(['..#']))
    expect(number(result, 'accuracy')).toBe(1)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    expect(result.text).toContain('There is no precision, no recall, no f1, no iou, no kappa')
    await expect(compare(raster(['?']), raster(['#']))).rejects.toHaveProperty('code', 'nothing_valid')
  })

  it('brings the reference on to the grid of the other', async () => {
    const coarse = raster(['#.'], { transform: [20, 0, 500_000, 0, -20, 5_000_000] })
    const result = await compare(raster(['##..', '##..']), coarse)
    expect(number(result, 'accuracy')).toBe(1)
    expect(result.warnings!.join()).toContain('brought on to the grid')
  })
})

describe('mask_area', () => {
  it('is pixels times their size on the ground', async () => {
    const { result } = await onMask(maskAreaTool, ['##?.', '#...'], { unit: 'm2' })
    expect(number(result, 'area')).toBe(300)
    expect(number(result, 'share')).toBeCloseTo(300 / 7, 9)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })
})

describe('components', () => {
  it('counts parts by their neighbours, the largest first', async () => {
    const mask = ['##..#', '##.#.', '....?']
    const eight = await onMask(componentsTool, mask)
    expect(number(eight.result, 'components')).toBe(2)
    expect(number(eight.result, 'largest_area')).toBe(0.04)
    expect(number(eight.result, 'area', '2')).toBe(0.02)
    const four = await onMask(componentsTool, mask, { connectivity: 4 })
    expect(number(four.result, 'components')).toBe(3)
  })
})
