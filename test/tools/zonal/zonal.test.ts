import { describe, expect, it } from 'vitest'
import oracle from '../../oracles/zonal.json' with { type: 'json' }
import type { Affine } from '../../../src/raster/grid/grid.ts'
import { crossTabulationTool } from '../../../src/tools/zonal/cross-tabulation.ts'
import { rankZonesTool } from '../../../src/tools/zonal/rank-zones.ts'
import { zonalClassAreasTool } from '../../../src/tools/zonal/zonal-class-areas.ts'
import { zonalDifferenceTool } from '../../../src/tools/zonal/zonal-difference.ts'
import { zonalHistogramTool } from '../../../src/tools/zonal/zonal-histogram.ts'
import { zonalStatisticsTool } from '../../../src/tools/zonal/zonal-statistics.ts'
import { zonalStatisticsPolygonsTool } from '../../../src/tools/zonal/zonal-statistics-polygons.ts'
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const transform = oracle.transform as unknown as Affine

function laid(values: readonly (number | null)[]) {
  const rows = Array.from({ length: oracle.rows }, (_, row) =>
    values.slice(row * oracle.columns, (row + 1) * oracle.columns).map((each) => each ?? NaN),
  )
  return raster(rows, { transform })
}

function context(): MemoryContext {
  const made = new MemoryContext()
  made.addRaster('values', laid(oracle.values), { quantity: 'index', meaning: 'ndvi', date: '2020-01-01' })
  made.addRaster('classes', laid(oracle.classes), { quantity: 'class' })
  made.addRaster('other', laid(oracle.other), { quantity: 'class' })
  const mask = oracle.classes.map((code) => (code === null ? null : Number(code === 1)))
  made.addRaster('mask', laid(mask), { quantity: 'mask', meaning: 'water' })
  made.addVector('zones', {
    type: 'FeatureCollection',
    features: oracle.zones.map((coordinates) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates },
      properties: { name: 'foreign' },
    })),
  })
  return made
}

