import { describe, expect, it } from 'vitest'
import { CodeAreaReducer } from '../../../src/raster/kernels/areas.ts'
import { ComponentReducer } from '../../../src/raster/kernels/components.ts'
import { traceOutlines } from '../../../src/raster/kernels/outlines.ts'
import { PolygonZoneReducer } from '../../../src/raster/kernels/polygon-zones.ts'
import { labelComponents } from '../../../src/raster/kernels/select-components.ts'
import { zonalSummary } from '../../../src/raster/kernels/zones.ts'
import { alone, raster } from './rasters.ts'

/** Pixels have the areas 1 2 4 / 8 16 32 / 64 128 256, so that each sum tells its pixels. */
const rowArea = (row: number) => Float64Array.from([0, 1, 3, 7], (sum) => sum * 8 ** row)

const codes = raster([
  [1, 0, 1],
  [1, NaN, 0],
  [0, 1, 1],
])
const [LEFT, CORNER, LOWER] = [1 + 8, 4, 128 + 256]

describe('areas that differ along a row', () => {
  it('are summed by code', async () => {
    const found = (await alone(codes, new CodeAreaReducer(rowArea))).codes
    expect(found.get(1)).toEqual({ pixels: 5, area: LEFT + CORNER + LOWER })
    expect(found.get(0)).toEqual({ pixels: 3, area: 2 + 32 + 64 })
  })

  it('are summed by part', async () => {
    const options = { connectivity: 4, rowArea, largest: 5 } as const
    const { area, largest } = await alone(codes, new ComponentReducer(codes.grid, options))
    expect(area).toBe(LEFT + CORNER + LOWER)
    expect(largest.map((part) => part.area)).toEqual([LOWER, LEFT, CORNER])
    expect([...(await labelComponents(codes, options)).areas]).toEqual([LEFT, CORNER, LOWER])
  })

  it('are summed by outline', async () => {
    const outlines = await traceOutlines(codes, { connectivity: 4, rowArea })
    expect(outlines.map(({ area }) => area)).toEqual([LOWER, LEFT, CORNER])
  })

  it('are summed by zone', async () => {
    const { zones } = await zonalSummary(codes, codes, { rowArea })
    expect(zones.map(({ code, area }) => [code, area])).toEqual([
      [0, 2 + 32 + 64],
      [1, LEFT + CORNER + LOWER],
    ])
  })

  it('are summed by share of a polygon', async () => {
    const { grid } = codes
    const [a, , c, , e, f] = grid.transform
    const at = (col: number, row: number) => [c + a * col, f + e * row] as const
    // The lower right four pixels and half of those left of them; the middle one holds nothing.
    const polygon = [[at(0.5, 1), at(3, 1), at(3, 3), at(0.5, 3)]]
    const zones = new PolygonZoneReducer(grid, [[polygon]], { rule: 'fraction', rowArea })
    const [zone] = await alone(codes, zones)
    expect(zone!.area).toBeCloseTo(8 / 2 + 32 + 64 / 2 + 128 + 256, 9)
  })
})
