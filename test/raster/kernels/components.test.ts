import { describe, expect, it } from 'vitest'
import { labelComponents, selectComponents } from '../../../src/raster/kernels/components.ts'
import { shapeOf } from '../../../src/raster/kernels/moments.ts'
import { thresholdMask } from '../../../src/raster/kernels/threshold.ts'
import { drawn, randomRaster, raster } from './rasters.ts'

const rowArea = () => 1

/** Oracle: scipy.ndimage.label of (mulberry32(7) as float32, 97 × 61) < 0.45; see the figures in each test. */
const speckle = thresholdMask(randomRaster(7, 97, 61), 0.45, 'below')

describe('labelComponents', () => {
  it('joins corners by 8 neighbours only', async () => {
    const mask = raster(['#.#', '.#.', '#.?'])
    expect((await labelComponents(mask, { connectivity: 8, rowArea })).components).toHaveLength(1)
    expect((await labelComponents(mask, { connectivity: 4, rowArea })).components).toHaveLength(4)
  })

  it('joins arms that meet only further down', async () => {
    const mask = raster(['#.#.#', '#.#.#', '###.#', '....#', '#####'])
    const { components } = await labelComponents(mask, { connectivity: 4, rowArea })
    expect(components.map(({ moments }) => moments.count)).toEqual([9, 7])
  })

  it.each([
    [4, 521, [99, 75, 74, 72, 63]],
    [8, 77, [2340, 50, 19, 17, 17]],
  ] as const)('finds what scipy finds by %i neighbours', async (connectivity, total, sizes) => {
    const { components } = await labelComponents(speckle, { connectivity, rowArea })
    expect(components).toHaveLength(total)
    expect(components.slice(0, 5).map(({ moments }) => moments.count)).toEqual(sizes)
    expect(components.reduce((sum, { moments }) => sum + moments.count, 0)).toBe(2677)
  })

  it('measures centroid and axis of a part as numpy does', async () => {
    // Largest part by 4 neighbours: mean of its columns and rows + 0.5; eigenvectors of numpy.cov(bias=True).
    const { components } = await labelComponents(speckle, { connectivity: 4, rowArea })
    const shape = shapeOf(components[0]!.moments, speckle.grid)
    expect(shape.centroid[0]).toBeCloseTo(500_000 + 172.27272727, 6)
    expect(shape.centroid[1]).toBeCloseTo(5_000_000 - 235.80808081, 6)
    expect(shape.axisBearingDegrees).toBeCloseTo(6.717954594184817, 8)
    expect(shape.axisRatio).toBeCloseTo(2.360729441061545, 8)
  })

  it('sums the area of each row', async () => {
    const mask = raster(['#.', '#.', '#.'])
    const { components } = await labelComponents(mask, { connectivity: 4, rowArea: (row) => 10 ** row })
    expect(components[0]!.area).toBe(111)
  })

  it('finds nothing in an empty mask', async () => {
    expect((await labelComponents(raster(['..', '??']), { connectivity: 8, rowArea })).components).toEqual([])
  })
})

describe('selectComponents', () => {
  it('keeps the parts asked for and no data as it is', async () => {
    const mask = raster(['##..', '##.?', '...#'])
    const labelling = await labelComponents(mask, { connectivity: 4, rowArea })
    expect(await drawn(selectComponents(mask, labelling, (part) => part === 0))).toEqual([
      '##..',
      '##.?',
      '....',
    ])
    expect(await drawn(selectComponents(mask, labelling, (part) => part === 1))).toEqual([
      '....',
      '...?',
      '...#',
    ])
  })

  it('reads any window as a cut of the whole, and beyond the edge as no data', async () => {
    const labelling = await labelComponents(speckle, { connectivity: 4, rowArea })
    const kept = selectComponents(
      speckle,
      labelling,
      (part) => labelling.components[part]!.moments.count >= 9,
    )
    const whole = await drawn(kept)
    const window = { col: 60, row: 20, width: 40, height: 10 }
    const cut = await kept.read(window)
    for (let row = 0; row < 10; row++) {
      const line = [...cut.slice(row * 40, row * 40 + 37)].map((value) => (value === 1 ? '#' : '.')).join('')
      expect(line).toBe(whole[20 + row]!.slice(60))
      expect(cut[row * 40 + 38]).toBeNaN()
    }
  })

  it.each([
    [4, 950],
    [8, 130],
  ] as const)(
    'sieves as many pixels as scipy counts in parts under 9 by %i neighbours',
    async (connectivity, removed) => {
      const labelling = await labelComponents(speckle, { connectivity, rowArea })
      const kept = selectComponents(
        speckle,
        labelling,
        (part) => labelling.components[part]!.moments.count >= 9,
      )
      const left = (await drawn(kept)).join('').replaceAll('.', '').length
      expect(2677 - left).toBe(removed)
    },
  )
})
