import { leastSquares } from './least-squares.ts'
import { meanOf } from './mean.ts'

export interface HarmonicOptions {
  /** Length of the longest wave in units of time. */
  readonly period: number
  /** 1 for one wave a period, 2 with one of half the period as well, and so on. */
  readonly waves: number
  /** Whether a straight line is fitted along. */
  readonly trend: boolean
}

export interface Wave {
  /** Half the way from trough to crest. */
  readonly amplitude: number
  /** First time at or after 0 at which this wave is highest, below its own period. */
  readonly crest: number
}

export interface HarmonicFit {
  readonly count: number
  /** At the mean of the times. */
  readonly level: number
  /** Change a unit of time; 0 without a trend. */
  readonly slope: number
  readonly waves: readonly Wave[]
  readonly rSquared: number
  readonly rmse: number
  /** The fitted value at each time, missing ones too. */
  readonly fitted: Float64Array
}

/** Numbers that a fit estimates: fewer values than one more than that cannot tell how good it is. */
export const harmonicUnknowns = ({ waves, trend }: HarmonicOptions) => 1 + (trend ? 1 : 0) + 2 * waves

/** Least squares of sines and cosines; missing values (NaN) are skipped. */
export function fitHarmonics(
  times: Float64Array,
  values: Float64Array,
  options: HarmonicOptions,
): HarmonicFit {
  const kept = Float64Array.from(values.keys()).filter((at) => !Number.isNaN(values[at]!))
  const keptTimes = kept.map((at) => times[at]!)
  const keptValues = kept.map((at) => values[at]!)
  const count = kept.length
  const middle = keptTimes.reduce((sum, time) => sum + time, 0) / count
  const factors = leastSquares(designOf(keptTimes, middle, options), keptValues)
  const design = designOf(times, middle, options)
  const fitted = times.map((_, at) =>
    design.reduce((sum, column, place) => sum + column[at]! * factors[place]!, 0),
  )
  const { mean } = meanOf(keptValues)
  let [residual, total] = [0, 0]
  for (const at of kept) {
    residual += (values[at]! - fitted[at]!) ** 2
    total += (values[at]! - mean) ** 2
  }
  const first = options.trend ? 2 : 1
  const waves = Array.from({ length: options.waves }, (_, wave): Wave => {
    const [cosine, sine] = [factors[first + 2 * wave]!, factors[first + 2 * wave + 1]!]
    const turn = Math.atan2(sine, cosine) / (2 * Math.PI)
    return {
      amplitude: Math.hypot(cosine, sine),
      crest: ((turn < 0 ? turn + 1 : turn) * options.period) / (wave + 1),
    }
  })
  return {
    count,
    level: factors[0]!,
    slope: options.trend ? factors[1]! : 0,
    waves,
    rSquared: total > 0 ? 1 - residual / total : NaN,
    rmse: Math.sqrt(residual / count),
    fitted,
  }
}

function designOf(
  times: Float64Array,
  middle: number,
  { period, waves, trend }: HarmonicOptions,
): Float64Array[] {
  const angle = (wave: number, time: number) => (2 * Math.PI * (wave + 1) * time) / period
  return [
    times.map(() => 1),
    ...(trend ? [times.map((time) => time - middle)] : []),
    ...Array.from({ length: waves }, (_, wave) => [
      times.map((time) => Math.cos(angle(wave, time))),
      times.map((time) => Math.sin(angle(wave, time))),
    ]).flat(),
  ]
}
