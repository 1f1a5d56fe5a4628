import { describe, expect, it } from 'vitest'
import { classAreasTool } from '../../../src/tools/statistics/class-areas.ts'
import { LONLAT, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

describe('class_areas', () => {
  it('counts pixels of 10 × 10 m by hand', async () => {
    const context = new MemoryContext()
    context.addRaster('c', raster([[3, 3, 7], [3, NaN, 0]]), { quantity: 'class' }) // prettier-ignore
    const result = await runTool(classAreasTool, { classes: 'c' }, context)
    expect(number(result, 'area', '3')).toBeCloseTo(0.03, 12)
    expect(number(result, 'area', '7')).toBeCloseTo(0.01, 12)
    expect(number(result, 'share', '3')).toBeCloseTo(60, 12)
    expect(number(result, 'classes')).toBe(3)
    // Of 0 and 7, both of one pixel, the first.
    expect(result.labels).toEqual([
      { name: 'largest_class', value: '3' },
      { name: 'smallest_class', value: '0' },
    ])
    expect(result.warnings!.join()).toContain('1 pixel left out')
    const { rows } = await context.table(result.layers![0]!.id)
    expect(rows.map(([code, pixels]) => [code, pixels])).toEqual([[0, 1], [3, 3], [7, 1]]) // prettier-ignore
  })

  // pyproj.Geod(ellps='WGS84').polygon_area_perimeter of the cell, its parallels cut into 200 steps: 12308.4639 km².
  it('takes cells of degrees on the ellipsoid', async () => {
    const context = new MemoryContext()
    const cells = raster([[1, 2]], { transform: [1, 0, 10, 0, -1, 1], crs: LONLAT })
    context.addRaster('c', cells, { quantity: 'class' })
    const result = await runTool(classAreasTool, { classes: 'c' }, context)
    expect(number(result, 'area', '1') / 1_230_846.39).toBeCloseTo(1, 6)
  })

  it('refuses codes beyond a byte', async () => {
    const context = new MemoryContext()
    context.addRaster('c', raster([[300]]), { quantity: 'class' })
    await expect(runTool(classAreasTool, { classes: 'c' }, context)).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})
