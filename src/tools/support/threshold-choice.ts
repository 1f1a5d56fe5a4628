import { AppError } from '../../lib/errors.ts'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import type { Distribution } from '../../raster/kernels/distribution.ts'
import { HistogramReducer } from '../../raster/kernels/histogram.ts'
import { otsuEstimate, otsuThreshold } from '../../raster/kernels/otsu.ts'
import { exactQuantiles } from '../../raster/kernels/quantiles.ts'
import { reduce } from '../../raster/reduce.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import type { Summary } from '../../raster/kernels/statistics.ts'
import type { RasterSource } from '../../raster/source.ts'
import { standardThreshold } from '../../sensing/meanings.ts'
import type { Side } from '../../raster/kernels/threshold.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { figure } from './figures.ts'
import { meaningOf } from './naming.ts'
import { singleRaster } from './single-raster.ts'

export interface ThresholdRequest {
  readonly rule: 'value' | 'otsu' | 'percentile' | 'mean_times'
  readonly value?: number | undefined
  readonly percentile: number
  readonly factor: number
  readonly side: Side
}

/** Otsu's threshold is exact to this part of the range of values. */
const OTSU_STEPS = 1024

interface ReadRaster {
  readonly layer: Layer
  readonly source: RasterSource
  readonly summary: Summary
  readonly distribution: Distribution
}

/**
 * A raster, its figures from one walk, and the threshold by the rule asked for with how it came about. Walks again for
 * an exact percentile, and for Otsu where the distribution is too coarse for the range. Throws invalid_input,
 * nothing_valid.
 */
export async function readThreshold(
  context: ToolContext,
  request: ThresholdRequest & { readonly layer: LayerId },
): Promise<ReadRaster & { readonly threshold: number; readonly how: string }> {
  const { layer, source } = await singleRaster(context, request.layer)
  const { signal } = context
  const { summary, distribution } = await reduce(
    source,
    { summary: new SummaryReducer(), distribution: new DistributionReducer() },
    { signal, progress: (fraction) => context.progress(fraction / 2, 'reading') },
  )
  if (summary.valid === 0) throw nothingValid(layer.id)
  const read = { layer, source, summary, distribution }
  return { ...read, ...(await chooseThreshold(read, request, signal)) }
}

async function chooseThreshold(
  { layer, source, summary, distribution }: ReadRaster,
  request: ThresholdRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly threshold: number; readonly how: string }> {
  const meaning = meaningOf(layer)
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
          `all valid pixels of ${layer.id} are ${figure(min)}, so there are no two groups to separate; give a value instead`,
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
