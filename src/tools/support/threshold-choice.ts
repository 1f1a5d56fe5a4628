import { AppError } from '../../lib/errors.ts'
import { histogram } from '../../raster/kernels/histogram.ts'
import { otsuThreshold } from '../../raster/kernels/otsu.ts'
import { quantiles } from '../../raster/kernels/quantiles.ts'
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

/** Bins of the histogram that Otsu's threshold is read from; the threshold is exact to 1/1024 of the range. */
const OTSU_BINS = 1024

/** The threshold by the rule asked for and how it came about. Throws invalid_input, nothing_valid. */
export async function chooseThreshold(
  layer: {
    readonly id: string
    readonly meaning: string
    readonly source: RasterSource
    readonly summary: Summary
  },
  request: ThresholdRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly threshold: number; readonly how: string }> {
  const { id, meaning, source, summary } = layer
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
      const threshold = otsuThreshold(await histogram(source, { min, max, bins: OTSU_BINS }, { signal }))
      return { threshold, how: "Otsu's method" }
    }
    case 'percentile': {
      const [threshold = NaN] = await quantiles(source, [request.percentile / 100], { signal })
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
