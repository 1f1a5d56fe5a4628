import { describe, expect, it } from 'vitest'
import type { Affine } from '../../../src/raster/grid/grid.ts'
import { curvatureTool } from '../../../src/tools/terrain/curvature.ts'
import { elevationBandsTool } from '../../../src/tools/terrain/elevation-bands.ts'
import { roughnessTool } from '../../../src/tools/terrain/roughness.ts'
import { slopeClassesTool } from '../../../src/tools/terrain/slope-classes.ts'
import { terrainRuggednessTool } from '../../../src/tools/terrain/terrain-ruggedness.ts'
import { topographicPositionTool } from '../../../src/tools/terrain/topographic-position.ts'
import { hasShared } from '../../helpers/shared.ts'
import { randomRaster, raster, pixels } from '../../raster/kernels/rasters.ts'
import { number } from '../memory-context.ts'
import { gdaldem, hasGdaldem, olinda, onHeights, oracle, surface, valid } from './surfaces.ts'

/** One pixel of 5 among steps of one. */
const BUMP = [[1, 2, 3], [2, 5, 4], [3, 4, 5]] // prettier-ignore

describe('terrain_ruggedness', () => {
  it('follows Riley or Wilson', async () => {
    // Differences to 5: 4 3 2 3 1 2 1 0; squares 16 9 4 9 1 4 1 0.
    const riley = await onHeights(terrainRuggednessTool, raster(BUMP))
    expect(number(riley.result, 'mean_ruggedness')).toBeCloseTo(Math.sqrt(44), 6)
    const wilson = await onHeights(terrainRuggednessTool, raster(BUMP), { method: 'wilson' })
    expect(number(wilson.result, 'mean_ruggedness')).toBe(2)
    expect(number(wilson.result, 'pixels_left_out')).toBe(8)
  })

  it('leaves out what is too large for a pixel', async () => {
    // −3.4e38 where nobody declared that it stands for no data; the squares of steps to it have no 32-bit number.
    const row = [5, 5, 5, 5, 5]
    const edge = [-3.4e38, 5, 5, 5, 5]
    const undeclared = raster([edge, edge, row])
    const { result } = await onHeights(terrainRuggednessTool, undeclared)
    expect(number(result, 'max_ruggedness')).toBe(0)
    // Two pixels of the middle row have whole windows.
    expect(number(result, 'pixels_left_out')).toBe(13)
  })
})

describe('roughness', () => {
  it('is the highest less the lowest', async () => {
    const { result } = await onHeights(roughnessTool, raster(BUMP))
    expect(number(result, 'max_roughness')).toBe(4)
    expect(result.numbers![0]).toMatchObject({ unit: 'm', dimension: 'length' })
  })
})

describe('topographic_position', () => {
  it('is the height less the mean of its neighbours', async () => {
    const { result } = await onHeights(topographicPositionTool, raster(BUMP))
    expect(number(result, 'mean_position')).toBe(5 - 24 / 8)
  })

  it.each(['square', 'circle'] as const)('looks at larger %s windows', async (shape) => {
    const heights = randomRaster(5, 30, 25)
    const { values } = await onHeights(topographicPositionTool, heights, { radius: 4, shape })
    const data = await pixels(heights)
    for (let row = 0; row < 25; row++) {
      for (let col = 0; col < 30; col++) {
        const isWhole = row >= 4 && row < 21 && col >= 4 && col < 26
        const value = values[row * 30 + col]!
        if (!isWhole) {
          expect(value).toBeNaN()
          continue
        }
        let [sum, count] = [0, 0]
        for (let down = -4; down <= 4; down++) {
          for (let across = -4; across <= 4; across++) {
            const isInside = shape === 'square' || down * down + across * across <= 16
            if (!isInside || (down === 0 && across === 0)) continue
            sum += data[(row + down) * 30 + col + across]!
            count++
          }
        }
        expect(value).toBeCloseTo(data[row * 30 + col]! - sum / count, 6)
      }
    }
  })
})

describe('curvature', () => {
  const GRIDS: readonly Affine[] = [
    [10, 0, 0, 0, -10, 0],
    [10, 0, 0, 0, 10, 0],
    [8, 6, 0, 6, -8, 0],
    [5, 0, 0, 0, -20, 0],
  ]

  // z = 0.5 x − 0.001 x² bends down the slope alone: z″ = −0.002, convex, +0.002. Its plan is straight.
  it.each(GRIDS)('measures a rounded shoulder on grid %#', async (...transform) => {
    const place = { transform: transform as unknown as Affine }
    const shoulder = surface((x) => 0.5 * x - 0.001 * x * x, place)
    const profile = await onHeights(curvatureTool, shoulder)
    for (const value of valid(profile.values)) expect(value).toBeCloseTo(0.002, 6)
    expect(number(profile.result, 'mean_curvature')).toBeCloseTo(0.002, 6)
    const plan = await onHeights(curvatureTool, shoulder, { kind: 'plan' })
    for (const value of valid(plan.values)) expect(value).toBeCloseTo(0, 6)
  })

  // z = 0.3 x − 0.002 y² at y = 0 is a ridge running east: its plan is convex by 0.004.
  it('measures a ridge across the slope', async () => {
    const place = { transform: [10, 0, 0, 0, -10, 35] as Affine, size: [5, 7] as const }
    const ridge = surface((x, y) => 0.3 * x - 0.002 * y * y, place)
    const plan = await onHeights(curvatureTool, ridge, { kind: 'plan' })
    expect(plan.values[3 * 5 + 2]).toBeCloseTo(0.004, 6)
    const hollow = surface((x, y) => 0.3 * x + 0.002 * y * y, place)
    const gathered = await onHeights(curvatureTool, hollow, { kind: 'plan' })
    expect(gathered.values[3 * 5 + 2]).toBeCloseTo(-0.004, 6)
  })

  it('is 0 on level ground and has no value on a level top', async () => {
    const level = await onHeights(curvatureTool, raster([[1, 1, 1], [1, 1, 1], [1, 1, 1]])) // prettier-ignore
    expect(level.values[4]).toBe(0)
    const top = raster([[1, 1, 1, 1], [1, 2, 1, 1], [1, 1, 1, 1]]) // prettier-ignore
    expect((await onHeights(curvatureTool, top)).values[5]).toBeNaN()
  })
})

