import { describe, expect, it } from 'vitest'
import { burnSeverityTool } from '../../../src/tools/change/burn-severity.ts'
import { differenceTool } from '../../../src/tools/change/difference.ts'
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

describe('difference', () => {
  it.each([
    ['temperature', 'K', 'degC'],
    ['backscatter', '1', 'dB'],
  ] as const)('refuses %s in %s and %s', async (quantity, unit, other) => {
    const made = new MemoryContext()
    made.addRaster('before', raster([[300]]), { quantity, unit })
    made.addRaster('after', raster([[20]]), { quantity, unit: other })
    const run = runTool(differenceTool, { before: 'before', after: 'after' }, made)
    await expect(run).rejects.toThrow(`before is in ${unit} and after in ${other}`)
  })

  it('tells steps of degrees Celsius in kelvin', async () => {
    const made = new MemoryContext()
    made.addRaster('before', raster([[20]]), { quantity: 'temperature', unit: 'degC' })
    made.addRaster('after', raster([[25]]), { quantity: 'temperature', unit: 'degC' })
    const result = await runTool(differenceTool, { before: 'before', after: 'after' }, made)
    expect(result.numbers![0]).toMatchObject({ name: 'mean', value: 5, unit: 'K' })
    expect(made.saved[0]!.unit).toBe('K')
  })

  it('turns its sign with the order, pixel by pixel', async () => {
    const made = new MemoryContext()
    made.addRaster('before', raster([[1, 2, NaN], [4, 5, 6]]), { quantity: 'temperature', unit: 'K' }) // prettier-ignore
    made.addRaster('after', raster([[3, 2, 1], [NaN, 1, 8]]), { quantity: 'temperature', unit: 'K' }) // prettier-ignore
    const ids = { before: 'before', after: 'after' }
    const gain = await runTool(differenceTool, ids, made)
    await runTool(differenceTool, { ...ids, order: 'before_minus_after' }, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([2, 0, NaN, NaN, -4, 2])
    expect(await pixels(await made.raster(made.saved[1]!.id))).toEqual([-2, 0, NaN, NaN, 4, -2])
    // (2 + 0 − 4 + 2) / 4.
    expect(number(gain, 'mean')).toBe(0)
    expect(number(gain, 'pixels_left_out', 'nodata')).toBe(2)
  })
})

describe('burn_severity', () => {
  it('has one pixel in each class of Key and Benson, worked back from its dNBR', async () => {
    // NBR is n where nir = (1 + n) / 2 and swir2 = (1 − n) / 2; before it is 0.6.
    const drops = [-0.3, -0.2, 0, 0.2, 0.3, 0.5, 0.9]
    const scene = (index: readonly number[]) => ({
      nir: raster([index.map((n) => (1 + n) / 2)]),
      swir2: raster([index.map((n) => (1 - n) / 2)]),
    })
    const made = new MemoryContext()
    made.addScene('pre', scene(drops.map(() => 0.6)))
    made.addScene('post', scene(drops.map((drop) => 0.6 - drop)))
    const result = await runTool(burnSeverityTool, { pre: 'pre', post: 'post' }, made)
    const classes = made.saved.find(({ port }) => port.kind === 'raster' && port.quantity === 'class')!
    expect(await pixels(await made.raster(classes.id))).toEqual([1, 2, 3, 4, 5, 6, 7])
    // Three pixels of 100 m² are at 0.27 or above.
    expect(number(result, 'burned_area')).toBeCloseTo(0.03, 12)
  })
})
