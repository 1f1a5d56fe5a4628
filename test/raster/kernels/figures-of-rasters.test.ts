import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../src/raster/blocks.ts'
import { countMeeting, valuesWhere } from '../../../src/raster/kernels/conditions.ts'
import { fitLine } from '../../../src/raster/kernels/edges.ts'
import { HigherMomentsReducer, shapeOfMoments } from '../../../src/raster/kernels/higher-moments.ts'
import { pairFigures } from '../../../src/raster/kernels/pair-moments.ts'
import { nasaTeam } from '../../../src/raster/kernels/physics/sea-ice.ts'
import { planckRadiance, planckTemperature } from '../../../src/raster/kernels/physics/planck.ts'
import { countedFormula } from '../../../src/raster/kernels/pixel-formula.ts'
import { alone, gridOf, pixels, raster } from './rasters.ts'

/** 0, 1, 2 … 9,999 over and over, from an offset on: more than a chunk, more than a block. */
function steps(width: number, height: number, offset: number) {
  const data = Float32Array.from({ length: width * height }, (_, index) => offset + (index % 10_000))
  return { ...memorySource(gridOf(width, height), data), blockSize: { width, height: 4 } }
}

describe('HigherMomentsReducer', () => {
  // Of 0 … n − 1, each as often: variance (n² − 1) / 12, no skewness, excess kurtosis −6/5 · (n² + 1) / (n² − 1).
  const [n, squares] = [10_000, 10_000 ** 2]

  it.each([0, 8_000_000])('gives the closed forms of even steps, at an offset of %i too', async (offset) => {
    const moments = await alone(steps(1000, 700, offset), new HigherMomentsReducer())
    const { variance, skewness, kurtosis } = shapeOfMoments(moments, 'population')
    expect(moments.valid).toBe(700_000)
    expect(moments.mean).toBeCloseTo(offset + (n - 1) / 2, 6)
    expect(variance / ((squares - 1) / 12)).toBeCloseTo(1, 12)
    expect(skewness).toBeCloseTo(0, 10)
    expect(kurtosis).toBeCloseTo((-1.2 * (squares + 1)) / (squares - 1), 10)
  })

  it('has nothing to tell of no pixels', async () => {
    const moments = await alone(raster([[NaN, Infinity]]), new HigherMomentsReducer())
    expect(moments).toMatchObject({ valid: 0, nodata: 2, mean: NaN })
  })

  it('gives no sample figures where there are too few pixels for them', async () => {
    const moments = await alone(raster([[1, 2]]), new HigherMomentsReducer())
    expect(shapeOfMoments(moments, 'sample')).toMatchObject({ variance: 0.5, skewness: NaN, kurtosis: NaN })
  })
})

describe('pairFigures', () => {
  it('finds a line through many blocks far from zero', async () => {
    const x = steps(1000, 700, 4_000_000)
    const y = steps(1000, 700, 100)
    const found = await pairFigures(x, y)
    expect(found.slope).toBeCloseTo(1, 12)
    expect(found.correlation).toBeCloseTo(1, 12)
    expect(found.bias).toBeCloseTo(-3_999_900, 6)
    expect(found.rmse / 3_999_900).toBeCloseTo(1, 10)
  })

  it('is NaN where nothing is shared', async () => {
    const found = await pairFigures(raster([[1, NaN]]), raster([[NaN, 1]]))
    expect(found).toMatchObject({ pixels: 0, leftOut: 2, correlation: NaN, slope: NaN, bias: NaN })
  })
})

describe('countMeeting', () => {
  it('rounds the threshold to the precision of the pixels', async () => {
    const found = await countMeeting([raster([[0.7, 0.69]])], [{ test: 'at_or_above', threshold: 0.7 }])
    expect(found).toMatchObject({ pixels: 1, valid: 2, nodata: 0 })
  })

  it('adds up the areas of what meets all conditions', async () => {
    const found = await countMeeting(
      [raster([[1, 1], [1, 0]]), raster([[1, NaN], [1, 1]])],
      [{ test: 'equal', threshold: 1 }, { test: 'above', threshold: 0 }],
      { rowArea: (row) => row + 1 },
    ) // prettier-ignore
    expect(found).toEqual({ pixels: 2, area: 3, valid: 3, nodata: 1 })
  })
})

describe('valuesWhere', () => {
  it('keeps values where the other raster decides so', async () => {
    const kept = valuesWhere(raster([[1, 2, 3, 4]]), raster([[0, 5, NaN, 9]]), {
      test: 'above',
      threshold: 3,
      highest: 3,
    })
    expect(await pixels(kept)).toEqual([NaN, 2, NaN, NaN])
  })
})

describe('countedFormula', () => {
  it('tells no data from what the formula cannot take', async () => {
    const root = countedFormula([raster([[4, -1, NaN]]), raster([[0, 0, 0]])], ([a, b]) => Math.sqrt(a!) + b!)
    expect(await pixels(root.source)).toEqual([2, NaN, NaN])
    expect((await root.finish()).leftOut).toEqual({ nodata: 1, out_of_range: 1 })
  })
})

describe('planckTemperature', () => {
  it('is the inverse of planckRadiance', () => {
    for (const kelvin of [180, 250, 300, 390]) {
      expect(planckTemperature(10.9, planckRadiance(10.9, kelvin))).toBeCloseTo(kelvin, 9)
    }
    expect(planckTemperature(10.9, 0)).toBeNaN()
  })

  it('peaks where the law of Wien says', () => {
    const peak = 2897.771955 / 300
    for (const away of [0.99, 1.01]) {
      expect(planckRadiance(peak * away, 300)).toBeLessThan(planckRadiance(peak, 300))
    }
  })
})

describe('nasaTeam', () => {
  it('gives back the shares of a mixture', () => {
    const tie = { v19: [185, 251, 222], h19: [114, 235, 199], v37: [205, 241, 186] } as const
    const mix = (channel: readonly number[]) => 0.2 * channel[0]! + 0.5 * channel[1]! + 0.3 * channel[2]!
    const { first, multi } = nasaTeam(mix(tie.v19), mix(tie.h19), mix(tie.v37), tie)
    expect(first).toBeCloseTo(0.5, 10)
    expect(multi).toBeCloseTo(0.3, 10)
  })
})

describe('fitLine', () => {
  it('goes through points that lie on a line, and has no slope for one point', () => {
    expect(fitLine([0, 1, 2], [1, 3, 5])).toEqual({ slope: 2, intercept: 1, r2: 1 })
    expect(fitLine([1], [3]).slope).toBeNaN()
  })
})
