import { AppError } from '../../lib/errors.ts'
import type { Distribution } from '../../raster/kernels/distribution.ts'
import { HistogramReducer } from '../../raster/kernels/histogram.ts'
import { otsuEstimate, otsuThreshold } from '../../raster/kernels/otsu.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { reduce } from '../../raster/reduce.ts'
import type { Summary } from '../../raster/kernels/statistics.ts'
import type { RasterSource } from '../../raster/source.ts'
import { standardThreshold } from '../../sensing/meanings.ts'
import type { Side } from '../../raster/kernels/threshold.ts'
import { figure } from './figures.ts'

export interface ThresholdRequest {
  readonly rule: 'value' | 'otsu' | 'percentile' | 'mean_times'
  readonly value?: number | undefined
  readonly percentile: number
  readonly factor: number
  readonly side: Side
}

/** Otsu's threshold is exact to this part of the range of values. */
const OTSU_STEPS = 1024

/**
 * The threshold by the rule asked for and how it came about. Walks over the source again for an exact percentile, and
 * for Otsu where the distribution is too coarse for the range. Throws invalid_input, nothing_valid.
 */
export async function chooseThreshold(
  layer: {
    readonly id: string
    readonly meaning: string
    readonly source: RasterSource
    readonly summary: Summary
    readonly distribution: Distribution
  },
  request: ThresholdRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly threshold: number; readonly how: string }> {
  const { id, meaning, source, summary, distribution } = layer
  switch (request.rule) {
    case 'value': {
      if (request.value !== undefined) return { threshold: request.value, how: 'the value given' }
      const threshold = standardThreshold(meaning, request.side)?.threshold ?? null
      if (threshold === null) {
        throw new AppError(
          'invalid_input',
          `no value was given, and ${meaning} has no standard threshold on that side; give a value, or the rule "otsu" or "percentile"`,
        )
      }
      return { threshold, how: `the standard threshold of ${meaning}` }
    }
    case 'otsu': {
      const { min, max } = summary
      if (min === max) {
        throw new AppError(
          'nothing_valid',
          `all valid pixels of ${id} are ${figure(min)}, so there are no two groups to separate; give a value instead`,
        )
      }
      const how = "Otsu's method"
      const estimate = otsuEstimate(distribution)
      if (estimate.error <= (max - min) / OTSU_STEPS) return { threshold: estimate.value, how }
      const bins = new HistogramReducer({ min, max, bins: OTSU_STEPS })
      return { threshold: otsuThreshold((await reduce(source, { bins }, { signal })).bins), how }
    }
    case 'percentile': {
      const fractions = [request.percentile / 100]
      const [threshold = NaN] = await exactQuantiles(source, { distribution, fractions }, { signal })
      return { threshold, how: `the ${figure(request.percentile)}th percentile of the valid pixels` }
    }
    case 'mean_times':
      return {
        threshold: summary.mean * request.factor,
        how: `${figure(request.factor)} times the mean of ${figure(summary.mean)}`,
      }
  }
}

export const SIDE_WORDS: Readonly<Record<Side, string>> = {
  at_or_above: 'at or above',
  above: 'above',
  at_or_below: 'at or below',
  below: 'below',
}

export function nothingValid(id: string): AppError {
  return new AppError('nothing_valid', `no pixel of ${id} holds a value; give another layer`, { layer: id })
}
