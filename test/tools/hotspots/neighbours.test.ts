import { describe, expect, it } from 'vitest'
import oracle from '../../oracles/hotspots.json' with { type: 'json' }
import { localMoran } from '../../../src/raster/kernels/local-moran.ts'
import { chiSquareTail, normalTwoSided, studentTwoSided } from '../../../src/raster/kernels/probabilities.ts'
import { summarise } from '../../../src/raster/kernels/statistics.ts'
import { gearysCTool } from '../../../src/tools/hotspots/gearys-c.ts'
import { getisOrdGiStarTool } from '../../../src/tools/hotspots/getis-ord-gi-star.ts'
import { localMoransITool } from '../../../src/tools/hotspots/local-morans-i.ts'
import { moransITool } from '../../../src/tools/hotspots/morans-i.ts'
import { significantHotspotsTool } from '../../../src/tools/hotspots/significant-hotspots.ts'
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

const orNaN = (values: readonly (number | null)[]) => values.map((each) => each ?? NaN)

function rowsOf(values: readonly number[], width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, row) =>
    values.slice(row * width, (row + 1) * width),
  )
}

const field = () => raster(rowsOf(orNaN(oracle.values), oracle.columns))

function withField(): MemoryContext {
  const made = new MemoryContext()
  made.addRaster('field', field(), { quantity: 'temperature', unit: 'K', date: '2020-01-01' })
  return made
}

/** Largest distance; NaN has to stand where NaN is expected. */
function furthest(found: readonly number[], wanted: readonly number[]): number {
  expect(found.map(Number.isNaN)).toEqual(wanted.map(Number.isNaN))
  return Math.max(...found.map((each, at) => (Number.isNaN(each) ? 0 : Math.abs(each - wanted[at]!))))
}

describe('getis_ord_gi_star', () => {
  it.each([
    ['square', 1, oracle.gi_star.square_1],
    ['circle', 2, oracle.gi_star.circle_2],
  ] as const)(
    'is that of esda in a %s of radius %i, at edges and beside gaps too',
    async (window, radius, wanted) => {
      const made = withField()
      const result = await runTool(getisOrdGiStarTool, { layer: 'field', window, radius }, made)
      const found = await pixels(await made.raster(made.saved[0]!.id))
      expect(furthest(found, orNaN(wanted))).toBeLessThan(2e-6)
      expect(number(result, 'pixels_left_out', 'nodata')).toBe(3)
    },
  )

  it('does not change when an offset is added or the unit is another one', async () => {
    const made = withField()
    const far = raster(
      rowsOf(
        orNaN(oracle.values).map((each) => each * 4 + 8192),
        oracle.columns,
      ),
    )
    made.addRaster('far', far, { quantity: 'temperature', unit: 'K' })
    await runTool(getisOrdGiStarTool, { layer: 'far', radius: 1 }, made)
    const found = await pixels(await made.raster(made.saved[0]!.id))
    expect(furthest(found, orNaN(oracle.gi_star.square_1))).toBeLessThan(2e-4)
  })

  it('refuses a raster that is alike everywhere', async () => {
    const made = new MemoryContext()
    made.addRaster('flat', raster([[2, 2, 2], [2, 2, 2]]), { quantity: 'index' }) // prettier-ignore
    await expect(runTool(getisOrdGiStarTool, { layer: 'flat' }, made)).rejects.toHaveProperty(
      'code',
      'nothing_valid',
    )
  })
})

describe('significant_hotspots', () => {
  const withScores = () => {
    const made = new MemoryContext()
    made.addRaster('z', raster(rowsOf(oracle.fdr.z, 18)), { quantity: 'score', meaning: 'gi_star' })
    return made
  }

  it('finds what Benjamini and Hochberg find by statsmodels', async () => {
    const result = await runTool(significantHotspotsTool, { layer: 'z' }, withScores())
    expect(number(result, 'pixels', 'hot')).toBe(oracle.fdr.hot)
    expect(number(result, 'pixels', 'cold')).toBe(oracle.fdr.cold)
    expect(number(result, 'z_threshold')).toBe(oracle.fdr.threshold)
    // 10 m pixels: a hundred to the hectare.
    expect(number(result, 'area', 'hot')).toBeCloseTo(oracle.fdr.hot / 100, 9)
  })

  it('cuts at 1.96 where nothing is corrected for', async () => {
    const result = await runTool(significantHotspotsTool, { layer: 'z', correction: 'none' }, withScores())
    expect(number(result, 'z_threshold')).toBeCloseTo(1.959963984540054, 12)
    expect(number(result, 'pixels', 'hot')).toBe(oracle.fdr.z.filter((z) => z >= 1.959964).length)
  })

  it('refuses scores that are no z', async () => {
    const made = new MemoryContext()
    made.addRaster('i', raster([[1, 2]]), { quantity: 'score', meaning: 'local_morans_i' })
    made.addRaster('p', raster([[0.1, 0.2]]), { quantity: 'score', meaning: 'trend_p' })
    for (const layer of ['i', 'p']) {
      await expect(runTool(significantHotspotsTool, { layer }, made)).rejects.toHaveProperty(
        'code',
        'invalid_input',
      )
    }
  })

  it('says that nothing is significant', async () => {
    const made = new MemoryContext()
    made.addRaster('z', raster([[0.1, -1.2, 1.5, NaN]]), { quantity: 'score' })
    const result = await runTool(significantHotspotsTool, { layer: 'z' }, made)
    expect(result.text).toContain('No pixel is significant')
    expect(number(result, 'pixels', 'not_significant')).toBe(3)
  })
})

