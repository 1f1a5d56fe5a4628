import { fitHarmonics, harmonicUnknowns } from '../series/harmonics.ts'
import { leastSquares } from '../series/least-squares.ts'
import type { SeriesKernel } from './pixel-series.ts'
import { presentIn } from './trend-kernels.ts'

/**
 * One wave of the given period with a straight line under it, by least squares: its amplitude (half the way from trough to
 * crest), the time of its crest (0 up to the period) and R²; amplitude 0 and no crest where all values are equal. Nothing where fewer than `atLeast` values are there, or these
 * do not settle the fit.
 */
export function harmonicKernel(times: Float64Array, period: number, atLeast: number): SeriesKernel {
  const options = { period, waves: 1, trend: true }
  const needed = Math.max(atLeast, harmonicUnknowns(options) + 1)
  const whole = wholeFit(times, period)
  const { length } = times
  return {
    outputs: 3,
    compute(series, out) {
      const present = presentIn(series)
      if (present < needed) return
      if (present < length) {
        const { waves, rSquared } = fitHarmonics(times, series, options)
        const { amplitude, crest } = waves[0]!
        if (Number.isNaN(amplitude)) return
        settle(out, { amplitude, crest, rSquared })
        return
      }
      let [cosine, sine] = [0, 0]
      for (let date = 0; date < length; date++) {
        cosine += whole.cosine[date]! * series[date]!
        sine += whole.sine[date]! * series[date]!
      }
      const turn = Math.atan2(sine, cosine) / (2 * Math.PI)
      settle(out, {
        amplitude: Math.hypot(cosine, sine),
        crest: (turn < 0 ? turn + 1 : turn) * period,
        rSquared: rSquaredOf(series, whole.hat),
      })
    },
  }
}

interface Found {
  readonly amplitude: number
  readonly crest: number
  /** NaN where all values are equal: then what is left of a wave is rounding, and its crest lies nowhere. */
  readonly rSquared: number
}

function settle(out: Float64Array, { amplitude, crest, rSquared }: Found): void {
  const isLevel = Number.isNaN(rSquared)
  out[0] = isLevel ? 0 : amplitude
  out[1] = isLevel ? NaN : crest
  out[2] = rSquared
}

/** Weights that give the factors of a fit without gaps, so that a pixel costs a few products. */
function wholeFit(times: Float64Array, period: number) {
  const { length } = times
  const middle = times.reduce((sum, time) => sum + time, 0) / length
  const angle = (time: number) => (2 * Math.PI * time) / period
  const columns = [
    times.map(() => 1),
    times.map((time) => time - middle),
    times.map((time) => Math.cos(angle(time))),
    times.map((time) => Math.sin(angle(time))),
  ]
  const weights = columns.map(() => new Float64Array(length))
  for (let date = 0; date < length; date++) {
    const one = new Float64Array(length)
    one[date] = 1
    const factors = leastSquares(columns, one)
    for (const [place, factor] of factors.entries()) weights[place]![date] = factor
  }
  return { cosine: weights[2]!, sine: weights[3]!, hat: { columns, weights } }
}

function rSquaredOf(
  series: Float64Array,
  {
    columns,
    weights,
  }: { readonly columns: readonly Float64Array[]; readonly weights: readonly Float64Array[] },
): number {
  const factors = weights.map((weight) => {
    let sum = 0
    for (let date = 0; date < series.length; date++) sum += weight[date]! * series[date]!
    return sum
  })
  let [mean, residual, total] = [0, 0, 0]
  for (let date = 0; date < series.length; date++) mean += series[date]!
  mean /= series.length
  for (let date = 0; date < series.length; date++) {
    let fitted = 0
    for (let place = 0; place < factors.length; place++) fitted += factors[place]! * columns[place]![date]!
    residual += (series[date]! - fitted) ** 2
    total += (series[date]! - mean) ** 2
  }
  return total > 0 ? 1 - residual / total : NaN
}
