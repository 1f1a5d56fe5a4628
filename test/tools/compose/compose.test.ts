import { describe, expect, it } from 'vitest'
import { bandMathsTool } from '../../../src/tools/compose/band-maths.ts'
import { rasterArithmeticTool } from '../../../src/tools/compose/raster-arithmetic.ts'
import { whereTool } from '../../../src/tools/compose/where.ts'
import { drawn, pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const BANDS = { red: raster([[0.1, 0.2, NaN], [0.3, 0, 0.25]]), nir: raster([[0.3, 0.2, 0.5], [0.1, 0, 0.75]]) } // prettier-ignore
const saved = async (context: MemoryContext) =>
  (await pixels(await context.raster(context.saved[0]!.id))).map((value) =>
    Number.isNaN(value) ? null : Number(value.toFixed(6)),
  )

describe('band_maths', () => {
  it('computes a formula over the bands of a scene', async () => {
    const context = new MemoryContext()
    context.addScene('s', BANDS, { date: '2020-05-01' })
    const args = { scene: 's', expression: '(nir - red) / (nir + red)' }
    const result = await runTool(bandMathsTool, args, context)
    // 0.2 / 0.4, 0 / 0.4, no data, -0.2 / 0.4, 0 / 0, 0.5 / 1
    expect(await saved(context)).toEqual([0.5, 0, null, -0.5, null, 0.5])
    expect([number(result, 'valid'), number(result, 'pixels_left_out', 'nodata')]).toEqual([4, 2])
    expect(number(result, 'mean')).toBeCloseTo(0.125, 7)
    expect(context.saved[0]).toMatchObject({ unit: '1', date: '2020-05-01', port: { meaning: 'band_maths' } })
  })

  it('names single layers a, b, c and makes a mask of a comparison', async () => {
    const context = new MemoryContext()
    context.addRaster('x', raster([[1, 2, 3, NaN]]), { quantity: 'index' })
    context.addRaster('y', raster([[3, 2, 1, 0]]), { quantity: 'index' })
    const result = await runTool(
      bandMathsTool,
      { layers: ['x', 'y'], expression: 'a > b or a == 2' },
      context,
    )
    expect(await drawn(await context.raster(context.saved[0]!.id))).toEqual(['.##?'])
    expect(context.saved[0]!.port).toMatchObject({ quantity: 'mask' })
    expect(number(result, 'share')).toBeCloseTo(200 / 3, 4)
  })

  it('takes raw numbers for ratios alone', async () => {
    const context = new MemoryContext()
    context.addScene('s', BANDS, { quantity: 'raw' })
    const ratio = await runTool(bandMathsTool, { scene: 's', expression: 'nir / red' }, context)
    expect(ratio.warnings!.join()).toContain('a factor cancels')
    await expect(runTool(bandMathsTool, { scene: 's', expression: 'nir - red' }, context)).rejects.toHaveProperty('code', 'scaling_unknown') // prettier-ignore
  })

  it.each([
    ['b + a', { layers: ['x'] }],
    ['nir', { layers: ['x'] }],
    ['1 + 1', { layers: ['x'] }],
    ['a +', { layers: ['x'] }],
  ])('refuses %s in words', async (expression, args) => {
    const context = new MemoryContext()
    context.addRaster('x', raster([[1]]), { quantity: 'index' })
    await expect(runTool(bandMathsTool, { expression, ...args }, context)).rejects.toHaveProperty('code', 'invalid_input') // prettier-ignore
    expect(context.saved).toEqual([])
  })
})

describe('raster_arithmetic', () => {
  const context = () => {
    const made = new MemoryContext()
    made.addRaster('x', raster([[1, 2, 3]]), {
      quantity: 'temperature',
      meaning: 'lst',
      unit: 'K',
      date: '2020-01-01',
    })
    made.addRaster('y', raster([[4, 0, NaN]]), { quantity: 'temperature', meaning: 'lst', unit: 'K', date: '2020-02-01' }) // prettier-ignore
    made.addRaster('z', raster([[2, 2, 2]]), { quantity: 'index', meaning: 'ndvi' })
    return made
  }

  it.each([
    ['add', [5, 2, null], 'K'],
    ['subtract', [-3, 2, null], 'K'],
    ['divide', [0.25, null, null], '1'],
    ['min', [1, 0, null], 'K'],
    ['max', [4, 2, null], 'K'],
  ])('%s: the first is left of the sign', async (operation, values, unit) => {
    const made = context()
    await runTool(rasterArithmeticTool, { first: 'x', operation, second: 'y' }, made)
    expect(await saved(made)).toEqual(values)
    expect(made.saved[0]!.unit).toBe(unit)
  })

  it('takes a number, and multiplies kelvin with plain numbers', async () => {
    const made = context()
    await runTool(rasterArithmeticTool, { first: 'x', operation: 'multiply', number: -0.5 }, made)
    expect(await saved(made)).toEqual([-0.5, -1, -1.5])
    const other = context()
    await runTool(rasterArithmeticTool, { first: 'z', operation: 'multiply', second: 'x' }, other)
    expect(other.saved[0]!.unit).toBe('K')
    expect(await saved(other)).toEqual([2, 4, 6])
  })

  it('calls a difference of one thing a difference of it', async () => {
    const made = context()
    await runTool(rasterArithmeticTool, { first: 'x', operation: 'subtract', second: 'y' }, made)
    expect(made.saved[0]).toMatchObject({
      port: { quantity: 'difference', meaning: 'dlst' },
      date: '2020-02-01',
    })
  })

  it.each([
    [{ operation: 'add', second: 'z' }],
    [{ operation: 'multiply', second: 'y' }],
    [{ operation: 'add' }],
    [{ operation: 'add', second: 'y', number: 2 }],
    [{ operation: 'divide', number: 0 }],
  ])('refuses %j', async (args) => {
    await expect(runTool(rasterArithmeticTool, { first: 'x', ...args }, context())).rejects.toHaveProperty('code', 'invalid_input') // prettier-ignore
  })
})

describe('where', () => {
  const context = () => {
    const made = new MemoryContext()
    made.addRaster('m', raster(['#.?#']), { quantity: 'mask', meaning: 'burned' })
    made.addRaster('a', raster([[1, 2, 3, NaN]]), { quantity: 'index', meaning: 'ndvi' })
    made.addRaster('b', raster([[5, 6, 7, 8]]), { quantity: 'index', meaning: 'ndvi' })
    made.addRaster('t', raster([[5, 6, 7, 8]]), { quantity: 'temperature', unit: 'K' })
    return made
  }

  it.each([
    [{}, [1, null, null, null]],
    [{ outside: 'b' }, [1, 6, null, null]],
    [{ number: -9 }, [1, -9, null, null]],
  ])('with %j outside', async (args, values) => {
    const made = context()
    const result = await runTool(whereTool, { mask: 'm', inside: 'a', ...args }, made)
    expect(await saved(made)).toEqual(values)
    expect(made.saved[0]!.port).toMatchObject({ quantity: 'index', meaning: 'ndvi' })
    expect(number(result, 'valid')).toBe(values.filter((value) => value !== null).length)
  })

  it('refuses rasters of unlike meaning, and two things outside', async () => {
    for (const args of [{ outside: 't' }, { outside: 'b', number: 1 }]) {
      await expect(runTool(whereTool, { mask: 'm', inside: 'a', ...args }, context())).rejects.toHaveProperty('code', 'invalid_input') // prettier-ignore
    }
  })
})
