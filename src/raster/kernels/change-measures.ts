import { tapSources } from '../reduce.ts'
import type { Tapped } from '../reduce.ts'
import type { RasterSource } from '../source.ts'
import { SummaryReducer } from './statistics.ts'
import type { Summary } from './statistics.ts'

/** What becomes of one pixel from its value before and after; not finite where it means nothing. */
export type ChangeMeasure = (before: number, after: number) => number

/** After over before. */
export const ratio: ChangeMeasure = (before, after) => (before === 0 ? NaN : after / before)

/** Change in percent of the value before, signed by the change: a rise is positive also from a negative value. */
export const relativeChange =
  (smallest: number): ChangeMeasure =>
  (before, after) =>
    before === 0 || Math.abs(before) < smallest ? NaN : (100 * (after - before)) / Math.abs(before)

/** (first − second) / (first + second); nothing where they do not add up to more than 0. */
export const normalisedDifference: ChangeMeasure = (first, second) =>
  first + second > 0 ? (first - second) / (first + second) : NaN

/** Ratio in decibels of two powers; nothing where one is not above 0. */
export const logRatio: ChangeMeasure = (before, after) =>
  before > 0 && after > 0 ? 10 * Math.log10(after / before) : NaN

/** An NBR nearer to zero than this is taken as this much, as RdNBR would run to infinity. */
export const LEAST_NBR = 0.001

/** Relative dNBR of unscaled NBR (Miller and Thode, doi:10.1016/j.rse.2006.12.006), a thousandth of the published scale. */
export const relativeBurn =
  (offset: number): ChangeMeasure =>
  (before, after) =>
    (before - after - offset) / Math.sqrt(Math.max(Math.abs(before), LEAST_NBR))

/** Relativised burn ratio of unscaled NBR (Parks, Dillon and Miller, doi:10.3390/rs6031827). */
export const burnRatio =
  (offset: number): ChangeMeasure =>
  (before, after) =>
    (before - after - offset) / (before + 1.001)

export interface ChangeFigures {
  readonly summary: Summary
  /** Pixels without a value on one of the two dates. */
  readonly nodata: number
  /** Pixels with both values for which the measure means nothing. */
  readonly undefined: number
}

/** A measure of change over two rasters of one grid; NaN where it means nothing. Its figures come as it is read. */
export function changeOf(
  before: RasterSource,
  after: RasterSource,
  measure: ChangeMeasure,
): Tapped<ChangeFigures> {
  const summary = new SummaryReducer()
  let nodata = 0
  return tapSources([before, after], {
    kernel: ([first, second], out) => {
      for (let index = 0; index < out.length; index++) {
        const [a, b] = [first![index]!, second![index]!]
        const value = a === a && b === b ? measure(a, b) : NaN
        out[index] = Number.isFinite(value) ? value : NaN
      }
    },
    feed: ([first, second], out) => {
      summary.add(out)
      for (let index = 0; index < out.length; index++) {
        if (first![index] !== first![index] || second![index] !== second![index]) nodata++
      }
    },
    result: () => {
      const found = summary.result()
      return { summary: found, nodata, undefined: found.nodata - nodata }
    },
  })
}
