import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/lib/random.ts'
import { chiSquareTail, studentTwoSided } from '../../../../src/raster/kernels/probabilities.ts'
import { autocorrelation, ljungBox } from '../../../../src/raster/kernels/series/autocorrelation.ts'
import { changePoints, defaultPenalty } from '../../../../src/raster/kernels/series/change-points.ts'
import {
  gammaShares,
  normalBelow,
  normalQuantile,
} from '../../../../src/raster/kernels/series/distributions.ts'
import { fillLinear } from '../../../../src/raster/kernels/series/fill.ts'
import { gammaFit } from '../../../../src/raster/kernels/series/gamma-fit.ts'
import { fitHarmonics } from '../../../../src/raster/kernels/series/harmonics.ts'
import { leastSquares } from '../../../../src/raster/kernels/series/least-squares.ts'
import { linearTrend } from '../../../../src/raster/kernels/series/linear-trend.ts'
import {
  mannKendallHamedRao,
  mannKendallSeasonal,
} from '../../../../src/raster/kernels/series/mann-kendall-variants.ts'
import { mannKendall } from '../../../../src/raster/kernels/series/mann-kendall.ts'
import { pettitt } from '../../../../src/raster/kernels/series/pettitt.ts'
import { seasonsOf } from '../../../../src/raster/kernels/series/seasons.ts'
import { selectMedian, selectRank } from '../../../../src/raster/kernels/series/select.ts'
import { senSlope, senSlopeWithInterval } from '../../../../src/raster/kernels/series/sen-slope.ts'
import { movingMean, savitzkyGolay, whittaker } from '../../../../src/raster/kernels/series/smoothing.ts'
import { runningSums, standardizedIndex } from '../../../../src/raster/kernels/series/standardized-index.ts'
import { stl } from '../../../../src/raster/kernels/series/stl.ts'
import { farthest, oracle, series, steps } from './oracle.ts'

/** As near as the digits of the other program: its p values end at 1e-16. */
const close = (found: number, expected: number, digits = 1e-9, least = 1e-6) =>
  expect(Math.abs(found - expected) / Math.max(least, Math.abs(expected))).toBeLessThan(digits)

const entriesOf = <Key extends string>(all: Readonly<Record<Key, number>>) =>
  Object.entries(all) as [Key, number][]

function randomNumbers(seed: number, count: number): number[] {
  const next = seededRandom(seed)
  return Array.from({ length: count }, () => next())
}

/** Every second entry is missing, the others are those of the series. */
function withGaps(values: Float64Array) {
  const gappy = new Float64Array(values.length * 2).fill(NaN)
  values.forEach((value, at) => (gappy[2 * at] = value))
  return { gappy, times: steps(values.length * 2).map((at) => Math.floor(at / 2)) }
}

describe('distributions', () => {
  it('agree with scipy far into the tails', () => {
    const { normal, quantile, student, chiSquare, gamma } = oracle.distributions
    for (const [z, above] of normal) close(normalBelow(-z), above, 1e-12, 1e-300)
    for (const [share, z] of quantile)
      expect(Math.abs(normalQuantile(share) - z)).toBeLessThan(1e-9 * Math.max(1, Math.abs(z)))
    for (const [t, freedom, p] of student) close(studentTwoSided(t, freedom), p, 1e-10, 1e-300)
    for (const [x, freedom, above] of chiSquare) close(chiSquareTail(x, freedom), above, 1e-10, 1e-300)
    for (const [shape, x, below] of gamma) close(gammaShares(shape, x)[0], below, 1e-11, 1e-300)
  })
})

describe('selectRank', () => {
  it('finds what sorting finds', () => {
    for (let size = 1; size < 60; size++) {
      const values = Float64Array.from(randomNumbers(size, size), (value) => Math.floor(value * 9))
      const sorted = values.slice().sort()
      for (const rank of [0, size >> 1, size - 1])
        expect(selectRank(values.slice(), size, rank)).toBe(sorted[rank])
      const middle = (sorted[(size - 1) >> 1]! + sorted[size >> 1]!) / 2
      expect(selectMedian(values, size)).toBe(middle)
    }
    expect(selectMedian(new Float64Array(0), 0)).toBeNaN()
  })
})

