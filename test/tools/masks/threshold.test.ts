import { describe, expect, it } from 'vitest'
import { cleanMaskTool } from '../../../src/tools/masks/clean-mask.ts'
import { combineMasksTool } from '../../../src/tools/masks/combine-masks.ts'
import { thresholdMaskTool } from '../../../src/tools/masks/threshold-mask.ts'
import { drawn, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

describe('threshold_mask', () => {
  const context = () => {
    const made = new MemoryContext()
    made.addRaster('d', raster([[0, 0.1, 0.27, 0.5, NaN]]), { quantity: 'difference', meaning: 'dnbr' })
    made.addRaster('bai', raster([[1, 2, 3, 94]]), { quantity: 'index', meaning: 'bai' })
    return made
  }
  const cut = async (args: Record<string, unknown>, made = context()) => {
    const result = await runTool(thresholdMaskTool, args, made)
    return { result, made, mask: (await drawn(await made.raster(made.saved[0]!.id))).join() }
  }

  it('marks what lies at or above a value and names it', async () => {
    const { result, made, mask } = await cut({ layer: 'd', value: 0.27 })
    expect(mask).toBe('..##?')
    expect(made.saved[0]).toMatchObject({ title: 'burned d', port: { quantity: 'mask', meaning: 'burned' } })
    expect(number(result, 'threshold')).toBe(0.27)
    expect(number(result, 'pixels')).toBe(2)
    expect(number(result, 'share')).toBe(50)
    expect(result.facts!['selected_share']).toBe(0.5)
    // Median 0.185, absolute deviations 0.185 0.085 0.085 0.315: MAD 0.135.
    expect(result.facts!['threshold_noise']).toBeCloseTo(0.085 / (1.4826 * 0.135), 3)
  })

  it('takes the standard threshold where no value is given, and asks where there is none', async () => {
    const { result } = await cut({ layer: 'd' })
    expect(number(result, 'threshold')).toBe(0.27)
    expect(result.text).toContain('standard threshold of dnbr')
    await expect(cut({ layer: 'bai' })).rejects.toHaveProperty('code', 'invalid_input')
  })

  it.each([
    [{ rule: 'otsu' }, 48.5, '...#'],
    // numpy.percentile([1, 2, 3, 94], 50) = 2.5
    [{ rule: 'percentile', percentile: 50 }, 2.5, '..##'],
    [{ rule: 'mean_times', factor: 0.1 }, 2.5, '..##'],
    [{ rule: 'percentile', percentile: 50, side: 'below' }, 2.5, '##..'],
  ] as const)('finds the threshold by %j', async (args, threshold, rows) => {
    const { result, mask } = await cut({ layer: 'bai', ...args })
    expect(number(result, 'threshold')).toBeCloseTo(threshold, 0)
    expect(mask).toBe(rows)
  })

  it('says in words that nothing is inside', async () => {
    const { result, mask } = await cut({ layer: 'd', value: 3 })
    expect(mask).toBe('....?')
    expect(number(result, 'share')).toBe(0)
    expect(result.text).toContain('No pixel of 4')
  })

  it('refuses a scene of several bands, and Otsu on a single value', async () => {
    const made = context()
    made.addScene('s', { red: raster([[1]]), nir: raster([[2]]) })
    await expect(cut({ layer: 's', value: 1 }, made)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('index') as string,
    })
    made.addRaster('flat', raster([[2, 2]]), { quantity: 'index', meaning: 'bai' })
    await expect(cut({ layer: 'flat', rule: 'otsu' }, made)).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('combine_masks', () => {
  const combine = async (
    operation: string,
    meanings: readonly [string, string],
    dates: readonly [string, string],
  ) => {
    const made = new MemoryContext()
    made.addRaster('a', raster(['##..']), { quantity: 'mask', meaning: meanings[0], date: dates[0] })
    made.addRaster('b', raster(['#.#?']), { quantity: 'mask', meaning: meanings[1], date: dates[1] })
    const result = await runTool(combineMasksTool, { first: 'a', second: 'b', operation }, made)
    return { result, port: made.saved[0]!.port, rows: await drawn(await made.raster(made.saved[0]!.id)) }
  }

  it.each([
    ['and', ['water', 'burned'], 'water_and_burned'],
    ['or', ['water', 'burned'], 'water_or_burned'],
    ['and_not', ['water', 'burned'], 'water_not_burned'],
    ['and_not', ['water', 'water'], 'water_lost'],
    ['xor', ['water', 'water'], 'water_changed'],
    ['or', ['water', 'water'], 'water'],
  ] as const)('means by %s of %j: %s', async (operation, meanings, meaning) => {
    const { port } = await combine(operation, meanings, ['2020-01-01', '2020-02-01'])
    expect(port).toEqual({ kind: 'raster', quantity: 'mask', meaning })
  })

  it('means gained where the first is the later one', async () => {
    const { port, rows, result } = await combine('and_not', ['water', 'water'], ['2020-02-01', '2020-01-01'])
    expect(port).toMatchObject({ meaning: 'water_gained' })
    expect(rows).toEqual(['.#.?'])
    expect(number(result, 'pixels')).toBe(1)
    expect(number(result, 'share')).toBeCloseTo(100 / 3, 9)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })
})

describe('clean_mask', () => {
  it('removes small parts, keeps holes, meaning and no data', async () => {
    const made = new MemoryContext()
    const rows = ['###..', '#.#.#', '###.?']
    made.addRaster('m', raster(rows), { quantity: 'mask', meaning: 'water' })
    const result = await runTool(cleanMaskTool, { mask: 'm', min_pixels: 2 }, made)
    expect(await drawn(await made.raster(made.saved[0]!.id))).toEqual(['###..', '#.#..', '###.?'])
    expect(number(result, 'pixels_removed')).toBe(1)
    expect(made.saved[0]!.port).toMatchObject({ meaning: 'water' })
  })
})
