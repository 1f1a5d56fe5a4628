import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileBytes } from '../../../src/io/node/file-bytes.ts'
import { memoryResults } from '../../../src/io/write/memory-results.ts'
import { indexSeriesTool } from '../../../src/tools/pixelseries/index-series.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { Workspace } from '../../../src/tools/workspace.ts'
import { hasShared, sharedPath } from '../../helpers/shared.ts'
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { oracles } from './oracle.ts'

const { new_york: newYork } = oracles

describe('index_series', () => {
  let context: MemoryContext
  beforeEach(() => {
    context = new MemoryContext()
  })
  const run = (args: Record<string, unknown>) => runTool(indexSeriesTool, args, context)

  /** NDVI 1/2, 1/3, 3/5, and of the last pixel none. */
  const june = { nir: raster([[3, 2, 8, -1]]), red: raster([[1, 1, 2, 0.5]]) }
  const july = { nir: raster([[3, 3]]), red: raster([[1, NaN]]) }

  it('has a row a date in order of date, each scene on its own grid', async () => {
    context.addScene('b', july, { date: '2020-07-01' })
    context.addScene('a', june, { date: '2020-06-01' })
    const result = await run({ scenes: ['b', 'a'], index: 'ndvi' })
    const { rows } = await context.table(result.layers![0]!.id)
    // (1/2 + 1/3 + 3/5) / 3 = 43/90
    expect(rows.map(([date, , valid]) => [date, valid])).toEqual([
      ['2020-06-01', 3],
      ['2020-07-01', 1],
    ])
    expect(rows[0]![1]).toBeCloseTo(43 / 90, 6)
    expect(rows[1]![1]).toBeCloseTo(0.5, 6)
    expect(number(result, 'first')).toBeCloseTo(43 / 90, 6)
    expect(number(result, 'last')).toBeCloseTo(0.5, 6)
    expect(number(result, 'mean')).toBeCloseTo((43 / 90 + 0.5) / 2, 6)
    expect(number(result, 'dates')).toBe(2)
    expect(number(result, 'pixels_left_out', 'not_positive')).toBe(1)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    expect(result.chart).toMatchObject({
      kind: 'series',
      points: [{ date: '2020-06-01' }, { date: '2020-07-01' }],
    })
  })

  it('takes the median where asked', async () => {
    context.addScene('a', june, { date: '2020-06-01' })
    context.addScene('b', july, { date: '2020-07-01' })
    const result = await run({ scenes: ['a', 'b'], index: 'NDVI', statistic: 'median' })
    expect(number(result, 'first')).toBeCloseTo(0.5, 6)
  })

  it('masks cloud alone or shadow too, and says which', async () => {
    // SCL: 4 vegetation, 9 cloud, 3 shadow, 4.
    const scl = raster([[4, 9, 3, 4]])
    context.addScene('a', { ...june, scl }, { date: '2020-06-01' })
    context.addScene('b', { ...july }, { date: '2020-07-01' })
    const scenes = ['a', 'b']
    const cloud = await run({ scenes, index: 'ndvi' })
    expect(number(cloud, 'first')).toBeCloseTo(0.55, 6)
    expect(cloud.warnings!.join()).toContain(
      'Masked by scl: pixels that the quality band calls cloud are left out',
    )
    // Four pixels of a hold data, one of b; one is cloud.
    expect(cloud.warnings!.join()).toContain('1 of 5 pixels with data (20 %)')
    expect(cloud.warnings!.join()).toContain('(b) without a quality band')
    const { rows } = await context.table(cloud.layers![0]!.id)
    expect(rows.map((row) => row[3])).toEqual([25, 0])
    const shadow = await run({ scenes, index: 'ndvi', masked: 'cloud_and_shadow' })
    expect(number(shadow, 'first')).toBeCloseTo(0.5, 6)
    const kept = await run({ scenes, index: 'ndvi', clouds: 'keep' })
    expect(number(kept, 'first')).toBeCloseTo(43 / 90, 6)
    expect(kept.warnings!.join()).toContain('Nothing is masked')
  })

  it('leaves the value of a date without a valid pixel empty and says so', async () => {
    context.addScene('a', june, { date: '2020-06-01' })
    context.addScene('b', { nir: raster([[NaN]]), red: raster([[1]]) }, { date: '2020-07-01' })
    const result = await run({ scenes: ['a', 'b'], index: 'ndvi' })
    expect((await context.table(result.layers![0]!.id)).rows[1]).toEqual(['2020-07-01', null, 0, 0])
    expect(result.warnings!.join()).toContain('1 date without a valid pixel (2020-07-01) has no value')
    expect(number(result, 'dates')).toBe(1)
  })

  it('refuses what has no date, an unknown index, and raw numbers where constants need reflectance', async () => {
    context.addScene('a', { ...june, blue: raster([[1, 1, 1, 1]]) }, { date: '2020-06-01', quantity: 'raw' })
    context.addScene('b', july, { date: null })
    await expect(run({ scenes: ['a', 'b'], index: 'ndvi' })).rejects.toThrow(/b has no date/)
    await expect(run({ scenes: ['a', 'a'], index: 'ndvi' })).rejects.toThrow(/stands in the list twice/)
    context.addScene('c', july, { date: '2020-07-01' })
    await expect(run({ scenes: ['a', 'c'], index: 'nothing' })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    await expect(run({ scenes: ['a', 'c'], index: 'evi' })).rejects.toHaveProperty('code', 'scaling_unknown')
  })

  describe.skipIf(!hasShared)('of New York 2018 (needs the shared scenes)', () => {
    const series = async (args: Record<string, unknown>) => {
      const folder = sharedPath('data', 'scenes', 'landsat_ny_2018')
      const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
      const files = await Promise.all(
        readdirSync(folder).map(async (name) => ({
          id: name,
          name,
          bytes: await fileBytes(join(folder, name)),
        })),
      )
      const { layers } = await workspace.addFiles(files)
      const scenes = layers.map(({ id }) => id)
      const outcome = await workspace.run({ tool: 'index_series', args: { scenes, index: 'ndvi', ...args } })
      if (!outcome.ok) throw new Error(outcome.error.message)
      const trend = await workspace.run({ tool: 'linear_trend', args: { table: outcome.layers[0]!.id } })
      await workspace.close()
      if (!trend.ok) throw new Error(trend.error.message)
      const { chart, warnings } = outcome.observation
      const slope = trend.observation.numbers.find(({ name }) => name === 'slope')
      return { points: chart?.kind === 'series' ? chart.points : [], warnings, slope }
    }

    it('has the means of numpy per date, and with them +0.0231 a year, cloud masked', async () => {
      const { points, warnings, slope } = await series({})
      expect(points.map(({ date }) => date)).toEqual(newYork.dates)
      for (const [place, { value }] of points.entries()) {
        expect(value).toBeCloseTo(newYork.values['cloud']![place]!, 6)
      }
      expect(slope!.value).toBeCloseTo(newYork.slopes_per_year['cloud']!, 5)
      expect(slope).toMatchObject({ value: expect.closeTo(0.0231, 4) as number, unit: '1/year' })
      expect(warnings.join()).toContain(
        'Masked by BQA: pixels that the quality band calls cloud are left out',
      )
      expect(warnings.join()).toContain('sine of the sun elevation, which cancels in ndvi')
    })

    it.each([
      [{ clouds: 'keep' }, 'keep', 0.05701],
      [{ masked: 'cloud_and_shadow' }, 'cloud_and_shadow', 0.0249],
    ] as const)('tells other trends apart with %o', async (args, way, expected) => {
      const { points, slope } = await series(args)
      for (const [place, { value }] of points.entries()) {
        expect(value).toBeCloseTo(newYork.values[way]![place]!, 6)
      }
      expect(slope!.value).toBeCloseTo(expected, 4)
    })

    it('has the medians of numpy', async () => {
      const { points } = await series({ statistic: 'median' })
      for (const [place, { value }] of points.entries()) {
        expect(value).toBeCloseTo(newYork.values['median_cloud']![place]!, 5)
      }
    })
  })
})
