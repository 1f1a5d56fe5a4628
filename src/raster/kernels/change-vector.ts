import { tapSources } from '../reduce.ts'
import type { Tapped } from '../reduce.ts'
import type { RasterSource } from '../source.ts'
import { SummaryReducer } from './statistics.ts'
import type { Summary } from './statistics.ts'

/** Length of the vector of differences of several bands, after minus before: √Σ(Δ²). NaN where a band has no value. */
export function changeMagnitude(
  before: readonly RasterSource[],
  after: readonly RasterSource[],
): Tapped<{ readonly summary: Summary }> {
  const summary = new SummaryReducer()
  const bands = before.length
  return tapSources([...before, ...after], {
    kernel: (blocks, out) => {
      for (let index = 0; index < out.length; index++) {
        let squares = 0
        for (let band = 0; band < bands; band++) {
          squares += (blocks[bands + band]![index]! - blocks[band]![index]!) ** 2
        }
        out[index] = Math.sqrt(squares)
      }
    },
    feed: (_, out) => summary.add(out),
    result: () => ({ summary: summary.result() }),
  })
}

/** Places of `AngleCounts`: how the first and the second band went. */
export const QUADRANTS = ['both_up', 'first_down_second_up', 'both_down', 'first_up_second_down'] as const

/**
 * Direction of change of two bands in degrees, 0 to 360: 0 where only the first rises, 90 where only the second does.
 * NaN where nothing changes. Counts pixels by quadrant, in the order of `QUADRANTS`, each with its first edge.
 */
export function changeAngle(
  before: readonly [RasterSource, RasterSource],
  after: readonly [RasterSource, RasterSource],
): Tapped<{ readonly quadrants: readonly number[] }> {
  const quadrants = [0, 0, 0, 0]
  return tapSources([...before, ...after], {
    kernel: ([first, second, firstAfter, secondAfter], out) => {
      for (let index = 0; index < out.length; index++) {
        const along = firstAfter![index]! - first![index]!
        const up = secondAfter![index]! - second![index]!
        const angle = ((Math.atan2(up, along) * 180) / Math.PI + 360) % 360
        out[index] = along === 0 && up === 0 ? NaN : angle
      }
    },
    feed: (_, out) => {
      for (const angle of out) if (angle === angle) quadrants[Math.floor(angle / 90) % 4]!++
    },
    result: () => ({ quadrants }),
  })
}