describe('zonal_statistics_polygons', () => {
  it.each(['fraction', 'centre'] as const)(
    'has the figures of shapely, rasterio and numpy by %s',
    async (rule) => {
      const made = context()
      const result = await runTool(
        zonalStatisticsPolygonsTool,
        { values: 'values', zones: 'zones', rule },
        made,
      )
      const { rows } = await made.table(made.saved[0]!.id)
      for (const [index, polygon] of oracle.polygons.entries()) {
        const wanted = polygon[rule]
        const [zone, mean, std, min, max, sum, weight, area, nodata] = rows[index] as number[]
        expect(zone).toBe(index + 1)
        // Corners are known to 0.1 mm, pixels are 30 m.
        for (const [found, expected] of [
          [mean, wanted.mean],
          [std, wanted.std],
          [weight, wanted.weight],
          [area, wanted.area_ha],
          [nodata, wanted.nodata],
        ] as const) {
          expect(Math.abs(found! - expected), `zone ${zone!}`).toBeLessThan(2e-5)
        }
        expect(sum).toBeCloseTo(wanted.sum, 4)
        expect([min, max]).toEqual([wanted.min, wanted.max])
        expect(number(result, 'mean', String(zone))).toBe(mean)
      }
      expect(result.text).not.toContain('foreign')
    },
  )

  it('refuses polygons that cover nothing', async () => {
    const made = context()
    made.addVector('far', {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [[[15.5, 45], [15.6, 45], [15.6, 45.1], [15.5, 45]]] }, properties: {} }], // prettier-ignore
    })
    await expect(
      runTool(zonalStatisticsPolygonsTool, { values: 'values', zones: 'far' }, made),
    ).rejects.toHaveProperty('code', 'nothing_valid')
    await expect(
      runTool(zonalStatisticsPolygonsTool, { values: 'values', zones: 'classes' }, made),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('zonal_class_areas', () => {
  it.each(['fraction', 'centre'] as const)('has the hectares of shapely and rasterio by %s', async (rule) => {
    const result = await runTool(zonalClassAreasTool, { classes: 'classes', zones: 'zones', rule }, context())
    for (const [index, polygon] of oracle.polygons.entries()) {
      const { classes } = polygon[rule]
      const whole = Object.values(classes).reduce((sum, each) => sum + each, 0)
      for (const [code, hectares] of Object.entries(classes)) {
        const group = `zone ${index + 1} class ${code}`
        const found = number(result, 'area', group)
        if (hectares === 0) expect(found).toBeNaN()
        else {
          expect(Math.abs(found - hectares), group).toBeLessThan(2e-6)
          expect(number(result, 'share', group)).toBeCloseTo((100 * hectares) / whole, 2)
        }
      }
    }
  })
})

describe('cross_tabulation', () => {
  it('has the association of scipy and the kappa of scikit-learn', async () => {
    const made = context()
    const result = await runTool(crossTabulationTool, { first: 'classes', second: 'other' }, made)
    expect(number(result, 'chi_square')).toBeCloseTo(oracle.cross.chi_square, 8)
    expect(number(result, 'cramers_v')).toBeCloseTo(oracle.cross.cramers_v, 10)
    expect(number(result, 'kappa')).toBeCloseTo(oracle.cross.kappa, 10)
    expect(number(result, 'agreement')).toBeCloseTo(oracle.cross.agreement * 100, 10)
    expect(result.text).toContain(`of ${oracle.cross.freedom} degrees of freedom`)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    const { rows } = await made.table(made.saved[0]!.id)
    expect(rows.reduce((sum, row) => sum + (row[2] as number), 0)).toBe(oracle.rows * oracle.columns - 1)
  })

  it('is worked by hand on four pixels', async () => {
    const made = new MemoryContext()
    made.addRaster('a', raster([[1, 1, 2, 2]]), { quantity: 'class' })
    made.addRaster('b', raster([[1, 1, 2, 1]]), { quantity: 'class' })
    const result = await runTool(crossTabulationTool, { first: 'a', second: 'b' }, made)
    expect(number(result, 'share', '1 and 1')).toBe(50)
    expect(number(result, 'area', '2 and 1')).toBeCloseTo(0.01, 12)
    expect(number(result, 'agreement')).toBe(75)
    // Chance: 2/4 · 3/4 + 2/4 · 1/4 = 0.5, so kappa = (0.75 − 0.5) / 0.5.
    expect(number(result, 'kappa')).toBeCloseTo(0.5, 12)
  })

  it('refuses values that are no codes', async () => {
    await expect(
      runTool(crossTabulationTool, { first: 'values', second: 'classes' }, context()),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })
})

describe('zonal_difference', () => {
  it("is Welch's test of scipy", async () => {
    const result = await runTool(zonalDifferenceTool, { values: 'values', mask: 'mask' }, context())
    const { welch } = oracle
    expect(number(result, 'difference')).toBeCloseTo(welch.difference, 10)
    expect(number(result, 't')).toBeCloseTo(welch.t, 9)
    expect(number(result, 'degrees_of_freedom')).toBeCloseTo(welch.freedom, 8)
    expect(number(result, 'p_value')).toBeCloseTo(welch.p, 10)
    expect(number(result, 'effect_size')).toBeCloseTo(welch.effect, 10)
    expect(result.warnings!.join()).toContain('independent')
  })

  it('needs both sides', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster([[1, 2, 3]]), { quantity: 'index' })
    made.addRaster('m', raster(['##.']), { quantity: 'mask' })
    await expect(runTool(zonalDifferenceTool, { values: 'v', mask: 'm' }, made)).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('rank_zones', () => {
  it('orders zones as numpy does their means', async () => {
    const means = Object.entries(oracle.zone_means).sort(([, one], [, other]) => other - one)
    const result = await runTool(rankZonesTool, { values: 'values', zones: 'classes', top: 3 }, context())
    for (const [index, [code, mean]] of means.entries()) {
      expect(number(result, 'zone', String(index + 1))).toBe(Number(code))
      expect(number(result, 'statistic', String(index + 1))).toBeCloseTo(mean, 10)
    }
    const lowest = await runTool(
      rankZonesTool,
      { values: 'values', zones: 'classes', direction: 'lowest_first', top: 1 },
      context(),
    )
    expect(number(lowest, 'zone', '1')).toBe(Number(means.at(-1)![0]))
    expect(number(lowest, 'zone', '2')).toBeNaN()
  })

  it('keeps the order of codes where zones are alike', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster([[1, 1, 5]]), { quantity: 'index' })
    made.addRaster('z', raster([[7, 3, 4]]), { quantity: 'class' })
    const result = await runTool(rankZonesTool, { values: 'v', zones: 'z', direction: 'lowest_first' }, made)
    expect(['1', '2', '3'].map((rank) => number(result, 'zone', rank))).toEqual([3, 7, 4])
  })
})

describe('zonal_histogram', () => {
  it('has the counts of numpy over common bins', async () => {
    const made = context()
    await runTool(zonalHistogramTool, { values: 'values', zones: 'classes', bins: 8 }, made)
    const { rows } = await made.table(made.saved[0]!.id)
    for (const [code, counts] of Object.entries(oracle.histograms)) {
      expect(rows.filter(([zone]) => zone === Number(code)).map((row) => row[3])).toEqual(counts)
    }
  })

  it('refuses one value alone', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster([[1, 1]]), { quantity: 'index' })
    made.addRaster('z', raster([[1, 2]]), { quantity: 'class' })
    await expect(runTool(zonalHistogramTool, { values: 'v', zones: 'z' }, made)).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('zonal_statistics', () => {
  it('has the mean of each class that numpy gives', async () => {
    const result = await runTool(zonalStatisticsTool, { values: 'values', zones: 'classes' }, context())
    for (const [code, mean] of Object.entries(oracle.zone_means)) {
      expect(number(result, 'mean', code)).toBeCloseTo(mean, 10)
    }
  })

  it('tells inside from outside', async () => {
    const result = await runTool(zonalStatisticsTool, { values: 'values', zones: 'mask' }, context())
    expect(number(result, 'mean_difference')).toBeCloseTo(oracle.welch.difference, 10)
  })
})
