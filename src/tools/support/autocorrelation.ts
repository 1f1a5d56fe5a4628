import { AppError } from '../../lib/errors.ts'
import { NeighbourReducer } from '../../raster/kernels/neighbour-statistics.ts'
import type { Autocorrelation, Contiguity, NeighbourSums } from '../../raster/kernels/neighbour-statistics.ts'
import { normalTwoSided } from '../../raster/kernels/probabilities.ts'
import { summarise } from '../../raster/kernels/statistics.ts'
import { reduce } from '../../raster/reduce.ts'
import type { BandName } from '../../trace/port.ts'
import type { Layer } from '../../trace/layer.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { count, counted, figure, ratio } from './figures.ts'
import { leftOutReport } from './left-out.ts'
import { meaningOf } from './naming.ts'
import { singleRaster } from './single-raster.ts'

export interface Neighbours {
  readonly layer: Layer
  readonly what: string
  readonly sums: NeighbourSums
}

/** Sums over neighbouring pixels, in two walks. Throws nothing_valid where values or neighbours are too few. */
export async function neighboursOf(
  context: ToolContext,
  given: { readonly layer: string; readonly band?: BandName | undefined; readonly contiguity: Contiguity },
): Promise<Neighbours> {
  const { layer, source, band } = await singleRaster(context, given.layer, given.band)
  const { signal } = context
  const half = (from: number, note: string) => (fraction: number) =>
    context.progress(from + fraction / 2, note)
  const { valid, mean, std } = await summarise(source, { signal, progress: half(0, 'reading') })
  const { sums } = await reduce(
    source,
    { sums: new NeighbourReducer(mean, given.contiguity) },
    { signal, progress: half(0.5, 'comparing neighbours') },
  )
  if (valid < 4 || !(std > 0) || sums.s0 === 0) {
    throw new AppError(
      'nothing_valid',
      `${given.layer} has ${counted(valid, 'valid pixel')} and ${counted(sums.s0 / 2, 'pair')} of neighbours; this needs at least four pixels that differ, some of them side by side`,
    )
  }
  return { layer, what: band ?? meaningOf(layer), sums }
}

/** Figures of a statistic and its text, which ends with `reading`. */
export function autocorrelationResult(
  { layer, what, sums }: Neighbours,
  found: Autocorrelation,
  words: {
    readonly name: string
    readonly title: string
    readonly contiguity: Contiguity
    readonly reading: (isSignificant: boolean) => string
  },
): ToolResult {
  const p = normalTwoSided(found.zRandomisation)
  const on = { layer: layer.id }
  const report = leftOutReport({ nodata: sums.nodata })
  const islands = sums.islands
  return {
    text:
      `${words.title} of ${what} of ${layer.id} is ${figure(found.value)}, expected by chance ${figure(found.expected)}; ` +
      `z ${figure(found.zRandomisation)} under randomisation, p ${figure(p)} (z ${figure(found.zNormality)} under normality), ` +
      `${words.contiguity} neighbours with weights of 1, ${counted(sums.s0 / 2, 'pair')} of ${counted(sums.valid, 'valid pixel')}. ` +
      words.reading(p < 0.05),
    numbers: [
      ratio(words.name, found.value, on),
      ratio('expected', found.expected, on),
      ratio('z_score', found.zRandomisation, { group: 'randomisation', ...on }),
      ratio('z_score', found.zNormality, { group: 'normality', ...on }),
      ratio('p_value', p, on),
      count('pairs', sums.s0 / 2, on),
      ...report.numbers,
    ],
    warnings: [
      ...report.warnings,
      ...(islands > 0 ? [`${counted(islands, 'valid pixel')} without a valid neighbour.`] : []),
    ],
  }
}

/** The measures that `autocorrelationResult` gives. */
export const autocorrelationMeasures = (name: string) =>
  [name, 'expected', 'z_score', 'p_value'].map((each) => ({ name: each, dimension: 'ratio' as const }))