describe('linearTrend', () => {
  it.each(['monthly', 'uneven'] as const)('of %s is what scipy.stats.linregress says', (name) => {
    const times = name === 'uneven' ? series('unevenTimes') : steps(120)
    const found = linearTrend(times, series(name))
    for (const [key, value] of entriesOf(oracle.line[name])) close(found[key], value)
  })

  it('skips missing values and keeps the times of the others', () => {
    const { gappy, times } = withGaps(series('monthly'))
    expect(linearTrend(times, gappy)).toEqual(linearTrend(steps(120), series('monthly')))
  })

  it('has no slope for one time', () => {
    expect(linearTrend(new Float64Array([2, 2]), new Float64Array([1, 3])).slope).toBeNaN()
    expect(linearTrend(new Float64Array([2]), new Float64Array([1])).slope).toBeNaN()
  })
})

describe('mannKendall', () => {
  it.each(['monthly', 'ties', 'drift'] as const)('of %s is what pymannkendall says', (name) => {
    const found = mannKendall(series(name))
    for (const [key, value] of entriesOf(oracle.kendall[name])) close(found[key], value)
  })

  it('gives tau-b as scipy does and skips missing values', () => {
    close(mannKendall(series('ties')).tauB, oracle.kendall.tauB[0]!)
    close(mannKendall(series('drift')).tauB, oracle.kendall.tauB[1]!)
    expect(mannKendall(withGaps(series('ties')).gappy)).toEqual(mannKendall(series('ties')))
  })

  it('finds nothing in equal values', () => {
    expect(mannKendall(new Float64Array(5).fill(2))).toMatchObject({ s: 0, z: 0, pValue: 1 })
  })
})

describe('mannKendallHamedRao', () => {
  it('is what pymannkendall says', () => {
    const names = { drift: 'hamedRao', monthly: 'hamedRaoMonthly' } as const
    for (const name of ['drift', 'monthly'] as const) {
      const found = mannKendallHamedRao(steps(series(name).length), series(name))
      for (const [key, value] of entriesOf(oracle.kendall[names[name]])) close(found[key], value, 1e-8)
    }
  })
})

describe('mannKendallSeasonal', () => {
  it('is what pymannkendall says', () => {
    const seasons = Int32Array.from({ length: 120 }, (_, at) => at % 12)
    const found = mannKendallSeasonal(Float64Array.from(seasons.keys()), series('monthly'), seasons)
    for (const [key, value] of entriesOf(oracle.kendall.seasonal)) close(found[key], value)
  })
})

describe('senSlope', () => {
  it.each([
    ['monthly', 0.95],
    ['ties', 0.9],
    ['uneven', 0.95],
  ] as const)('of %s is what scipy.stats.theilslopes says', (name, confidence) => {
    const values = series(name)
    const times = name === 'uneven' ? series('unevenTimes') : steps(values.length)
    const found = senSlopeWithInterval(times, values, confidence)
    for (const [key, value] of entriesOf(oracle.sen[name])) expect(found[key]).toBeCloseTo(value, 12)
    expect(senSlope(times, values)).toBeCloseTo(oracle.sen[name].slope, 12)
  })

  it('skips missing values', () => {
    const { gappy, times } = withGaps(series('uneven'))
    const own = series('unevenTimes')
    expect(senSlope(times.map((at) => own[at]!), gappy)).toBeCloseTo(oracle.sen.uneven.slope, 12) // prettier-ignore
  })
})

describe('stl', () => {
  it.each(oracle.stl.map((each) => [`period ${each.period}, seasonal ${each.seasonal}, robust ${each.robust}`, each] as const))(
    'with %s is what statsmodels says', (_, expected) => {
      const place = oracle.stl.indexOf(expected)
      const values = series('monthly').slice(0, [120, 120, 120, 30, 48, 120][place])
      const found = stl(values, expected)
      const seventh = (all: Float64Array) => all.filter((_, at) => at % 7 === 0)
      expect(farthest(seventh(found.trend), expected.trend)).toBeLessThan(1e-8)
      expect(farthest(seventh(found.seasonal), expected.season)).toBeLessThan(1e-8)
      expect(farthest(seventh(found.remainder), expected.remainder)).toBeLessThan(1e-8)
    },
  ) // prettier-ignore
})

describe('stl of two periods', () => {
  it('takes rounding for no outlier: both periods fit, whether robust or not', () => {
    const values = series('monthly').slice(0, 24)
    const { remainder } = stl(values, { period: 12, seasonal: 7, robust: true })
    expect(Math.max(...remainder.map(Math.abs))).toBeLessThan(1e-12)
  })
})

