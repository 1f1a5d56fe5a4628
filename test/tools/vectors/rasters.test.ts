import { describe, expect, it } from 'vitest'
import { polygoniseMaskTool } from '../../../src/tools/vectors/polygonise-mask.ts'
import { rasterisePolygonsTool } from '../../../src/tools/vectors/rasterise-polygons.ts'
import { sampleAtPointsTool } from '../../../src/tools/vectors/sample-at-points.ts'
import { toLonLat } from '../../../src/raster/grid/lon-lat.ts'
import { memorySource } from '../../../src/raster/blocks.ts'
import { drawn, gridOf, LONLAT, raster, UTM } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'
import { collection, ORACLE, points } from './oracle.ts'

const { shapes, rasterised, projected } = ORACLE

describe('rasterise_polygons', () => {
  it.each([
    ['in longitude and latitude', rasterised, LONLAT, 1],
    ['on a UTM map', projected, UTM, 0],
  ] as const)('marks the pixels that GDAL marks, %s', async (_, mask, crs, shape) => {
    const { width, height, transform } = mask
    const context = new MemoryContext()
    const grid = gridOf(width, height, transform, crs)
    context.addRaster('r', memorySource(grid, new Float32Array(width * height).fill(NaN)), {
      quantity: 'index',
    })
    context.addVector('v', collection([shapes[shape]!.geometry]))
    const result = await runTool(rasterisePolygonsTool, { polygons: 'v', layer: 'r' }, context)
    expect(await drawn(await context.raster(context.saved[0]!.id))).toEqual(mask.rows)
    expect(number(result, 'pixels')).toBe(mask.rows.join('').replaceAll('.', '').length)
  })

  it('says where nothing is inside', async () => {
    const context = new MemoryContext()
    context.addRaster('r', raster(['...', '...']), { quantity: 'index' })
    context.addVector('v', collection([shapes[2]!.geometry]))
    const result = await runTool(rasterisePolygonsTool, { polygons: 'v', layer: 'r' }, context)
    expect(number(result, 'area')).toBe(0)
    expect(result.text).toContain('no pixel centre lies in one')
  })
})

describe('polygonise_mask', () => {
  const rows = ['##...#', '##.#..', '..?##.', '.....#']
  const context = () => {
    const made = new MemoryContext()
    made.addRaster('m', raster(rows), { quantity: 'mask', meaning: 'burned' })
    return made
  }

  it('comes back as the same mask when it is drawn again', async () => {
    const made = context()
    await runTool(polygoniseMaskTool, { mask: 'm' }, made)
    await runTool(rasterisePolygonsTool, { polygons: made.saved[0]!.id, layer: 'm' }, made)
    expect(await drawn(await made.raster(made.saved[1]!.id))).toEqual(
      rows.map((row) => row.replace('?', '.')),
    )
  })

  it('counts parts and areas of 10 m pixels by hand', async () => {
    const made = context()
    const by8 = await runTool(polygoniseMaskTool, { mask: 'm' }, made)
    // By corners the pixels to the right are two parts: one alone above, four that hang together.
    expect([number(by8, 'polygons'), number(by8, 'area'), number(by8, 'largest_area')]).toEqual([
      3, 0.09, 0.04,
    ])
    expect(number(by8, 'pixels_left_out', 'nodata')).toBe(1)
    const large = await runTool(polygoniseMaskTool, { mask: 'm', min_pixels: 2, connectivity: 4 }, made)
    expect([number(large, 'polygons'), number(large, 'area')]).toEqual([2, 0.07])
    expect(large.warnings!.join()).toContain('2 parts of fewer than 2 pixels left out')
  })
})

describe('sample_at_points', () => {
  it('reads the pixel under each point, and names those without', async () => {
    const context = new MemoryContext()
    const source = raster([[1, 2, 3], [4, NaN, 6]]) // prettier-ignore
    context.addRaster('r', source, { quantity: 'temperature', unit: 'K' })
    const place = toLonLat(source.grid.crs)
    const at = (col: number, row: number) => place(500_000 + 10 * col, 5_000_000 - 10 * row)
    context.addVector('p', points([at(0.5, 0.5), at(2.9, 1.1), at(1.5, 1.5), at(3.5, 0.5)]))
    const result = await runTool(sampleAtPointsTool, { layer: 'r', points: 'p' }, context)
    const table = await context.table(context.saved[0]!.id)
    expect(table.rows.map((row) => row[3])).toEqual([1, 6, null, null])
    expect([number(result, 'mean'), number(result, 'sampled')]).toEqual([3.5, 2])
    expect(result.warnings!.join(' ')).toContain(
      '1 point beyond r has no value. 1 point on pixels without data',
    )
  })
})
