export interface SeasonOptions {
  /** Length of the cycle in units of time. */
  readonly period: number
  /** A time around which the crests lie, from one cycle to the next. */
  readonly crest: number
  /** Share of the amplitude, 0..1, at which a season starts and ends. */
  readonly share: number
}

export interface Season {
  readonly start: number
  readonly peak: number
  readonly end: number
  readonly peakValue: number
  /** Peak minus the mean of the least values before and after it. */
  readonly amplitude: number
}

/**
 * Seasons by relative amplitude (Jönsson and Eklundh 2004), one a cycle, half a cycle on either side of its crest: the
 * highest value, and where the series last rose and first fell through the share of the way from the least value on that
 * side to it, between values linearly. Missing values (NaN) are skipped. Cycles that the series does not cover (more
 * than two usual steps short of an end, or a gap of more than three) or that have no rise and fall are left out.
 */
export function seasonsOf(
  times: Float64Array,
  values: Float64Array,
  { period, crest, share }: SeasonOptions,
): Season[] {
  const kept = [...values.keys()].filter((at) => !Number.isNaN(values[at]!))
  if (kept.length < 3) return []
  const [t, v] = [times, values].map((each) => kept.map((at) => each[at]!)) as [number[], number[]]
  const [step, rounding] = [usualStep(t), period * 1e-9]
  const found: Season[] = []
  const firstCycle = Math.floor((t[0]! - crest) / period)
  const lastCycle = Math.ceil((t.at(-1)! - crest) / period)
  for (let cycle = firstCycle; cycle <= lastCycle; cycle++) {
    const [from, to] = [crest + (cycle - 0.5) * period, crest + (cycle + 0.5) * period]
    const inside = [...t.keys()].filter((at) => t[at]! >= from - rounding && t[at]! <= to + rounding)
    if (!covers(t, inside, { from, to, step })) continue
    const season = seasonIn(t, v, inside, share)
    if (season) found.push(season)
  }
  return found
}

/** Median of the steps between neighbouring times. */
function usualStep(times: readonly number[]): number {
  const steps = times.slice(1).map((time, at) => time - times[at]!)
  return steps.sort((first, second) => first - second)[steps.length >> 1]!
}

function covers(
  times: readonly number[],
  inside: readonly number[],
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
): boolean {
  if (inside.length < 3) return false
  const own = inside.map((at) => times[at]!)
  const gap = Math.max(...own.slice(1).map((time, at) => time - own[at]!))
  return own[0]! - from <= 2 * step && to - own.at(-1)! <= 2 * step && gap <= 3 * step
}

function seasonIn(
  times: readonly number[],
  values: readonly number[],
  inside: readonly number[],
  share: number,
): Season | null {
  const peak = inside.reduce((best, at) => (values[at]! > values[best]! ? at : best))
  const left = inside.filter((at) => at <= peak)
  const right = inside.filter((at) => at >= peak)
  const lowest = (all: readonly number[]) => Math.min(...all.map((at) => values[at]!))
  const [before, after] = [lowest(left), lowest(right)]
  const peakValue = values[peak]!
  if (!(peakValue > before) || !(peakValue > after)) return null
  const rises = before + share * (peakValue - before)
  const falls = after + share * (peakValue - after)
  const low = left.findLast((at) => values[at]! <= rises)!
  const high = right.find((at) => values[at]! <= falls)!
  return {
    start: crossing(times, values, { low, high: low + 1, level: rises }),
    peak: times[peak]!,
    end: crossing(times, values, { low: high, high: high - 1, level: falls }),
    peakValue,
    amplitude: peakValue - (before + after) / 2,
  }
}

/** Time at which the line between two neighbours meets a level. */
function crossing(
  times: readonly number[],
  values: readonly number[],
  { low, high, level }: { readonly low: number; readonly high: number; readonly level: number },
): number {
  const way = (level - values[low]!) / (values[high]! - values[low]!)
  return times[low]! + way * (times[high]! - times[low]!)
}
