import { describe, expect, it } from 'vitest'
import { labelComponents, selectComponents } from '../../../src/raster/kernels/select-components.ts'
import { thresholdMask } from '../../../src/raster/kernels/threshold.ts'
import { drawn, randomRaster, raster } from './rasters.ts'

const rowArea = () => 1

/** Oracle: scipy.ndimage.label of (mulberry32(7) as float32, 97 × 61) < 0.45; see the figures in each test. */
const speckle = thresholdMask(randomRaster(7, 97, 61), 0.45, 'below')

describe('labelComponents', () => {
  it('numbers parts by their first pixels and measures each', async () => {
    const mask = raster(['..#.#', '#.#.#', '#.###'])
    const { pixels, areas, partOfRun, firstRun } = await labelComponents(mask, {
      connectivity: 4,
      rowArea: (row) => 10 ** row,
    })
    expect([...pixels]).toEqual([7, 2])
    expect([...areas]).toEqual([2 + 20 + 300, 110])
    expect([...firstRun]).toEqual([0, 2, 5, 7])
    expect([...partOfRun]).toEqual([0, 0, 1, 0, 0, 1, 0])
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
    const kept = selectComponents(speckle, labelling, (part) => labelling.pixels[part]! >= 9)
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
      const kept = selectComponents(speckle, labelling, (part) => labelling.pixels[part]! >= 9)
      const left = (await drawn(kept)).join('').replaceAll('.', '').length
      expect(2677 - left).toBe(removed)
    },
  )
})
