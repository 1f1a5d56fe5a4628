import { describe, expect, it } from 'vitest'
import { componentsTool } from '../../src/tools/masks/components.ts'
import { hotspotsTool } from '../../src/tools/hotspots/hotspots.ts'
import { maskAreaTool } from '../../src/tools/masks/mask-area.ts'
import { maskDirectionTool } from '../../src/tools/direction/mask-direction.ts'
import { statisticsTool } from '../../src/tools/statistics/statistics.ts'
import { zonalStatisticsTool } from '../../src/tools/zonal/zonal-statistics.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import { raster } from '../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from './memory-context.ts'

function withMask(rows: readonly string[]): MemoryContext {
  const made = new MemoryContext()
  made.addRaster('m', raster(rows), { quantity: 'mask', meaning: 'burned' })
  return made
}

describe('maskAreaTool', () => {
  it('measures area, pixels and share of the valid ground in the unit asked for', async () => {
    const result = await runTool(maskAreaTool, { mask: 'm', unit: 'm2' }, withMask(['##?.']))
    expect(number(result, 'area')).toBe(200)
    expect(number(result, 'pixels')).toBe(2)
    expect(number(result, 'share')).toBeCloseTo(200 / 3, 9)
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })

  it('corrects areas on Web Mercator, and says so', async () => {
    const made = new MemoryContext()
    const place = { crs: crsFromEpsg(3857), transform: [1000, 0, 1e6, 0, -1000, 8.4e6] as const }
    made.addRaster('m', raster(['##..'], place), { quantity: 'mask', meaning: 'burned' })
    const result = await runTool(maskAreaTool, { mask: 'm', unit: 'm2' }, made)
    // Closed form of the cell; see the tests of cellArea.
    expect(number(result, 'area') / (2 * 250855.0492549658)).toBeCloseTo(1, 6)
    expect(result.warnings?.join(' ')).toContain('they were corrected')
  })

  it('says in words that nothing is marked', async () => {
    const result = await runTool(maskAreaTool, { mask: 'm' }, withMask(['..']))
    expect(result.text).toContain('Nothing is marked')
    expect(number(result, 'share')).toBe(0)
  })
})

describe('componentsTool', () => {
  it('counts parts and gives the areas and centroids of the largest ones', async () => {
    const made = withMask(['##..', '....', '...#'])
    const result = await runTool(componentsTool, { mask: 'm', top: 1 }, made)
    expect(number(result, 'components')).toBe(2)
    expect(number(result, 'largest_area')).toBeCloseTo(0.02, 9)
    expect(number(result, 'area', '1')).toBeCloseTo(0.02, 9)
    expect(number(result, 'area', '2')).toBeNaN()
    // gdaltransform -s_srs EPSG:32633 -t_srs EPSG:4326 of 500010 4999995: 15.0001272189 45.1534321749.
    const [place, second] = result.places!
    expect(place!.geometry.coordinates[0]).toBeCloseTo(15.0001272189, 7)
    expect(place!.geometry.coordinates[1]).toBeCloseTo(45.1534321749, 7)
    expect(second).toBeUndefined()
    const { features } = await made.features(made.saved[0]!.id)
    expect(features.map((feature) => feature.properties['pixels'])).toEqual([2, 1])
  })

  it('gives an empty layer and says so where nothing is marked', async () => {
    const result = await runTool(componentsTool, { mask: 'm' }, withMask(['..']))
    expect(number(result, 'components')).toBe(0)
    expect(result.text).toContain('marks nothing')
  })
})

describe('hotspotsTool', () => {
  it('finds the patches above a percentile', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster([[0, 0, 9, 0, 8], [0, 0, 9, 0, NaN]]), { quantity: 'index', meaning: 'ndbi' }) // prettier-ignore
    // numpy.percentile of the nine values at 70: 4.8.
    const result = await runTool(hotspotsTool, { layer: 'v', percentile: 70 }, made)
    expect(number(result, 'threshold')).toBeCloseTo(4.8, 6)
    expect(number(result, 'hotspots')).toBe(2)
    expect(number(result, 'largest_area')).toBeCloseTo(0.02, 9)
    expect(number(result, 'area', '2')).toBeCloseTo(0.01, 9)
  })
})

