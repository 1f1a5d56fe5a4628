export interface Stretch {
  readonly min: number
  readonly max: number
}

/** Sampling more changes a percentile by less than a shade. */
const MOST_SAMPLES = 1 << 16

/**
 * Snow and cloud can be more than two percent of a scene and ten times as bright as the ground: a picture spreads at
 * most this many times the span of all but its brightest 15 % over the colours, and lets what is brighter be white.
 */
const GROUND_SPANS = 2.5
const GROUND_SHARE = 0.85

const USUAL = [2, 98] as const

interface StretchOptions {
  readonly symmetric?: boolean
  readonly picture?: boolean
  readonly percentiles?: readonly [low: number, high: number] | undefined
}

/**
 * The range of values that is spread over the colours: from the 2nd to the 98th percentile of the valid ones
 * (nearest rank), so that a few bright clouds do not darken all else, or between the given percentiles. `symmetric` centres it
 * on zero; `picture` keeps much snow or cloud from darkening the ground, unless percentiles are given.
 * [0, 1] where nothing is valid; a single value lies in the middle of its range.
 */
export function percentileStretch(
  values: Float32Array,
  { symmetric = false, picture = false, percentiles }: StretchOptions = {},
): Stretch {
  // Odd, so that it does not fall in step with rows of a round width.
  const step = Math.ceil(values.length / MOST_SAMPLES) | 1
  const samples = new Float32Array(Math.ceil(values.length / step))
  let count = 0
  for (let index = 0; index < values.length; index += step) {
    if (Number.isFinite(values[index])) samples[count++] = values[index]!
  }
  if (count === 0) return { min: 0, max: 1 }
  const sorted = samples.subarray(0, count).sort()
  const rank = (percent: number) => sorted[Math.round((percent / 100) * (count - 1))]!
  const [min, high] = (percentiles ?? USUAL).map(rank) as [number, number]
  const ground = sorted[Math.round(GROUND_SHARE * (count - 1))]!
  const max =
    picture && !percentiles && ground > min ? Math.min(high, min + GROUND_SPANS * (ground - min)) : high
  if (symmetric) {
    const reach = Math.max(Math.abs(min), Math.abs(max)) || 0.5
    return { min: -reach, max: reach }
  }
  return min < max ? { min, max } : { min: min - 0.5, max: max + 0.5 }
}
