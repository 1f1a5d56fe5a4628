import { z } from 'zod'
import { DistributionReducer } from '../../raster/kernels/distribution.ts'
import type { Distribution } from '../../raster/kernels/distribution.ts'
import { HistogramReducer } from '../../raster/kernels/histogram.ts'
import type { ValueGroups } from '../../raster/kernels/segmentation/optimal-breaks.ts'
import { SummaryReducer } from '../../raster/kernels/statistics.ts'
import type { Summary } from '../../raster/kernels/statistics.ts'
import { classify } from '../../raster/kernels/threshold.ts'
import { reduce } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import { BAND_NAMES } from '../../trace/port.ts'
import type { BandName, Port } from '../../trace/port.ts'
import { UNIT_SIGNS } from '../../trace/units.ts'
import type { Unit } from '../../trace/quantity.ts'
import { layerRef } from '../tool.ts'
import type { ToolContext, ToolResult } from '../tool.ts'
import { breakLabels, CLASS_MEASURES, saveClasses } from './class-areas.ts'
import { figure, measured } from './figures.ts'
import { meaningOf, whenOf, wordsOf } from './naming.ts'
import { singleRaster } from './single-raster.ts'
import { nothingValid } from './threshold-choice.ts'

/** Quantities whose pixels are values on a scale, not codes. */
export const VALUE_QUANTITIES = [
  'index', 'difference', 'temperature', 'elevation', 'backscatter', 'reflectance', 'raw', 'emissivity', 'fraction',
  'terrain', 'score', 'trend', 'distance', 'power', 'radiance', 'retrieval',
] as const // prettier-ignore

export const valuesPort: Port = { kind: 'raster', quantity: VALUE_QUANTITIES, bands: [] }

export const valueFields = {
  layer: layerRef('Id of the raster or scene to class.'),
  band: z.enum(BAND_NAMES).optional().describe('Band, for a scene of several bands.'),
}

export const VALUE_CLASS_MEASURES = [...CLASS_MEASURES, { name: 'break', dimension: 'value' }] as const

/** Groups of values that breaks are sought between: where there are more values they are binned into as many. */
const MOST_GROUPS = 1024

export interface Values {
  readonly layer: Layer
  readonly source: RasterSource
  readonly summary: Summary
  readonly distribution: Distribution
  readonly unit: Unit
  /** What the values are, in words. */
  readonly what: string
}

/** A raster of values with its figures from one walk. Throws invalid_input, band_missing, nothing_valid. */
export async function readValues(
  context: ToolContext,
  { layer: id, band: name }: { readonly layer: LayerId; readonly band?: BandName | undefined },
): Promise<Values> {
  const { layer, source, band } = await singleRaster(context, id, name)
  const { summary, distribution } = await reduce(
    source,
    { summary: new SummaryReducer(), distribution: new DistributionReducer() },
    { signal: context.signal, progress: (fraction) => context.progress(fraction / 2, 'reading') },
  )
  if (summary.valid === 0) throw nothingValid(layer.id)
  const scaling = layer.scene?.bands.find((each) => each.name === band)?.scale
  const unit = layer.scene?.quantity === 'raw' && !Number.isFinite(scaling) ? 'DN' : layer.unit
  const quantity =
    layer.port.kind === 'raster' && typeof layer.port.quantity === 'string' ? layer.port.quantity : ''
  return { layer, source, summary, distribution, unit, what: band ?? wordsOf(meaningOf(layer), quantity) }
}

/** Values in groups: one by one where there are few, else by equal bins, whose width is `error`. */
export async function groupsOf(
  { source, summary, distribution }: Values,
  signal: AbortSignal | undefined,
): Promise<ValueGroups & { readonly error: number }> {
  const { lows, highs, counts } = distribution
  if (distribution.isExact && lows.length <= MOST_GROUPS)
    return { lows, highs, counts, means: lows, error: 0 }
  const { min, max } = summary
  const bins = new HistogramReducer({ min, max, bins: MOST_GROUPS })
  const found = (await reduce(source, { bins }, { signal })).bins
  const filled = [...found.counts.keys()].filter((bin) => found.counts[bin]! > 0)
  return {
    lows: filled.map((bin) => found.edges[bin]!),
    highs: filled.map((bin) => found.edges[bin + 1]!),
    counts: filled.map((bin) => found.counts[bin]!),
    means: filled.map((bin) => found.sums[bin]! / found.counts[bin]!),
    error: (max - min) / MOST_GROUPS,
  }
}

/** Cuts a raster at breaks, saves the classes and tells of them: `how` says where the breaks come from. */
export async function classesByBreaks(
  context: ToolContext,
  { layer, source, unit, what }: Pick<Values, 'layer' | 'source' | 'unit' | 'what'>,
  { breaks, how, name }: { readonly breaks: readonly number[]; readonly how: string; readonly name: string },
): Promise<ToolResult & { readonly layers: readonly Layer[] }> {
  const made = await saveClasses(context, classify(source, breaks), {
    from: layer,
    as: {
      title: `Classes of ${what} ${whenOf(layer)}`,
      meaning: name,
      ramp: 'viridis',
      labels: breakLabels(breaks, UNIT_SIGNS[unit]),
    },
  })
  const on = { layer: made.saved.id }
  return {
    text: `${made.saved.id} holds classes of ${what} of ${layer.id} by ${how}: ${breaks.map(figure).join(', ')}. ${made.text}.`,
    numbers: [
      ...made.numbers,
      ...breaks.map((each, index) => measured('break', each, unit, { group: String(index + 1), ...on })),
    ],
    layers: [made.saved],
    warnings: made.warnings,
    facts: { valid_share: made.validShare },
    chart: made.chart,
  }
}