describe('morans_i', () => {
  it.each(['rook', 'queen'] as const)('is that of esda with %s neighbours', async (neighbours) => {
    const { moran } = oracle[neighbours]
    const result = await runTool(moransITool, { layer: 'field', neighbours }, withField())
    expect(number(result, 'morans_i')).toBeCloseTo(moran.value, 6)
    expect(number(result, 'expected')).toBeCloseTo(moran.expected, 12)
    expect(number(result, 'z_score', 'normality')).toBeCloseTo(moran.z_norm, 5)
    expect(number(result, 'z_score', 'randomisation')).toBeCloseTo(moran.z_rand, 5)
    expect(number(result, 'p_value') / moran.p_rand).toBeCloseTo(1, 4)
  })

  it('is −1 on a chessboard by sides', async () => {
    const made = new MemoryContext()
    made.addRaster('board', raster(['#.#.', '.#.#', '#.#.', '.#.#']), { quantity: 'index' })
    const result = await runTool(moransITool, { layer: 'board', neighbours: 'rook' }, made)
    expect(number(result, 'morans_i')).toBeCloseTo(-1, 12)
    expect(result.text).toContain('Unlike values')
  })
})

describe('gearys_c', () => {
  it.each(['rook', 'queen'] as const)('is that of esda with %s neighbours', async (neighbours) => {
    const { geary } = oracle[neighbours]
    const result = await runTool(gearysCTool, { layer: 'field', neighbours }, withField())
    expect(number(result, 'gearys_c')).toBeCloseTo(geary.value, 6)
    expect(number(result, 'z_score', 'normality')).toBeCloseTo(geary.z_norm, 5)
    expect(number(result, 'z_score', 'randomisation')).toBeCloseTo(geary.z_rand, 5)
  })
})

describe('local_morans_i', () => {
  it.each(['rook', 'queen'] as const)('is that of esda with %s neighbours', async (neighbours) => {
    const made = withField()
    const result = await runTool(localMoransITool, { layer: 'field', neighbours }, made)
    const found = await pixels(await made.raster(made.saved[0]!.id))
    const wanted = orNaN(oracle[neighbours].local)
    expect(furthest(found, wanted)).toBeLessThan(1e-5)
    const valid = wanted.filter((each) => !Number.isNaN(each))
    expect(number(result, 'mean')).toBeCloseTo(valid.reduce((sum, each) => sum + each, 0) / valid.length, 5)
  })

  it.each(['rook', 'queen'] as const)(
    'scores the neighbours as a draw from the other pixels, %s',
    async (neighbours) => {
      const all = await summarise(field())
      const found = await pixels(localMoran(field(), neighbours, all).score)
      expect(furthest(found, orNaN(oracle[neighbours].local_z))).toBeLessThan(1e-4)
    },
  )

  it('tells a block of high values from a lonely one', async () => {
    const rows = Array.from({ length: 12 }, () =>
      new Array<number>(12).fill(0).map((_, at) => (at % 2) * 0.1),
    )
    for (const row of [2, 3, 4, 5]) for (const column of [2, 3, 4, 5]) rows[row]![column] = 5
    const made = new MemoryContext()
    made.addRaster('block', raster(rows), { quantity: 'index' })
    await runTool(localMoransITool, { layer: 'block' }, made)
    const codes = await pixels(await made.raster(made.saved[1]!.id))
    // Codes: 1 not significant, 2 high among high.
    expect(codes[3 * 12 + 3]).toBe(2)
    expect(codes[10 * 12 + 10]).toBe(1)
  })
})

describe('probabilities', () => {
  it('are those of scipy', () => {
    const { normal, student, chi_square: square } = oracle.probabilities
    for (const [z, p] of normal) expect(normalTwoSided(z!) / p!, `z ${z!}`).toBeCloseTo(1, 10)
    for (const [t, freedom, p] of student)
      expect(studentTwoSided(t!, freedom!) / p!, `t ${t!}`).toBeCloseTo(1, 8)
    for (const [value, freedom, p] of square)
      expect(chiSquareTail(value!, freedom!) / p!, `${value!}`).toBeCloseTo(1, 9)
  })
})