describe('slope_classes', () => {
  // Over two pixels of 10 m the ground rises 0, 1, 2, 5 and 8 m: 0, 5, 10, 25 and 40 %.
  const rows = Array.from({ length: 3 }, () => [0, 0, 0, 1, 2, 6, 10])

  it('sums up areas between breaks', async () => {
    const { values, result } = await onHeights(slopeClassesTool, raster(rows), { breaks: [5, 10, 30] })
    expect(valid(values)).toEqual([1, 2, 3, 3, 4])
    const groups = ['below 5 %', '5 to 10 %', '10 to 30 %', '30 % and above']
    expect(groups.map((group) => number(result, 'area', group))).toEqual([0.01, 0.01, 0.02, 0.01])
    expect(number(result, 'share', '10 to 30 %')).toBe(40)
    expect(number(result, 'classes')).toBe(4)
    expect(number(result, 'pixels_left_out')).toBe(16)
  })

  it('takes the classes of the FAO in percent or the same in degrees', async () => {
    const percent = await onHeights(slopeClassesTool, raster(rows))
    expect(valid(percent.values)).toEqual([1, 4, 5, 6, 7])
    const degrees = await onHeights(slopeClassesTool, raster(rows), { unit: 'deg' })
    expect(number(degrees.result, 'classes')).toBe(8)
  })

  it('refuses breaks that fall', async () => {
    await expect(onHeights(slopeClassesTool, raster(rows), { breaks: [10, 5] })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe('elevation_bands', () => {
  it('sums up areas by bands of a step, a height on an edge in the band above', async () => {
    const heights = raster([[-5, 0, 99], [100, 250, NaN]]) // prettier-ignore
    const { values, result } = await onHeights(elevationBandsTool, heights, { step: 100 })
    expect(values).toEqual([1, 2, 2, 3, 4, NaN])
    expect(number(result, 'area', '-100 to 0 m')).toBe(0.01)
    expect(number(result, 'area', '0 to 100 m')).toBe(0.02)
    expect(number(result, 'share', '200 to 300 m')).toBe(20)
    expect(number(result, 'pixels_left_out')).toBe(1)
  })

  it('chooses a round step, also for one height, and refuses too many bands', async () => {
    const { result } = await onHeights(elevationBandsTool, raster([[3, 1234]]))
    expect(number(result, 'step')).toBe(200)
    const flat = await onHeights(elevationBandsTool, raster([[3, 3]]))
    expect(number(flat.result, 'share', '3 to 4 m')).toBe(100)
    await expect(onHeights(elevationBandsTool, raster([[3, 1234]]), { step: 0.1 })).rejects.toHaveProperty(
      'code',
      'invalid_input',
    )
  })
})

describe.skipIf(!hasShared)('landforms of Olinda (needs the shared scenes)', () => {
  const CASES = [
    ['ruggedness riley', terrainRuggednessTool, {}, 'ruggedness', ['TRI', '-alg', 'Riley']],
    [
      'ruggedness wilson',
      terrainRuggednessTool,
      { method: 'wilson' },
      'ruggedness',
      ['TRI', '-alg', 'Wilson'],
    ],
    ['position', topographicPositionTool, {}, 'position', ['TPI']],
    ['roughness', roughnessTool, {}, 'roughness', ['roughness']],
  ] as const

  it.each(CASES)('%s has the figures of gdaldem', async (name, tool, args, figure) => {
    const { values, result } = await onHeights(tool, await olinda(), args)
    const expected = oracle.olinda[name]!
    expect(valid(values)).toHaveLength(expected.valid)
    for (const [index, pixel] of expected.pixels.entries()) {
      if (pixel === null) expect(values[index * 331]).toBeNaN()
      else expect(values[index * 331]).toBeCloseTo(pixel, 4)
    }
    for (const which of ['mean', 'std', 'min', 'max', 'median'] as const) {
      expect(number(result, `${which}_${figure}`), which).toBeCloseTo(expected[which], 5)
    }
  })

  it.skipIf(!hasGdaldem).each(CASES)(
    '%s is that of gdaldem pixel by pixel (needs gdaldem)',
    async (_, tool, args, __, [mode, ...options]) => {
      const { values } = await onHeights(tool, await olinda(), args)
      const expected = await gdaldem(mode, ...options)
      const apart = expected.filter((pixel, index) =>
        Number.isNaN(pixel) ? !Number.isNaN(values[index]) : !(Math.abs(values[index]! - pixel) <= 1e-4),
      )
      expect(apart).toEqual([])
    },
  )
})