describe('changePoints', () => {
  it('are those of ruptures, exactly', () => {
    const names = ['steps', 'steps', 'steps', 'drift', 'drift', 'monthly', 'monthly'] as const
    oracle.pelt.forEach((each, at) => expect(changePoints(series(names[at]!), each)).toEqual(each.found))
  })

  it('are the best of all ways to cut, by trying each', () => {
    const values = Float64Array.from(randomNumbers(5, 12))
    const cost = (cuts: readonly number[]) =>
      [...cuts, 12].reduce((sum, end, at) => {
        const part = values.slice(cuts[at - 1] ?? 0, end)
        const mean = part.reduce((all, each) => all + each, 0) / part.length
        return sum + part.reduce((all, each) => all + (each - mean) ** 2, 0)
      }, 0)
    for (const penalty of [0.02, 0.1, 0.3]) {
      const ways = Array.from({ length: 1 << 11 }, (_, bits) =>
        Array.from({ length: 11 }, (_, at) => at + 1).filter((at) => (bits >> (at - 1)) & 1),
      ).filter((cuts) => [...cuts, 12].every((end, at) => end - (cuts[at - 1] ?? 0) >= 2))
      const best = ways.reduce((one, other) =>
        cost(other) + penalty * other.length < cost(one) + penalty * one.length ? other : one,
      )
      expect(changePoints(values, { penalty, minSize: 2 })).toEqual(best)
    }
  })

  it('have a penalty from the noise alone by default', () => {
    // Steps between neighbours 1, −1, 1, −1, 10, −1, 1 have the median 1; sizes about it 0, 2, 0, 2, 9, 2, 0, median 2.
    const values = new Float64Array([0, 1, 0, 1, 0, 10, 9, 10])
    expect(defaultPenalty(values)).toBeCloseTo(2 * ((1.4826 * 2) / Math.SQRT2) ** 2 * Math.log(8), 10)
  })
})

describe('autocorrelation', () => {
  it('is what statsmodels says, biased and not', () => {
    const values = series('monthly')
    expect(farthest(autocorrelation(values, 20), oracle.acf.biased)).toBeLessThan(1e-11)
    expect(farthest(autocorrelation(values, 20, 'unbiased'), oracle.acf.unbiased)).toBeLessThan(1e-11)
    const { q, pValue } = ljungBox(autocorrelation(values, 10), 120)
    close(q, oracle.acf.ljungBox[0]!)
    close(pValue, oracle.acf.ljungBox[1]!)
  })

  it('leaves out pairs with a missing value', () => {
    // Mean 2; distances −1, ?, 1, 0: at lag 2 the pairs (−1, 1) and (?, 0), so −1 / 3 over 2 / 3.
    expect(autocorrelation(new Float64Array([1, NaN, 3, 2]), 2)[2]).toBeCloseTo(-0.5, 12)
  })
})

describe('standardizedIndex', () => {
  it('fits the gamma distribution as scipy does', () => {
    const { shape, scale } = gammaFit(series('rain').filter((value) => value > 0))
    close(shape, oracle.gammaFit[0]![0]!, 1e-7)
    close(scale, oracle.gammaFit[0]![1]!, 1e-7)
    expect(gammaFit(new Float64Array([2, 2, 2])).shape).toBeNaN()
  })

  it('is the normal quantile of it with the zeros, pooled and by month', () => {
    const fifth = (all: Float64Array) => all.filter((_, at) => at % 5 === 0)
    const six = runningSums(series('rain'), 6).slice(5)
    expect(farthest(fifth(standardizedIndex(six)), oracle.spi.pooled6)).toBeLessThan(1e-5)
    const byMonth = (scale: number) => {
      const sums = runningSums(series('rain'), scale)
      const out = new Float64Array(360)
      for (let month = 0; month < 12; month++) {
        const own = standardizedIndex(sums.filter((_, at) => at % 12 === month))
        own.forEach((value, year) => (out[year * 12 + month] = value))
      }
      return fifth(out.slice(scale - 1))
    }
    expect(farthest(byMonth(1), oracle.spi.calendar1)).toBeLessThan(1e-5)
    expect(farthest(byMonth(3), oracle.spi.calendar3)).toBeLessThan(1e-5)
  })
})

