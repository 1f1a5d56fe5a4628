import { describe, expect, it } from 'vitest'
import oracle from '../../oracles/change.json' with { type: 'json' }
import { changeBetweenClassesTool } from '../../../src/tools/change/change-between-classes.ts'
import { changeClassesTool } from '../../../src/tools/change/change-classes.ts'
import { changeVectorTool } from '../../../src/tools/change/change-vector.ts'
import { gainLossTool } from '../../../src/tools/change/gain-loss.ts'
import { logRatioTool } from '../../../src/tools/change/log-ratio.ts'
import { normalisedDifferenceOfLayersTool } from '../../../src/tools/change/normalised-difference-of-layers.ts'
import { ratioOfLayersTool } from '../../../src/tools/change/ratio-of-layers.ts'
import { rbrTool } from '../../../src/tools/change/rbr.ts'
import { rdnbrTool } from '../../../src/tools/change/rdnbr.ts'
import { relativeChangeTool } from '../../../src/tools/change/relative-change.ts'
import { severityClassesTool } from '../../../src/tools/change/severity-classes.ts'
import type { Unit } from '../../../src/trace/quantity.ts'
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

function rows(values: readonly (number | null)[]): number[][] {
  return Array.from({ length: oracle.rows }, (_, row) =>
    values.slice(row * oracle.columns, (row + 1) * oracle.columns).map((each) => each ?? NaN),
  )
}

function pair(unit: Unit = '1'): MemoryContext {
  const made = new MemoryContext()
  const facts = { quantity: 'retrieval', meaning: 'thing', unit } as const
  made.addRaster('before', raster(rows(oracle.before)), { ...facts, date: '2020-01-01' })
  made.addRaster('after', raster(rows(oracle.after)), { ...facts, date: '2020-02-01' })
  return made
}

function scenes(): MemoryContext {
  const made = new MemoryContext()
  const bands = (of: (typeof oracle.scenes)['pre']) => ({
    red: raster(rows(of.red)),
    nir: raster(rows(of.nir)),
    swir2: raster(rows(of.swir2)),
  })
  made.addScene('pre', bands(oracle.scenes.pre), { date: '2020-01-01' })
  made.addScene('post', bands(oracle.scenes.post), { date: '2020-02-01' })
  return made
}

/** Every pixel of a saved layer against numpy, to the precision of float32. */
async function agrees(made: MemoryContext, wanted: readonly (number | null)[], layer = 0): Promise<void> {
  const found = await pixels(await made.raster(made.saved[layer]!.id))
  for (const [at, each] of wanted.entries()) {
    if (each === null) expect(found[at], `pixel ${at}`).toBeNaN()
    else
      expect(Math.abs(found[at]! - each), `pixel ${at}`).toBeLessThanOrEqual(
        1e-6 * Math.max(1, Math.abs(each)),
      )
  }
}

const ids = { before: 'before', after: 'after' }

