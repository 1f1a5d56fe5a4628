import { describe, expect, it } from 'vitest'
import { conditionalStatisticsTool } from '../../../src/tools/statistics/conditional-statistics.ts'
import { countPixelsTool } from '../../../src/tools/statistics/count-pixels.ts'
import { countWhereTool } from '../../../src/tools/statistics/count-where.ts'
import { entropyTool } from '../../../src/tools/statistics/entropy.ts'
import { histogramOfRasterTool } from '../../../src/tools/statistics/histogram-of-raster.ts'
import { layerStatisticsSeriesTool } from '../../../src/tools/statistics/layer-statistics-series.ts'
import { meanRatioTool } from '../../../src/tools/statistics/mean-ratio.ts'
import { modeOfClassesTool } from '../../../src/tools/statistics/mode-of-classes.ts'
import { momentsTool } from '../../../src/tools/statistics/moments.ts'
import { percentileOfRasterTool } from '../../../src/tools/statistics/percentile-of-raster.ts'
import { rasterCorrelationTool } from '../../../src/tools/statistics/raster-correlation.ts'
import { statisticsTool } from '../../../src/tools/statistics/statistics.ts'
import oracle from '../../oracles/statistics.json' with { type: 'json' }
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { oracleRaster } from '../oracle-rasters.ts'

function context(): MemoryContext {
  const made = new MemoryContext()
  for (const name of ['skewed', 'far', 'partner'] as const) {
    made.addRaster(name, oracleRaster(oracle[name]), { quantity: 'index', date: '2020-01-01' })
  }
  made.addRaster('classes', oracleRaster(oracle.classes), { quantity: 'class' })
  return made
}