describe('smoothing', () => {
  it('by Savitzky and Golay is what scipy says, ends too', () => {
    expect(farthest(savitzkyGolay(series('drift'), 7, 2), oracle.smooth.savgol)).toBeLessThan(1e-8)
    expect(farthest(savitzkyGolay(series('drift'), 11, 4), oracle.smooth.savgolWide)).toBeLessThan(1e-8)
  })

  it('by Whittaker solves its equations as numpy does, gaps too', () => {
    expect(farthest(whittaker(series('drift'), 10), oracle.smooth.whittaker)).toBeLessThan(1e-7)
    const gappy = series('drift')
    for (const at of [3, 4, 20, 49]) gappy[at] = NaN
    expect(farthest(whittaker(gappy, 100), oracle.smooth.whittakerGaps)).toBeLessThan(1e-7)
  })

  it('by a moving mean takes what there is', () => {
    expect([...movingMean(new Float64Array([1, 2, NaN, 6, 8]), 3)]).toEqual([1.5, 1.5, 4, 7, 7])
  })
})

describe('fitHarmonics', () => {
  it('is what numpy.linalg.lstsq says', () => {
    const [monthly, uneven] = [
      fitHarmonics(steps(120).map((at) => at / 12), series('monthly'), { period: 1, waves: 2, trend: true }),
      fitHarmonics(series('unevenTimes'), series('uneven'), { period: 1, waves: 1, trend: false }),
    ] // prettier-ignore
    ;[monthly, uneven].forEach((found, at) => {
      const { amplitudes, crests, ...rest } = oracle.harmonics[at]!
      for (const [key, value] of Object.entries(rest))
        expect(found[key as keyof typeof rest]).toBeCloseTo(value, 9)
      expect(farthest(found.waves.map((wave) => wave.amplitude), amplitudes)).toBeLessThan(1e-9) // prettier-ignore
      expect(farthest(found.waves.map((wave) => wave.crest), crests)).toBeLessThan(1e-9) // prettier-ignore
    })
  })

  it('finds the crest of a wave that was made', () => {
    const times = steps(36).map((at) => at / 12)
    const values = times.map((time) => 3 + 2 * Math.cos(2 * Math.PI * (time - 0.3)))
    values[5] = NaN
    const { waves, level, fitted } = fitHarmonics(times, values, { period: 1, waves: 1, trend: false })
    expect(waves[0]!.amplitude).toBeCloseTo(2, 12)
    expect(waves[0]!.crest).toBeCloseTo(0.3, 12)
    expect(level).toBeCloseTo(3, 12)
    expect(fitted[5]).toBeCloseTo(3 + 2 * Math.cos(2 * Math.PI * (5 / 12 - 0.3)), 12)
  })
})

describe('leastSquares', () => {
  it('says NaN where columns depend on each other', () => {
    const column = new Float64Array([1, 2, 3])
    expect([...leastSquares([column, column.map((value) => 2 * value)], column)]).toEqual([NaN, NaN])
  })
})

describe('pettitt', () => {
  it.each(['steps', 'ties'] as const)('of %s is what ranks say', (name) => {
    const found = pettitt(series(name))
    expect([found.before, found.k]).toEqual([oracle.pettitt[name].before, oracle.pettitt[name].k])
    close(found.pValue, oracle.pettitt[name].pValue)
  })
})

describe('seasonsOf', () => {
  it('finds start, peak and end of a triangle by hand', () => {
    // Rises from 0 at −0.5 to 10 at 0, falls to 0 at 0.5, each year: 20 % lies at −0.4 and 0.4.
    const times = steps(41).map((at) => at / 20 - 0.5)
    const values = times.map((time) => 10 * (1 - 2 * Math.abs(time - Math.round(time))))
    const found = seasonsOf(times, values, { period: 1, crest: 0, share: 0.2 })
    expect(found).toHaveLength(2)
    found.forEach((season, year) => {
      expect(season.start).toBeCloseTo(year - 0.4, 9)
      expect(season.peak).toBeCloseTo(year, 9)
      expect(season.end).toBeCloseTo(year + 0.4, 9)
      expect(season.peakValue).toBeCloseTo(10, 9)
    })
  })

  it('leaves out years that the series does not cover, and flat ones', () => {
    const times = steps(15).map((at) => at / 20 - 0.2)
    const values = times.map((time) => -Math.abs(time))
    expect(seasonsOf(times, values, { period: 1, crest: 0, share: 0.2 })).toEqual([])
    const whole = steps(24).map((at) => at / 24 - 0.5)
    expect(
      seasonsOf(whole, whole.map(() => 1), { period: 1, crest: 0, share: 0.2 }),
    ).toEqual([]) // prettier-ignore
  })
})

describe('fillLinear', () => {
  it('draws a line across each gap', () => {
    const values = new Float64Array([1, NaN, NaN, 4, 2, NaN, 0])
    expect(fillLinear(values)).toBe(3)
    expect([...values]).toEqual([1, 2, 3, 4, 2, 1, 0])
  })
})