describe('ratio_of_layers', () => {
  it('is after over before, and leaves out zeros', async () => {
    const made = pair()
    const result = await runTool(ratioOfLayersTool, ids, made)
    await agrees(made, oracle.ratio)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(2)
    expect(number(result, 'pixels_left_out', 'undefined')).toBe(1)
    const valid = oracle.ratio.filter((each) => each !== null)
    expect(number(result, 'mean')).toBeCloseTo(valid.reduce((sum, each) => sum + each, 0) / valid.length, 5)
  })

  it('refuses degrees Celsius and dB, whose zero is no nothing', async () => {
    for (const unit of ['degC', 'dB'] as const) {
      await expect(runTool(ratioOfLayersTool, ids, pair(unit))).rejects.toHaveProperty(
        'code',
        'invalid_input',
      )
    }
  })

  it('refuses two units', async () => {
    const made = pair()
    made.addRaster('kelvin', raster([[1]]), { quantity: 'temperature', unit: 'K' })
    await expect(
      runTool(ratioOfLayersTool, { before: 'before', after: 'kelvin' }, made),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('relative_change', () => {
  it('is percent of the size before, so that a rise from a negative value is positive', async () => {
    const made = pair()
    await runTool(relativeChangeTool, ids, made)
    await agrees(made, oracle.relative)
    expect(made.saved[0]!.unit).toBe('%')
  })

  it('leaves out earlier values that are almost nothing', async () => {
    const made = new MemoryContext()
    made.addRaster('before', raster([[0.01, 0.5, -0.5]]), { quantity: 'index' })
    made.addRaster('after', raster([[0.5, 0.75, -0.25]]), { quantity: 'index' })
    const result = await runTool(relativeChangeTool, { ...ids, smallest: 0.05 }, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([NaN, 50, 50])
    expect(number(result, 'pixels_left_out', 'undefined')).toBe(1)
  })
})

describe('normalised_difference_of_layers', () => {
  it('is (first − second) / (first + second)', async () => {
    const made = pair()
    await runTool(normalisedDifferenceOfLayersTool, { first: 'before', second: 'after' }, made)
    await agrees(made, oracle.normalised)
  })

  it('takes two bands of one scene: NBR from nir and swir2', async () => {
    const made = scenes()
    await runTool(
      normalisedDifferenceOfLayersTool,
      { first: 'pre', first_band: 'nir', second: 'pre', second_band: 'swir2' },
      made,
    )
    const { nir, swir2 } = oracle.scenes.pre
    await agrees(
      made,
      nir.map((each, at) => (each - swir2[at]!) / (each + swir2[at]!)),
    )
  })
})

describe('log_ratio', () => {
  it('is 10 log10 of after over before where both are above 0', async () => {
    const made = pair()
    await runTool(logRatioTool, ids, made)
    await agrees(made, oracle.log_ratio)
    expect(made.saved[0]!.unit).toBe('dB')
  })

  it('subtracts layers that are in dB already: the same as from linear power', async () => {
    const made = new MemoryContext()
    made.addRaster('before', raster([[-10, 0]]), { quantity: 'backscatter', unit: 'dB' })
    made.addRaster('after', raster([[-13, 3]]), { quantity: 'backscatter', unit: 'dB' })
    await runTool(logRatioTool, ids, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([-3, 3])
  })
})

describe('rdnbr', () => {
  it('is dNBR less the offset over √|NBR before|, which is 0.001 at the least', async () => {
    const made = scenes()
    await runTool(rdnbrTool, { pre: 'pre', post: 'post', offset: 0.02 }, made)
    await agrees(made, oracle.rdnbr)
    expect(made.saved[0]!.port).toMatchObject({ meaning: 'rdnbr' })
  })

  it('is a thousandth of the published scale: 640 of Miller and Thode from NBR 0.64 and dNBR 0.512', async () => {
    // NBR before (0.82 − 0.18) / 1 = 0.64, after (0.564 − 0.436) / 1 = 0.128: 0.512 / 0.8 = 0.64.
    const made = new MemoryContext()
    made.addScene('pre', { nir: raster([[0.82]]), swir2: raster([[0.18]]) })
    made.addScene('post', { nir: raster([[0.564]]), swir2: raster([[0.436]]) })
    const result = await runTool(rdnbrTool, { pre: 'pre', post: 'post' }, made)
    expect(number(result, 'mean')).toBeCloseTo(0.64, 6)
  })
})

describe('rbr', () => {
  it('is dNBR less the offset over NBR before plus 1.001', async () => {
    const made = scenes()
    await runTool(rbrTool, { pre: 'pre', post: 'post', offset: 0.02 }, made)
    await agrees(made, oracle.rbr)
  })
})

describe('severity_classes', () => {
  const withLayer = (meaning: string, values: readonly number[]) => {
    const made = new MemoryContext()
    made.addRaster('d', raster([values]), { quantity: 'difference', meaning })
    return made
  }

  it('puts each published limit of dNBR into the class above it', async () => {
    const values = [-0.3, -0.25, -0.1, 0.1, 0.27, 0.44, 0.66, 0.2699, NaN]
    const made = withLayer('dnbr', values)
    const result = await runTool(severityClassesTool, { layer: 'd' }, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([1, 2, 3, 4, 5, 6, 7, 4, NaN])
    // 100 m² a pixel: 0.01 ha; burned from 0.27 on are three.
    expect(number(result, 'burned_area')).toBeCloseTo(0.03, 12)
    expect(number(result, 'area', 'low')).toBeCloseTo(0.02, 12)
    expect(number(result, 'share', 'low')).toBeCloseTo(25, 9)
  })

  it('knows the limits of RdNBR (69, 316, 641) and RBR (35, 130, 298), on both scales', async () => {
    for (const [meaning, limits] of [
      ['rdnbr', [69, 316, 641]],
      ['rbr', [35, 130, 298]],
    ] as const) {
      for (const scale of ['unscaled', 'times_1000'] as const) {
        const factor = scale === 'unscaled' ? 1000 : 1
        const values = limits.flatMap((limit) => [(limit - 0.5) / factor, limit / factor])
        const made = withLayer(meaning, values)
        await runTool(severityClassesTool, { layer: 'd', scale }, made)
        expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([1, 2, 2, 3, 3, 4])
      }
    }
  })

  it('takes limits of your own, that must be as many as the classes and ascend', async () => {
    const made = withLayer('rbr', [0.1, 0.2, 0.3, 0.4])
    const result = await runTool(severityClassesTool, { layer: 'd', breaks: [0.15, 0.25, 0.35] }, made)
    expect(['unchanged', 'low', 'moderate', 'high'].map((each) => number(result, 'pixels', each))).toEqual([
      1, 1, 1, 1,
    ])
    for (const breaks of [
      [0.1, 0.2, 0.3, 0.4],
      [0.3, 0.2, 0.4],
    ]) {
      await expect(runTool(severityClassesTool, { layer: 'd', breaks }, made)).rejects.toHaveProperty(
        'code',
        'invalid_input',
      )
    }
  })

  it('warns of values on the scale of a thousand, and refuses what is no severity', async () => {
    const result = await runTool(severityClassesTool, { layer: 'd' }, withLayer('dnbr', [100, 400, -50]))
    expect(result.warnings!.join()).toContain('times_1000')
    await expect(
      runTool(severityClassesTool, { layer: 'd' }, withLayer('dndvi', [0.1])),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('change_vector', () => {
  it('has the length and direction that numpy gives', async () => {
    const made = scenes()
    const result = await runTool(changeVectorTool, { before: 'pre', after: 'post' }, made)
    await agrees(made, oracle.magnitude)
    const found = await pixels(await made.raster(made.saved[1]!.id))
    for (const [at, each] of oracle.angle.entries()) expect(found[at]).toBeCloseTo(each, 3)
    const share = oracle.angle.filter((each) => each < 90).length / oracle.angle.length
    expect(number(result, 'share', 'both_up')).toBeCloseTo(share * 100, 9)
  })

  it('measures three bands by the length alone: 0.3, 0.4 and 1.2 make 1.3', async () => {
    const made = new MemoryContext()
    made.addScene('pre', { red: raster([[0]]), nir: raster([[0]]), swir2: raster([[0]]) })
    made.addScene('post', { red: raster([[0.3]]), nir: raster([[-0.4]]), swir2: raster([[1.2]]) })
    const result = await runTool(
      changeVectorTool,
      { before: 'pre', after: 'post', bands: ['red', 'nir', 'swir2'] },
      made,
    )
    expect(number(result, 'max')).toBeCloseTo(1.3, 6)
    expect(made.saved).toHaveLength(1)
  })
})

describe('change_classes', () => {
  it('counts limits as change, either side of zero', async () => {
    const made = new MemoryContext()
    made.addRaster('d', raster([[-0.5, -0.1, -0.05, 0, 0.1, 0.4, NaN]]), {
      quantity: 'difference',
      meaning: 'dndvi',
    })
    const result = await runTool(changeClassesTool, { layer: 'd', rule: 'value', value: 0.1 }, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([1, 1, 2, 2, 3, 3, NaN])
    expect(number(result, 'area', 'decrease')).toBeCloseTo(0.02, 12)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    await expect(runTool(changeClassesTool, { layer: 'd', rule: 'value' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })

  it('stands either side of 1 for a ratio', async () => {
    const made = new MemoryContext()
    made.addRaster('r', raster([[0.8, 1.05, 1.3]]), { quantity: 'difference', meaning: 'ratio' })
    await runTool(changeClassesTool, { layer: 'r', rule: 'value', value: 0.1 }, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([1, 2, 3])
  })

  it('cuts at deviations from the mean', async () => {
    const made = new MemoryContext()
    // Mean 1, population std 2.
    made.addRaster('d', raster([[-1, 3, -1, 3]]), { quantity: 'difference' })
    const result = await runTool(changeClassesTool, { layer: 'd', factor: 0.5 }, made)
    expect([number(result, 'lower_limit'), number(result, 'upper_limit')]).toEqual([0, 2])
    expect(number(result, 'pixels', 'increase')).toBe(2)
  })
})

describe('change_between_classes', () => {
  it('has the matrix worked by hand', async () => {
    const made = new MemoryContext()
    made.addRaster('before', raster([[1, 1, 1, 2], [2, 3, NaN, 3]]), { quantity: 'class', date: '2000-01-01' }) // prettier-ignore
    made.addRaster('after', raster([[1, 2, 2, 2], [1, 3, 1, NaN]]), { quantity: 'class', date: '2010-01-01' }) // prettier-ignore
    const result = await runTool(changeBetweenClassesTool, ids, made)
    expect((await made.table(made.saved[0]!.id)).rows).toEqual([
      [1, 1, 1, 0.01, expect.closeTo(100 / 3, 9)],
      [1, 2, 2, 0.02, expect.closeTo(200 / 3, 9)],
      [2, 1, 1, 0.01, 50],
      [2, 2, 1, 0.01, 50],
      [3, 3, 1, 0.01, 100],
    ])
    expect(number(result, 'changed_area')).toBeCloseTo(0.03, 12)
    expect(number(result, 'changed_share')).toBeCloseTo(50, 9)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(2)
  })
})

describe('gain_loss', () => {
  it('tells gained, lost, kept and never, and the net of them', async () => {
    const made = new MemoryContext()
    made.addRaster('before', raster(['##.#', '..?#']), { quantity: 'mask', meaning: 'water' })
    made.addRaster('after', raster(['#.##', '#.#?']), { quantity: 'mask', meaning: 'water' })
    const result = await runTool(gainLossTool, ids, made)
    expect(await pixels(await made.raster(made.saved[0]!.id))).toEqual([3, 2, 1, 3, 1, 4, NaN, NaN])
    expect(['gained', 'lost', 'kept', 'never'].map((each) => number(result, `${each}_area`))).toEqual([
      0.02, 0.01, 0.02, 0.01,
    ])
    expect(number(result, 'net_change')).toBeCloseTo(0.01, 12)
    expect(number(result, 'before_area')).toBeCloseTo(0.03, 12)
    expect(number(result, 'after_area')).toBeCloseTo(0.04, 12)
    expect(number(result, 'net_change_share')).toBeCloseTo(100 / 3, 9)
  })
})
