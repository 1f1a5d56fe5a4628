import { mapSources } from '../../blocks.ts'
import type { RasterSource } from '../../source.ts'
import { focal } from './focal.ts'

/**
 * The filter of Lee (1980, doi:10.1109/TPAMI.1980.4766994) for multiplicative noise of mean 1 and variance 1 / looks, on
 * linear power: mean + k · (pixel − mean) over a square window, k = Q / (mean² / looks + Q), where Q is the variance of
 * the ground that is left of the window's own: (variance + mean²) / (1 + 1 / looks) − mean², at least 0. Nodata stays.
 */
export function leeFilter(source: RasterSource, radius: number, looks: number): RasterSource {
  const window = { shape: 'square', radius } as const
  const noise = 1 / looks
  return mapSources(
    [source, focal(source, window, 'mean'), focal(source, window, 'variance')],
    ([values, means, variances], out) => {
      for (let at = 0; at < out.length; at++) {
        const mean = means![at]!
        const ground = Math.max(0, (variances![at]! + mean * mean) / (1 + noise) - mean * mean)
        const share = ground === 0 ? 0 : ground / (mean * mean * noise + ground)
        out[at] = mean + share * (values![at]! - mean)
      }
    },
  )
}
