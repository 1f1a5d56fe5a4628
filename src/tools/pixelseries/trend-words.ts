import { z } from 'zod'
import { TREND_CODES } from '../../raster/kernels/pixel-series/trend-kernels.ts'
import type { LayerStyle } from '../../trace/layer.ts'
import type { DatedSources } from '../support/dated-layers.ts'
import { slot, type MeasureSpec } from '../tool.ts'

export const alphaField = slot(
  z
    .number()
    .min(0.0001)
    .max(0.5)
    .default(0.05)
    .describe('Probability by chance at or below which a trend counts as significant.'),
  'alpha',
)

export const shareMeasures: readonly MeasureSpec[] = [
  { name: 'rising_share', dimension: 'share' },
  { name: 'falling_share', dimension: 'share' },
]

export const slopeMeasures: readonly MeasureSpec[] = [
  ...['mean_slope', 'min_slope', 'max_slope'].map((name) => ({ name, dimension: 'rate' as const })),
  ...shareMeasures,
]

/** What the values are, for text. */
export const nounOf = ({ meaning }: Pick<DatedSources, 'meaning'>): string => meaning.replaceAll('_', ' ')

/** Orange and blue are told apart by colour-blind eyes. */
export const trendClassStyle: LayerStyle = {
  ramp: 'classes',
  classes: [
    { code: TREND_CODES.fall, label: 'significant fall', color: '#d55e00' },
    { code: TREND_CODES.none, label: 'no significant trend', color: '#f0f0f0' },
    { code: TREND_CODES.rise, label: 'significant rise', color: '#0072b2' },
  ],
}