describe('maskDirectionTool', () => {
  const MASK = ['....#', '...#.', '..#..', '.....', '##...']

  it('gives the axis of the whole and of the largest part, and says that it is two-way', async () => {
    const largest = await runTool(maskDirectionTool, { mask: 'm', part: 'largest' }, withMask(MASK))
    expect(number(largest, 'axis_bearing')).toBeCloseTo(45, 9)
    expect(largest.text).toContain('the largest part of m')
    expect(largest.text).toContain('two-way')
    const whole = await runTool(maskDirectionTool, { mask: 'm' }, withMask(MASK))
    expect(number(whole, 'axis_bearing')).toBeGreaterThan(40)
    expect(whole.text).toContain('the whole of m')
  })

  it('shares the mask out to sectors around the scene centre', async () => {
    const result = await runTool(maskDirectionTool, { mask: 'm' }, withMask(MASK))
    // The centre pixel lies in no sector: two of four north-east, one south-west, one (−10, −20) m south-west too.
    expect(number(result, 'share', 'NE')).toBe(50)
    expect(number(result, 'share', 'SW')).toBe(50)
    expect(result.labels).toEqual([{ name: 'main_sector', value: 'NE' }])
  })

  it('sees sectors from a given point, which needs both coordinates', async () => {
    // gdaltransform -s_srs EPSG:32633 -t_srs EPSG:4326: 500200 4999975 (150 m east of the mask) lies at 15.002544 45.153252.
    const point = { origin_longitude: 15.00254, origin_latitude: 45.15325 }
    const result = await runTool(maskDirectionTool, { mask: 'm', sectors: 4, ...point }, withMask(MASK))
    expect(number(result, 'share', 'W')).toBe(100)
    await expect(
      runTool(maskDirectionTool, { mask: 'm', origin_longitude: 15 }, withMask(MASK)),
    ).rejects.toHaveProperty('code', 'invalid_input')
  })

  it('counts the pixels of the mask without data', async () => {
    const result = await runTool(maskDirectionTool, { mask: 'm' }, withMask(['##.?']))
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
    expect(result.warnings).toHaveLength(1)
  })

  it('says in words that an empty mask has no axis', async () => {
    const result = await runTool(maskDirectionTool, { mask: 'm' }, withMask(['..']))
    expect(result.text).toContain('no axis')
    expect(result.numbers ?? []).toEqual([])
  })
})

describe('statisticsTool', () => {
  it('measures one band of a scene and a result', async () => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[1, 2, 6, NaN]]), nir: raster([[0, 0, 0, 0]]) })
    const result = await runTool(statisticsTool, { layer: 's', band: 'red' }, made)
    expect(['min', 'max', 'mean', 'median', 'valid'].map((name) => number(result, name))).toEqual([
      1, 6, 3, 2, 3,
    ])
    expect(number(result, 'std')).toBeCloseTo(Math.sqrt(14 / 3), 9)
    await expect(runTool(statisticsTool, { layer: 's' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
    await expect(runTool(statisticsTool, { layer: 's', band: 'swir1' }, made)).rejects.toHaveProperty(
      'code',
      'band_missing',
    )
  })

  it('gives raw numbers the unit DN and a warning', async () => {
    const made = new MemoryContext()
    made.addScene('s', { red: raster([[100, 200]]) }, { quantity: 'raw' })
    const result = await runTool(statisticsTool, { layer: 's' }, made)
    expect(result.numbers?.[0]).toMatchObject({ name: 'min', unit: 'DN' })
    expect(result.warnings?.join()).toContain('scaling is unknown')
  })
})

describe('zonalStatisticsTool', () => {
  it('compares inside with outside of a mask', async () => {
    const made = withMask(['##.?'])
    made.addRaster('v', raster([[1, 3, 7, 9]]), { quantity: 'index', meaning: 'ndvi' })
    const result = await runTool(zonalStatisticsTool, { values: 'v', zones: 'm' }, made)
    expect(number(result, 'mean', '1')).toBe(2)
    expect(number(result, 'mean', '0')).toBe(7)
    expect(number(result, 'mean_difference')).toBe(-5)
    expect(result.text).toContain('5 lower')
    expect(number(result, 'pixels_left_out', 'nodata')).toBe(1)
  })

  it('brings finer zones on to coarser values by the commonest code and says so', async () => {
    // Each 20 m value has four 10 m mask pixels: three inside, then one inside.
    const made = withMask(['###.', '#...'])
    const coarse = raster([[5, 9]], { transform: [20, 0, 500_000, 0, -20, 5_000_000] })
    made.addRaster('v', coarse, { quantity: 'temperature', unit: 'K' })
    const result = await runTool(zonalStatisticsTool, { values: 'v', zones: 'm' }, made)
    expect(number(result, 'mean', '1')).toBe(5)
    expect(number(result, 'mean', '0')).toBe(9)
    expect(result.numbers?.[0]).toMatchObject({ unit: 'K', dimension: 'temperature' })
    expect(result.warnings?.join()).toContain('m was brought on to the grid of v by the commonest value')
  })

  it('refuses zones that are no zones', async () => {
    const made = new MemoryContext()
    made.addRaster('v', raster([[1]]), { quantity: 'index', meaning: 'ndvi' })
    await expect(runTool(zonalStatisticsTool, { values: 'v', zones: 'v' }, made)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})
