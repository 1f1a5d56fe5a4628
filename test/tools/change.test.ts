import { describe, expect, it } from 'vitest'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Affine } from '../../src/raster/grid/grid.ts'
import { burnSeverityTool } from '../../src/tools/change/burn-severity.ts'
import { differenceTool } from '../../src/tools/change/difference.ts'
import { spreadBetweenTool } from '../../src/tools/direction/spread-between.ts'
import { pixels, raster } from '../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from './memory-context.ts'

const at = (east: number, north: number, size = 10): Affine => [size, 0, east, 0, -size, north]

describe('differenceTool', () => {
  const context = () => {
    const made = new MemoryContext()
    made.addRaster('nbr1', raster([[0.5, 0.4, NaN]]), {
      quantity: 'index',
      meaning: 'nbr',
      date: '2020-01-01',
    })
    made.addRaster('nbr2', raster([[0.1, 0.4, 0.2]]), {
      quantity: 'index',
      meaning: 'nbr',
      date: '2020-02-01',
    })
    made.addRaster('ndvi1', raster([[0.2, 0.4, 0.6]]), { quantity: 'index', meaning: 'ndvi' })
    made.addRaster('ndvi2', raster([[0.3, 0.4, 0.5]]), { quantity: 'index', meaning: 'ndvi' })
    return made
  }

  it('computes each pixel once, and takes its figures from what it saved', async () => {
    const made = context()
    let reads = 0
    const before = raster([[0.5, 0.4, NaN]])
    const counted: typeof before = {
      ...before,
      read(...args) {
        reads++
        return before.read(...args)
      },
    }
    made.addRaster('counted', counted, { quantity: 'index', meaning: 'nbr' })
    const result = await runTool(differenceTool, { before: 'counted', after: 'nbr2' }, made)
    expect(reads).toBe(1)
    expect(number(result, 'mean')).toBeCloseTo(0.2, 6)
    expect(number(result, 'max')).toBeCloseTo(0.4, 6)
  })

  it('takes after from before for nbr, so that high means burned', async () => {
    const made = context()
    const result = await runTool(differenceTool, { before: 'nbr1', after: 'nbr2' }, made)
    const values = await pixels(await made.raster(made.saved[0]!.id))
    expect(values[0]).toBeCloseTo(0.4, 6)
    expect(values.slice(1)).toEqual([0, NaN])
    expect(made.saved[0]).toMatchObject({ port: { meaning: 'dnbr' }, date: '2020-02-01' })
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    expect(result.facts!['median']).toBeCloseTo(0.2, 6)
    // Read off a distribution, to 2⁻¹³ of the values.
    expect(result.facts!['mad']).toBeCloseTo(0.2, 4)
  })

  it('takes before from after for other indices, and obeys the order asked for', async () => {
    const args = { before: 'ndvi1', after: 'ndvi2' }
    const gain = await runTool(differenceTool, args, context())
    expect(number(gain, 'max')).toBeCloseTo(0.1, 6)
    const loss = await runTool(differenceTool, { ...args, order: 'before_minus_after' }, context())
    expect(number(loss, 'min')).toBeCloseTo(-0.1, 6)
    expect(loss.text).toContain('ndvi1 minus ndvi2')
  })

  it('warns where the dates are the other way round', async () => {
    const result = await runTool(differenceTool, { before: 'nbr2', after: 'nbr1' }, context())
    expect(result.warnings?.join()).toContain('dated 2020-02-01')
  })

  it('refuses two meanings and two places', async () => {
    const made = context()
    await expect(runTool(differenceTool, { before: 'nbr1', after: 'ndvi2' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    made.addRaster('far', raster([[1, 1]], { transform: at(600_000, 5_000_000) }), {
      quantity: 'index',
      meaning: 'nbr',
    })
    await expect(runTool(differenceTool, { before: 'nbr1', after: 'far' }, made)).rejects.toHaveProperty(
      'code',
      'grid_mismatch',
    )
  })

  it('matches pixels by their place, not by their index', async () => {
    const made = context()
    // One pixel east and wider: its second pixel lies on the third of the first grid.
    made.addRaster('moved', raster([[0.4, 0.7, 9]], { transform: at(500_010, 5_000_000) }), {
      quantity: 'index',
      meaning: 'ndvi',
    })
    const result = await runTool(differenceTool, { before: 'ndvi1', after: 'moved' }, made)
    const values = await pixels(await made.raster(made.saved[0]!.id))
    expect(values[0]).toBeNaN()
    expect(values[1]).toBe(0)
    expect(values[2]).toBeCloseTo(0.1, 6)
    expect(result.text).toContain('shift of whole pixels')
    expect(result.warnings?.join()).toContain('moved was brought on to the grid of ndvi1')
  })

  it('averages on to a coarser first grid', async () => {
    const made = new MemoryContext()
    made.addRaster('coarse', raster([[1]], { transform: at(500_000, 5_000_000, 20) }), {
      quantity: 'index',
      meaning: 'ndvi',
    })
    made.addRaster('fine', raster([[1, 2], [3, 6]]), { quantity: 'index', meaning: 'ndvi' }) // prettier-ignore
    const result = await runTool(differenceTool, { before: 'coarse', after: 'fine' }, made)
    expect(number(result, 'mean')).toBe(2)
    expect(result.text).toContain('averaging')
  })
})

describe('burnSeverityTool', () => {
  it('classes dNBR and adds up the area of the moderate and high classes as burned', async () => {
    const made = new MemoryContext()
    // NBR before 0.6 throughout; after 0.6, 0.4, 0.2, −0.2 and no data: dNBR 0, 0.2, 0.4, 0.8.
    made.addScene('a', {
      nir: raster([[0.4, 0.4, 0.4, 0.4, 0.4]]),
      swir2: raster([[0.1, 0.1, 0.1, 0.1, 0.1]]),
    })
    made.addScene('b', {
      nir: raster([[0.4, 0.35, 0.3, 0.2, NaN]]),
      swir2: raster([[0.1, 0.15, 0.2, 0.3, 0.1]]),
    })
    const result = await runTool(burnSeverityTool, { pre: 'a', post: 'b' }, made)
    expect(await pixels(await made.raster(result.layers![0]!.id))).toEqual([3, 4, 5, 7, NaN])
    expect(number(result, 'burned_area')).toBeCloseTo(0.02, 9)
    expect(number(result, 'area', 'low')).toBeCloseTo(0.01, 9)
    expect(number(result, 'area', 'moderate_high')).toBe(0)
    expect(number(result, 'pixels_left_out')).toBe(1)
    expect(result.layers!.map(({ port }) => port)).toMatchObject([
      { quantity: 'class', meaning: 'burn_severity' },
      { quantity: 'difference', meaning: 'dnbr' },
    ])
  })
})

describe('spreadBetweenTool', () => {
  const masks = (earlier: readonly string[], later: readonly string[], transform?: Affine) => {
    const made = new MemoryContext()
    const place = transform ? { transform } : {}
    made.addRaster('e', raster(earlier, place), { quantity: 'mask', meaning: 'burned', date: '2020-01-01' })
    made.addRaster('l', raster(later, place), { quantity: 'mask', meaning: 'burned', date: '2020-01-09' })
    return made
  }
  const spread = (made: MemoryContext) => runTool(spreadBetweenTool, { earlier: 'e', later: 'l' }, made)

  const BEFORE = ['.....', '.....', '..#..', '.....', '.....']
  const AFTER = ['....#', '...#.', '.....', '.....', '.....']

  it('gives bearing, distance and area of what grew, by hand', async () => {
    // Grown: one and two pixels to the north-east; their centroid lies 1.5 pixels east and north: 21.213 m at 45°.
    const result = await spread(masks(BEFORE, AFTER))
    expect(number(result, 'bearing')).toBeCloseTo(45, 9)
    expect(number(result, 'distance')).toBeCloseTo(15 * Math.SQRT2, 9)
    expect(number(result, 'growth_area')).toBeCloseTo(0.02, 9)
    expect(number(result, 'share', 'NE')).toBe(100)
    expect(result.labels).toEqual([{ name: 'sector', value: 'NE' }])
  })

  it('keeps its map bearing when rows run north', async () => {
    const up = (rows: readonly string[]) => [...rows].reverse()
    const result = await spread(masks(up(BEFORE), up(AFTER), [10, 0, 500_000, 0, 10, 4_999_950]))
    expect(number(result, 'bearing')).toBeCloseTo(45, 9)
    expect(result.labels).toEqual([{ name: 'sector', value: 'NE' }])
  })

  it('measures the ground on Web Mercator', async () => {
    const place = { crs: crsFromEpsg(3857), transform: [1000, 0, 1e6, 0, -1000, 8.4e6] as const }
    const made = new MemoryContext()
    made.addRaster('e', raster(['#....'], place), { quantity: 'mask', meaning: 'burned', date: '2020-01-01' })
    made.addRaster('l', raster(['....#'], place), { quantity: 'mask', meaning: 'burned', date: '2020-01-09' })
    const result = await spread(made)
    // pyproj 3.7.2: Geod(ellps='WGS84').inv between the two pixels; 4000 m on the map.
    expect(number(result, 'distance') / 2005.1044020610598).toBeCloseTo(1, 5)
    expect(number(result, 'bearing')).toBeCloseTo(90, 9)
    expect((number(result, 'growth_area') * 10_000) / 250855.0492549658).toBeCloseTo(1, 6)
  })

  it('does not count what burned already, nor what has no data on either date', async () => {
    const result = await spread(masks(['?#...'], ['#####']))
    expect(number(result, 'growth_area')).toBeCloseTo(0.03, 9)
    expect(number(result, 'bearing')).toBeCloseTo(90, 9)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })

  it('gives no bearing where it grew alike to both sides', async () => {
    const result = await spread(masks(['..#..'], ['.###.']))
    expect(number(result, 'bearing')).toBeNaN()
    expect(result.labels).toEqual([])
    expect(number(result, 'share', 'E')).toBe(50)
    expect(result.text).toContain('no bearing')
  })

  it('says nothing_valid where nothing grew and where nothing was marked before', async () => {
    await expect(spread(masks(['.##'], ['.#.']))).rejects.toHaveProperty('code', 'nothing_valid')
    await expect(spread(masks(['...'], ['.#.']))).rejects.toHaveProperty('code', 'nothing_valid')
  })

  it('refuses a layer that is no mask', async () => {
    const made = masks(['#'], ['#'])
    made.addRaster('i', raster([[0.5]]), { quantity: 'index', meaning: 'nbr' })
    await expect(runTool(spreadBetweenTool, { earlier: 'e', later: 'i' }, made)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('threshold_mask') as string,
    })
  })
})
