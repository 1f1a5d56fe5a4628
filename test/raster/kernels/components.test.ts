import { describe, expect, it } from 'vitest'
import { ComponentReducer } from '../../../src/raster/kernels/components.ts'
import { shapeOf } from '../../../src/raster/kernels/moments.ts'
import { thresholdMask } from '../../../src/raster/kernels/threshold.ts'
import type { ComponentOptions } from '../../../src/raster/kernels/components.ts'
import type { RasterSource } from '../../../src/raster/source.ts'
import { alone, randomRaster, raster } from './rasters.ts'

const componentsOf = (mask: RasterSource, options: Partial<ComponentOptions>) =>
  alone(mask, new ComponentReducer(mask.grid, { connectivity: 8, rowArea: () => 1, largest: 5, ...options }))

/** Oracle: scipy.ndimage.label of (mulberry32(7) as float32, 97 × 61) < 0.45; see the figures in each test. */
const speckle = thresholdMask(randomRaster(7, 97, 61), 0.45, 'below')

describe('ComponentReducer', () => {
  it('joins corners by 8 neighbours only', async () => {
    const mask = raster(['#.#', '.#.', '#.?'])
    expect((await componentsOf(mask, { connectivity: 8 })).count).toBe(1)
    expect((await componentsOf(mask, { connectivity: 4 })).count).toBe(4)
  })

  it('joins arms that meet only further down', async () => {
    const mask = raster(['#.#.#', '#.#.#', '###.#', '....#', '#####'])
    const { largest } = await componentsOf(mask, { connectivity: 4 })
    expect(largest.map(({ pixels }) => pixels)).toEqual([9, 7])
  })

  it.each([
    [4, 521, [99, 75, 74, 72, 63]],
    [8, 77, [2340, 50, 19, 17, 17]],
  ] as const)('finds what scipy finds by %i neighbours', async (connectivity, total, sizes) => {
    const { count, pixels, largest } = await componentsOf(speckle, { connectivity })
    expect(count).toBe(total)
    expect(largest.map((part) => part.pixels)).toEqual(sizes)
    expect(pixels).toBe(2677)
  })

  it('measures centroid and axis of a part as numpy does', async () => {
    // Largest part by 4 neighbours: mean of its columns and rows + 0.5; eigenvectors of numpy.cov(bias=True).
    const { largest } = await componentsOf(speckle, { connectivity: 4, withMoments: true })
    const shape = shapeOf(largest[0]!.moments!, speckle.grid)
    expect(shape.centroid[0]).toBeCloseTo(500_000 + 172.27272727, 6)
    expect(shape.centroid[1]).toBeCloseTo(5_000_000 - 235.80808081, 6)
    expect(shape.axisBearingDegrees).toBeCloseTo(6.717954594184817, 8)
    expect(shape.axisRatio).toBeCloseTo(2.360729441061545, 8)
  })

  it('sums the area of each row', async () => {
    const mask = raster(['#.', '#.', '#.'])
    const { largest, area } = await componentsOf(mask, { rowArea: (row) => 10 ** row })
    expect(largest[0]!.area).toBe(111)
    expect(area).toBe(111)
  })

  it('finds nothing in an empty mask', async () => {
    const none = { count: 0, pixels: 0, area: 0, sizes: [], largest: [] }
    expect(await componentsOf(raster(['..', '??']), {})).toEqual(none)
  })

  it('tells how many parts there are of each size', async () => {
    // One of 1, two of 2, one of 4 pixels.
    const { sizes } = await componentsOf(raster(['#.##.', '.....', '##.##', '...##']), { connectivity: 4 })
    expect(sizes).toEqual([1, 2, 1])
  })

  it('keeps the largest ones, of equal ones the first, however many there are', async () => {
    const all = await componentsOf(speckle, { connectivity: 4, largest: 1000 })
    expect(all.largest).toHaveLength(521)
    for (const largest of [0, 1, 3, 50, 520]) {
      expect((await componentsOf(speckle, { connectivity: 4, largest })).largest).toEqual(
        all.largest.slice(0, largest),
      )
    }
  })

  it.each([4, 8] as const)(
    'finds the same parts in a mirrored or turned mask by %i neighbours',
    async (connectivity) => {
      const data = await speckle.read({ col: 0, row: 0, width: 97, height: 61 })
      const rows = Array.from({ length: 61 }, (_, row) => [...data.subarray(row * 97, (row + 1) * 97)])
      const turned = Array.from({ length: 97 }, (_, col) => rows.map((row) => row[col]!))
      const sizesOf = async (mask: RasterSource) => {
        const { largest } = await componentsOf(mask, { connectivity, largest: 1000 })
        return largest.map(({ pixels }) => pixels)
      }
      const truth = await sizesOf(speckle)
      expect(await sizesOf(raster(rows.map((row) => [...row].reverse())))).toEqual(truth)
      expect(await sizesOf(raster([...rows].reverse()))).toEqual(truth)
      expect(await sizesOf(raster(turned))).toEqual(truth)
    },
  )

  it('follows a part that winds through itself', async () => {
    const spiral = ['#######', '......#', '#####.#', '#...#.#', '#.###.#', '#.....#', '#######']
    const { count, largest } = await componentsOf(raster(spiral), { connectivity: 4 })
    expect([count, largest[0]!.pixels]).toEqual([1, spiral.join('').replaceAll('.', '').length])
  })
})
