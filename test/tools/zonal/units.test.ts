import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../../src/tools/index.ts'
import { raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, runTool } from '../memory-context.ts'

const run = (context: MemoryContext, name: string, args: Record<string, unknown>) =>
  runTool(
    TOOLS.find((tool) => tool.name === name)!,
    args,
    context,
  )
const unitOf = (result: Awaited<ReturnType<typeof run>>, name: string) =>
  result.numbers?.find((each) => each.name === name)?.unit

const KELVIN = [
  [300, 301, 302, 303],
  [304, 305, 306, 307],
  [308, 309, 310, 311],
]

describe('the unit of a band', () => {
  function scene(): MemoryContext {
    const context = new MemoryContext()
    context.addScene('scene-1', {
      red: raster(KELVIN.map((row) => row.map(() => 0.1))),
      thermal1: raster(KELVIN),
    })
    context.addRaster('mask-1', raster(['##..', '##..', '....']), { quantity: 'mask' })
    // About the whole grid, which lies at 15° E, 45.15° N.
    context.addVector('zones-1', {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: {
            type: 'Polygon',
            coordinates: [[[14.99, 45.1], [15.01, 45.1], [15.01, 45.2], [14.99, 45.2], [14.99, 45.1]]],
          },
          properties: {},
        },
      ],
    }) // prettier-ignore
    return context
  }

  it('goes with its figures by zone: a thermal band beside reflectance is in kelvin', async () => {
    const values = { values: 'scene-1', band: 'thermal1' }
    const byPolygon = await run(scene(), 'zonal_statistics_polygons', { ...values, zones: 'zones-1' })
    expect(unitOf(byPolygon, 'mean')).toBe('K')
    const byMask = await run(scene(), 'zonal_difference', { ...values, mask: 'mask-1' })
    expect(unitOf(byMask, 'difference')).toBe('K')
    const red = await run(scene(), 'zonal_difference', { values: 'scene-1', band: 'red', mask: 'mask-1' })
    expect(unitOf(red, 'mean')).toBe('1')
  })
})

describe('differences of degrees Celsius', () => {
  it('are kelvins, which no conversion shifts by 273.15', async () => {
    const context = new MemoryContext()
    for (const id of ['day', 'night']) {
      context.addRaster(id, raster(KELVIN.map((row) => row.map((each) => each - 273.15))), {
        quantity: 'temperature',
        meaning: 'surface_temperature',
        unit: 'degC',
      })
    }
    context.addRaster('mask-1', raster(['##..', '##..', '....']), { quantity: 'mask' })
    const inside = await run(context, 'zonal_difference', { values: 'day', mask: 'mask-1' })
    expect([unitOf(inside, 'mean'), unitOf(inside, 'std'), unitOf(inside, 'difference')]).toEqual([
      'degC',
      'K',
      'K',
    ])
    const apart = await run(context, 'raster_arithmetic', {
      first: 'day',
      operation: 'subtract',
      second: 'night',
    })
    expect(apart.layers![0]!.unit).toBe('K')
  })
})
