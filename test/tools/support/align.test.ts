import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../src/raster/blocks.ts'
import { alignOnto } from '../../../src/tools/support/align.ts'
import { gridOf, LONLAT } from '../../raster/kernels/rasters.ts'

const SOURCE = memorySource(gridOf(40, 40), new Float32Array(1600).fill(3))
const given = { source: SOURCE, id: 'a', holds: 'values' } as const
const noteOn = (grid: ReturnType<typeof gridOf>) => alignOnto({ grid, id: 'b' }, given).note

describe('alignOnto', () => {
  it('says by what method a layer came on to another grid', () => {
    expect(noteOn(gridOf(40, 40))).toBeNull()
    expect(noteOn(gridOf(20, 20, [10, 0, 500050, 0, -10, 5000000]))).toBe(
      'a was brought on to the grid of b by a shift of whole pixels.',
    )
    expect(noteOn(gridOf(20, 20, [10, 0, 500004, 0, -10, 5000000]))).toBe(
      'a was brought on to the grid of b by bilinear interpolation.',
    )
    expect(noteOn(gridOf(10, 10, [30, 0, 500000, 0, -30, 5000000]))).toContain('by averaging.')
  })

  it('says between systems by how much positions may be off', () => {
    expect(noteOn(gridOf(20, 20, [0.0001, 0, 15, 0, -0.0001, 45.153], LONLAT))).toBe(
      'a was brought on to the grid of b by bilinear interpolation from EPSG:32633 to EPSG:4326, positions off by at most 0.125 of its pixels.',
    )
  })
})