/** Equal to nine digits. */
const expectNear = (found: number, wanted: number) =>
  expect(Math.abs(found - wanted), `${found} against ${wanted}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(wanted)),
  )

describe('statistics', () => {
  it('tells a thermal band of a scene of reflectance in kelvin', async () => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[0.1]]), thermal1: raster([[290, 310]]) })
    const result = await runTool(statisticsTool, { layer: 's', band: 'thermal1' }, made)
    expect(result.numbers!.find(({ name }) => name === 'mean')).toMatchObject({
      value: 300,
      unit: 'K',
      dimension: 'temperature',
    })
  })
})

describe('moments', () => {
  it.each([
    ['skewed', 'population', 'excess'],
    ['skewed', 'population', 'pearson'],
    ['skewed', 'sample', 'excess'],
    ['skewed', 'sample', 'pearson'],
    ['far', 'population', 'excess'],
    ['far', 'sample', 'pearson'],
  ] as const)('of %s as a %s with %s kurtosis are those of scipy', async (layer, bias, kurtosis) => {
    const result = await runTool(momentsTool, { layer, bias, kurtosis }, context())
    const wanted = oracle.moments[layer]
    expectNear(number(result, 'sum'), wanted.sum)
    expectNear(number(result, 'mean'), wanted.mean)
    for (const name of ['variance', 'std', 'skewness', 'coefficient_of_variation'] as const) {
      expectNear(number(result, name), wanted[bias][name])
    }
    expectNear(number(result, 'kurtosis'), wanted[bias][kurtosis])
  })

  it('leaves out what is not defined for a raster of one value, and says so', async () => {
    const made = new MemoryContext()
    made.addRaster('flat', raster([[0, 0, 0, 0]]), { quantity: 'index' })
    const result = await runTool(momentsTool, { layer: 'flat' }, made)
    expect(result.numbers!.map(({ name }) => name)).not.toContain('skewness')
    expect(result.warnings!.join()).toContain('skewness')
    expect(result.text).not.toContain('NaN')
  })
})

describe('percentile_of_raster', () => {
  it.each(Object.entries(oracle.percentiles))('finds the %sth as numpy does', async (percentile, wanted) => {
    const result = await runTool(
      percentileOfRasterTool,
      { layer: 'skewed', percentile: Number(percentile) },
      context(),
    )
    expectNear(number(result, 'percentile_value'), wanted)
  })

  it('ranks the pixels above a floor alone', async () => {
    const result = await runTool(
      percentileOfRasterTool,
      { layer: 'skewed', percentile: 75, above: 3 },
      context(),
    )
    expectNear(number(result, 'percentile_value'), oracle.percentile_75_above_3)
    expect(number(result, 'pixels')).toBe(oracle.above_3.pixels)
  })

  it('says that nothing lies above the floor', async () => {
    await expect(
      runTool(percentileOfRasterTool, { layer: 'skewed', above: 999 }, context()),
    ).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('histogram_of_raster', () => {
  it('counts as numpy does, with the last edge in', async () => {
    const made = context()
    const result = await runTool(histogramOfRasterTool, { layer: 'skewed', bins: 8 }, made)
    const { rows } = await made.table(result.layers![0]!.id)
    const { counts, edges } = oracle.histogram
    expect(rows.map(([, , pixels]) => pixels)).toEqual(counts)
    for (const [place, [from, to]] of rows.entries()) {
      expectNear(from as number, edges[place]!)
      expectNear(to as number, edges[place + 1]!)
    }
    const fullest = counts.indexOf(Math.max(...counts))
    expectNear(number(result, 'modal_value'), (edges[fullest]! + edges[fullest + 1]!) / 2)
  })

  it('tells how many lie outside given ends', async () => {
    const made = new MemoryContext()
    made.addRaster('a', raster([[0, 1, 2, 3, 9]]), { quantity: 'index' })
    const result = await runTool(histogramOfRasterTool, { layer: 'a', bins: 2, lowest: 0, highest: 4 }, made)
    expect((await made.table(result.layers![0]!.id)).rows.map(([, , pixels]) => pixels)).toEqual([2, 2])
    expect(result.warnings!.join()).toContain('1 pixel')
  })
})

describe('count_pixels', () => {
  it('counts one raster as numpy does', async () => {
    const result = await runTool(countPixelsTool, { layers: ['skewed'], threshold: 3 }, context())
    const { pixels, valid } = oracle.above_3
    expect(number(result, 'pixels')).toBe(pixels)
    expectNear(number(result, 'share'), (pixels / valid) * 100)
    expectNear(number(result, 'mean_share'), (pixels / valid) * 100)
  })

  it.each([
    ['above', [25, 50]],
    ['at_or_above', [50, 100]],
    ['below', [50, 0]],
    ['at_or_below', [75, 50]],
    ['equal', [25, 50]],
  ] as const)('tells %s apart, date by date', async (test, shares) => {
    const made = new MemoryContext()
    // Given out of order; one pixel without data.
    made.addRaster('late', raster([[0.7, 0.9, NaN]]), { quantity: 'index', date: '2021-01-01' })
    made.addRaster('early', raster([[0.1, 0.2, 0.7, 0.8]]), { quantity: 'index', date: '2020-01-01' })
    const result = await runTool(countPixelsTool, { layers: ['late', 'early'], threshold: 0.7, test }, made)
    const { rows } = await made.table(result.layers![0]!.id)
    expect(rows.map((row) => row[4])).toEqual(shares)
    expect(number(result, 'mean_share')).toBe((shares[0] + shares[1]) / 2)
  })

  it('counts the dates whose share is above a given one, and their mean', async () => {
    const made = new MemoryContext()
    for (const [name, values] of Object.entries({
      a: [1, 1, 1, 1],
      b: [1, 1, 0, 0],
      c: [1, 0, 0, 0],
      d: [1, 0, 0, 0],
    })) {
      made.addRaster(name, raster([values]), { quantity: 'index' })
    }
    const args = { layers: ['a', 'b', 'c', 'd'], threshold: 0.5, share_above: 25 }
    const result = await runTool(countPixelsTool, args, made)
    expect(number(result, 'layers_passing')).toBe(2)
    expect(number(result, 'mean_share_passing')).toBe(75)
    expect(number(result, 'mean_share')).toBe(50)
  })

  it('refuses layers of unlike units', async () => {
    const made = context()
    made.addRaster('k', raster([[300]]), { quantity: 'temperature', unit: 'K' })
    await expect(
      runTool(countPixelsTool, { layers: ['far', 'k'], threshold: 1 }, made),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('count_where', () => {
  it('counts the pixels that meet both conditions as numpy does', async () => {
    const args = { layers: ['skewed', 'partner'], thresholds: [3], tests: ['above', 'at_or_below'] }
    const result = await runTool(countWhereTool, args, context())
    const { pixels, valid } = oracle.where
    expect(number(result, 'pixels')).toBe(pixels)
    expectNear(number(result, 'share'), (pixels / valid) * 100)
    // Pixels of 10 m on a side.
    expectNear(number(result, 'area'), pixels * 0.01)
  })

  it('takes several bands of one scene', async () => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[0.1, 0.3, 0.1]]), nir: raster([[0.4, 0.4, 0.2]]) })
    const args = {
      layers: ['s', 's'],
      bands: ['red', 'nir'],
      thresholds: [0.2, 0.3],
      tests: ['below', 'above'],
    }
    expect(number(await runTool(countWhereTool, args, made), 'pixels')).toBe(1)
  })

  it('counts without an area where the reference system is not known', async () => {
    const made = new MemoryContext()
    const crs = { id: 'unknown', kind: 'unknown', name: '', proj4: null, metresPerUnit: NaN } as const
    made.addRaster('a', raster([[1, 2]], { crs: crs }), { quantity: 'index' })
    const result = await runTool(countWhereTool, { layers: ['a'], thresholds: [1.5] }, made)
    expect(number(result, 'pixels')).toBe(1)
    expect(number(result, 'area')).toBeNaN()
  })

  it('refuses two thresholds for three layers', async () => {
    const args = { layers: ['far', 'far', 'far'], thresholds: [1, 2] }
    await expect(runTool(countWhereTool, args, context())).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('conditional_statistics', () => {
  it('measures one raster where another is at or above a threshold, as numpy does', async () => {
    const args = { values: ['skewed'], conditions: ['partner'], threshold: 3 }
    const result = await runTool(conditionalStatisticsTool, args, context())
    for (const name of ['mean', 'std', 'min', 'max'] as const)
      expectNear(number(result, name), oracle.conditional[name])
  })

  const series = () => {
    const made = new MemoryContext()
    const add = (id: string, values: number[], date: string) =>
      made.addRaster(id, raster([values]), { quantity: 'index', date })
    add('v2', [10, 20], '2020-02-01')
    add('v1', [1, 2], '2020-01-01')
    add('c1', [0, 9], '2020-01-01')
    add('c2', [9, 0], '2020-02-01')
    add('c3', [9, 9], '2020-03-01')
    return made
  }

  it('pairs lists by date, pools them, and names what has no partner', async () => {
    const args = { values: ['v2', 'v1'], conditions: ['c1', 'c2', 'c3'], threshold: 5 }
    const result = await runTool(conditionalStatisticsTool, args, series())
    // 2 of January and 10 of February.
    expect(number(result, 'mean')).toBe(6)
    expect(number(result, 'pixels')).toBe(2)
    expect(result.warnings!.join()).toContain('1 layer')
  })

  it('keeps to the bounds of values, and says that nothing is left', async () => {
    const args = { values: ['v1'], conditions: ['c3'], threshold: 5, lowest: 1.5 }
    expect(number(await runTool(conditionalStatisticsTool, args, series()), 'mean')).toBe(2)
    await expect(
      runTool(conditionalStatisticsTool, { ...args, threshold: 99 }, series()),
    ).rejects.toHaveProperty('code', 'nothing_valid')
  })
})

describe('layer_statistics_series', () => {
  it('gives each raster the figures that numpy and scipy give it', async () => {
    const made = context()
    const result = await runTool(
      layerStatisticsSeriesTool,
      { layers: ['skewed', 'far'], bias: 'sample' },
      made,
    )
    const { columns, rows } = await made.table(result.layers![0]!.id)
    expect(columns.map(({ name }) => name).join(' ')).toBe(
      'date layer mean min max std median sum skewness kurtosis valid',
    )
    const cell = (name: string, row: number) =>
      rows[row]![columns.findIndex((column) => column.name === name)] as number
    for (const [place, layer] of (['skewed', 'far'] as const).entries()) {
      const wanted = oracle.moments[layer]
      expectNear(cell('mean', place), wanted.mean)
      expectNear(cell('sum', place), wanted.sum)
      expectNear(cell('std', place), wanted.sample.std)
      expectNear(cell('skewness', place), wanted.sample.skewness)
      expectNear(cell('kurtosis', place), wanted.sample.excess)
    }
    expectNear(cell('median', 0), oracle.median)
    expectNear(number(result, 'mean_of_means'), (oracle.moments.skewed.mean + oracle.moments.far.mean) / 2)
  })

  const three = () => {
    const made = new MemoryContext()
    made.addRaster('c', raster([[5, 7]]), { quantity: 'index', date: '2020-03-01' })
    made.addRaster('a', raster([[1, 3]]), { quantity: 'index', date: '2020-01-01' })
    made.addRaster('b', raster([[4, NaN]]), { quantity: 'index', date: '2020-02-01' })
    return made
  }

  it('orders by date and sums up over the dates', async () => {
    const made = three()
    const result = await runTool(layerStatisticsSeriesTool, { layers: ['c', 'a', 'b'] }, made)
    expect((await made.table(result.layers![0]!.id)).rows.map(([date]) => date)).toEqual([
      '2020-01-01',
      '2020-02-01',
      '2020-03-01',
    ])
    // Means 2, 4, 6.
    const wanted = { mean_of_means: 4, max_of_means: 6, min_of_means: 2, max_of_maxima: 7, min_of_minima: 1 }
    for (const [name, value] of Object.entries(wanted)) expect(number(result, name), name).toBe(value)
    expect(number(result, 'mean', '2020-02-01')).toBe(4)
    expect(result.text).toContain('highest mean 6 (2020-03-01)')
  })

  it.each([
    [{}, 1],
    [{ factor: 0.9 }, 2],
    [{ threshold: 1.5 }, 3],
    [{ threshold: 4, test: 'below' }, 1],
    [{ threshold: 4, test: 'at_or_below' }, 2],
  ])('counts the means beyond %j', async (args, count) => {
    const result = await runTool(layerStatisticsSeriesTool, { layers: ['a', 'b', 'c'], ...args }, three())
    expect(number(result, 'layers_beyond')).toBe(count)
  })
})

describe('raster_correlation', () => {
  it('agrees with scipy over the pixels that both have', async () => {
    const result = await runTool(rasterCorrelationTool, { first: 'skewed', second: 'partner' }, context())
    const { correlation, ...others } = oracle.pair
    expectNear(number(result, 'correlation'), correlation)
    expectNear(number(result, 'r2'), correlation ** 2)
    for (const [name, value] of Object.entries(others)) expectNear(number(result, name), value)
  })

  it('is one for a raster and a multiple of it, and refuses a raster of one value', async () => {
    const made = new MemoryContext()
    made.addRaster('a', raster([[1, 2], [3, 5]]), { quantity: 'index' }) // prettier-ignore
    made.addRaster('b', raster([[-2, -4], [-6, -10]]), { quantity: 'index' }) // prettier-ignore
    made.addRaster('flat', raster([[1, 1], [1, 1]]), { quantity: 'index' }) // prettier-ignore
    const result = await runTool(rasterCorrelationTool, { first: 'a', second: 'b' }, made)
    expect(number(result, 'correlation')).toBe(-1)
    expect(number(result, 'slope')).toBeCloseTo(-2, 12)
    await expect(runTool(rasterCorrelationTool, { first: 'a', second: 'flat' }, made)).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('mean_ratio', () => {
  it('leaves out zeros of the second, as numpy with a mask does', async () => {
    const result = await runTool(meanRatioTool, { first: 'skewed', second: 'partner' }, context())
    // Quotients are kept in single precision.
    expect(number(result, 'mean_ratio')).toBeCloseTo(oracle.ratio.mean_ratio, 6)
    expectNear(number(result, 'ratio_of_means'), oracle.ratio.ratio_of_means)
    expect(result.warnings!.join()).toContain('1 pixel where partner is zero')
  })
})

describe('mode_of_classes', () => {
  it('is that of scipy, with the pixels of each class', async () => {
    const made = context()
    const result = await runTool(modeOfClassesTool, { layer: 'classes' }, made)
    expect(number(result, 'mode')).toBe(oracle.mode.mode)
    expect(number(result, 'pixels')).toBe(oracle.mode.pixels)
    const { rows } = await made.table(result.layers![0]!.id)
    expect(rows.map(([code]) => code)).toEqual([1, 2, 3, 5])
  })

  it('takes the lowest of equally common classes', async () => {
    const made = new MemoryContext()
    made.addRaster('tie', raster([[4, 2, 4, 2, 9]]), { quantity: 'class' })
    expect(number(await runTool(modeOfClassesTool, { layer: 'tie' }, made), 'mode')).toBe(2)
  })
})

describe('entropy', () => {
  it('of classes is that of scikit-image, of values by intervals that of scipy', async () => {
    expectNear(
      number(await runTool(entropyTool, { layer: 'classes' }, context()), 'entropy'),
      oracle.entropy.classes,
    )
    expectNear(
      number(await runTool(entropyTool, { layer: 'skewed', bins: 8 }, context()), 'entropy'),
      oracle.entropy.bins_8,
    )
  })

  it('is one bit and even for two classes of one size, nothing for one class', async () => {
    const made = new MemoryContext()
    made.addRaster('two', raster(['#.#.']), { quantity: 'mask' })
    made.addRaster('one', raster(['####']), { quantity: 'mask' })
    const two = await runTool(entropyTool, { layer: 'two' }, made)
    expect([number(two, 'entropy'), number(two, 'evenness')]).toEqual([1, 1])
    expect(number(await runTool(entropyTool, { layer: 'one' }, made), 'entropy')).toBe(0)
  })
})
