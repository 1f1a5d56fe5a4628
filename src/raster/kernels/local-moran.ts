import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { correlate } from './focal/correlate.ts'
import type { GlobalFigures } from './gi-star.ts'
import type { Contiguity } from './neighbour-statistics.ts'

/** Codes of a local cluster or outlier, from 1 on; a pixel high among low ones is 'high_low'. */
export const CLUSTERS = ['not_significant', 'high_high', 'low_low', 'high_low', 'low_high'] as const

export interface LocalMoran {
  /** Ii = z · mean of the neighbours' z, of values as population deviates. */
  readonly index: RasterSource
  /** Standard deviate of the mean of the neighbours if they were dealt out at random from the other pixels. */
  readonly score: RasterSource
  /** Deviate of the pixel itself. */
  readonly deviate: RasterSource
}

/**
 * Local Moran's I (Anselin 1995, doi:10.1111/j.1538-4632.1995.tb00338.x) with the weights of each pixel's valid
 * neighbours adding up to 1. The score is that of a sample of as many of the others without replacement, which depends
 * on the pixel's own value no more than the mean and spread of the others do.
 */
export function localMoran(source: RasterSource, contiguity: Contiguity, all: GlobalFigures): LocalMoran {
  const { valid: n, mean, std } = all
  const around = contiguity === 'queen' ? [[1, 1, 1], [1, 0, 1], [1, 1, 1]] : [[0, 1, 0], [1, 0, 1], [0, 1, 0]] // prettier-ignore
  const whole = contiguity === 'queen' ? 8 : 4
  const deviate = mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) out[index] = (values![index]! - mean) / std
  })
  const here = mapSources([source], ([values], out) => {
    for (let index = 0; index < out.length; index++) out[index] = values![index] === values![index] ? 1 : 0
  })
  // A smoothing kernel scales the sum of the valid pixels to its whole weight; the number of valid ones is a sum of ones.
  const sums = correlate(deviate, around)
  const counts = correlate(padded(here), around)
  const index = mapSources([deviate, sums], ([z, sum], out) => {
    for (let at = 0; at < out.length; at++) out[at] = (z![at]! * sum![at]!) / whole
  })
  const score = mapSources([deviate, sums, counts], ([z, sum, count], out) => {
    for (let at = 0; at < out.length; at++) {
      const [own, neighbours] = [z![at]!, Math.round(count![at]!)]
      // Sum and squares of the others follow from those of all: 0 and n.
      const expected = -own / (n - 1)
      const variance = (n - own * own) / (n - 1) - expected * expected
      const spread = Math.sqrt((variance / neighbours) * ((n - 1 - neighbours) / (n - 2)))
      out[at] = spread > 0 ? (sum![at]! / whole - expected) / spread : NaN
    }
  })
  return { index, score, deviate }
}

/** Beyond the grid there is no pixel, so 0 and not nodata, which a smoothing would scale away. */
function padded(source: RasterSource): RasterSource {
  return {
    ...source,
    async read(window, options) {
      const block = await source.read(window, options)
      return block.map((value) => (value === value ? value : 0))
    },
  }
}

/** The cluster of each pixel, coded as `CLUSTERS` from 1 on: significant where |score| is at least `threshold`. */
export function clusterCodes({ score, deviate }: LocalMoran, threshold: number): RasterSource {
  return mapSources([score, deviate], ([scores, z], out) => {
    for (let at = 0; at < out.length; at++) {
      const [found, own] = [scores![at]!, z![at]!]
      if (found !== found) out[at] = NaN
      else if (Math.abs(found) < threshold) out[at] = 1
      else if (found > 0) out[at] = own > 0 ? 2 : 5
      else out[at] = own > 0 ? 4 : 3
    }
  })
}
