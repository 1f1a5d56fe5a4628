import type { SeriesKernel } from './pixel-series.ts'

/** Codes of what masks say of a pixel over the dates. */
export const ARRIVAL_CODES = { never: 0, reached: 1, reachedAfterGap: 2 } as const
export const PERSISTENCE_CODES = { never: 0, sometimes: 1, always: 2 } as const

/**
 * Of masks: the time of the first that is 1, nothing where none is; and the code of whether one is, and whether a date
 * before it has no data, so that it may have been earlier.
 */
export function firstDateKernel(times: Float64Array): SeriesKernel {
  return {
    outputs: 2,
    compute(series, out) {
      let missing = 0
      for (let date = 0; date < series.length; date++) {
        const value = series[date]!
        if (value === 1) {
          out[0] = times[date]!
          out[1] = missing > 0 ? ARRIVAL_CODES.reachedAfterGap : ARRIVAL_CODES.reached
          return
        }
        if (value !== value) missing++
      }
      if (missing < series.length) out[1] = ARRIVAL_CODES.never
    },
  }
}

/** Of masks: the share of the dates with data in which it is 1, and the code of never, sometimes or always. */
export function persistenceKernel(atLeast: number): SeriesKernel {
  return {
    outputs: 2,
    compute(series, out) {
      let [inside, present] = [0, 0]
      for (let date = 0; date < series.length; date++) {
        const value = series[date]!
        if (value !== value) continue
        present++
        if (value === 1) inside++
      }
      if (present < atLeast) return
      const { never, sometimes, always } = PERSISTENCE_CODES
      out[0] = inside / present
      out[1] = inside === 0 ? never : inside === present ? always : sometimes
    },
  }
}

/**
 * The largest change between a value and the next one there is: the time of the later of the two, and the change (later
 * minus earlier). 'fall' looks for the lowest, 'rise' for the highest; nothing where none goes that way by at least `least`.
 */
export function changeDateKernel(
  times: Float64Array,
  { direction, least }: { readonly direction: 'fall' | 'rise'; readonly least: number },
): SeriesKernel {
  const sign = direction === 'rise' ? 1 : -1
  return {
    outputs: 2,
    compute(series, out) {
      let before = NaN
      let most = 0
      for (let date = 0; date < series.length; date++) {
        const value = series[date]!
        if (value !== value) continue
        const change = sign * (value - before)
        before = value
        if (!(change > most) || change < least) continue
        most = change
        out[0] = times[date]!
        out[1] = sign * change
      }
    },
  }
}

/** The time of the highest or lowest value, the first of equal ones, and the value. */
export function extremeDateKernel(
  times: Float64Array,
  { extreme, atLeast }: { readonly extreme: 'highest' | 'lowest'; readonly atLeast: number },
): SeriesKernel {
  const sign = extreme === 'highest' ? 1 : -1
  return {
    outputs: 2,
    compute(series, out) {
      let most = -Infinity
      let [at, present] = [-1, 0]
      for (let date = 0; date < series.length; date++) {
        const value = sign * series[date]!
        if (value !== value) continue
        present++
        if (value > most) {
          most = value
          at = date
        }
      }
      if (at < 0 || present < atLeast) return
      out[0] = times[at]!
      out[1] = series[at]!
    },
  }
}
