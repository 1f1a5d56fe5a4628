import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { CodeAreaReducer } from '../../raster/kernels/areas.ts'
import { pixelSeries, type SeriesKernel } from '../../raster/kernels/pixel-series/pixel-series.ts'
import { SummaryReducer, type Summary } from '../../raster/kernels/statistics.ts'
import { reduce, tap } from '../../raster/reduce.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import { BAND_NAMES, type Dimension, type Port, type RasterQuantity } from '../../trace/port.ts'
import type { Quantity, Unit } from '../../trace/quantity.ts'
import type { DatedSources } from '../support/dated-layers.ts'
import { counted, figure, quantity, shareOf } from '../support/figures.ts'
import { leftOutReport } from '../support/left-out.ts'
import { layerRef, type MeasureSpec, type NewLayer, type ToolContext, type ToolResult } from '../tool.ts'

/** What can be followed over time. */
export const SERIES_QUANTITIES: readonly RasterQuantity[] = [
  'index', 'temperature', 'reflectance', 'backscatter', 'raw', 'difference', 'emissivity', 'fraction', 'radiance',
  'retrieval', 'elevation', 'distance', 'power', 'score',
] // prettier-ignore

export const valuesNeed = (quantity: readonly RasterQuantity[] = SERIES_QUANTITIES): Port => ({
  kind: 'rasters',
  of: { kind: 'raster', quantity, bands: [] },
})

export const masksNeed: Port = { kind: 'rasters', of: { kind: 'raster', quantity: 'mask' } }

const listOf = (meaning: string) => z.array(layerRef(meaning)).min(2).max(400)

/** Dated rasters of one meaning: spread into a tool's input. */
export const valuesFields = {
  layers: listOf('Id of a raster or scene.').describe(
    'Ids of the rasters of one meaning, one a date, in any order.',
  ),
  band: z.enum(BAND_NAMES).optional().describe('Band, for scenes of several bands.'),
}

export const masksField = listOf('Id of a mask.').describe('Ids of the masks, one a date, in any order.')

/** Fewest dates of a pixel, an argument of its own for each tool's fallback. */
export const leastDates = (fallback: number, least: number) =>
  z
    .number()
    .int()
    .min(least)
    .max(400)
    .default(fallback)
    .describe('Fewest dates with a value that a pixel needs; pixels with fewer are left without data.')

export interface SavedMap {
  readonly layer: Layer
  readonly summary: Summary
}

/** Saves one raster of a series and gives its figures. */
export async function saveMap(
  context: ToolContext,
  source: RasterSource,
  {
    describe,
    codes = false,
  }: { readonly describe: (summary: Summary) => NewLayer; readonly codes?: boolean },
): Promise<SavedMap> {
  const { signal } = context
  const tapped = tap(source, { summary: new SummaryReducer() })
  const layer = await context.saveRaster(
    async () => describe((await tapped.finish({ signal })).summary),
    tapped.source,
    codes ? 'uint8' : 'float32',
  )
  return { layer, summary: (await tapped.finish({ signal })).summary }
}

/** Throws nothing_valid where no pixel has a result. */
export function requireValid({ valid }: Summary, dated: DatedSources, needed: string): void {
  if (valid > 0) return
  throw new AppError(
    'nothing_valid',
    `no pixel of the ${counted(dated.dates.length, 'raster')} has ${needed}; give more dates that cover the same ground with data`,
  )
}

/** Shares of the ground with a code that has each of the codes, 0 to 1; of the pixels where nobody knows the CRS. */
export async function codeShares(
  source: RasterSource,
  codes: readonly number[],
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<readonly number[]> {
  const { areas } = await reduce(
    source,
    { areas: new CodeAreaReducer(groundOrPixels(source.grid)) },
    { signal },
  )
  let total = 0
  for (const { area } of areas.codes.values()) total += area
  return codes.map((code) => (total > 0 ? (areas.codes.get(code)?.area ?? 0) / total : 0))
}

const groundOrPixels = (grid: Grid) => (grid.crs.id === 'unknown' ? () => 1 : cellArea(grid))

/** What the rasters of a series hold. */
export function quantityOf({ layers }: Pick<DatedSources, 'layers'>): RasterQuantity {
  const { port } = layers[0]!
  return port.kind === 'raster' ? [port.quantity].flat()[0]! : 'raw'
}

/** '24 dates from 2018-01-15 to 2019-12-15'. */
export const spanText = ({ dates }: Pick<DatedSources, 'dates'>): string =>
  `${counted(dates.length, 'date')} from ${dates[0]!} to ${dates.at(-1)!}`

export const spanTitle = ({ dates }: Pick<DatedSources, 'dates'>): string =>
  `${dates[0]!} to ${dates.at(-1)!}`

export interface OneMap {
  readonly kernel: SeriesKernel
  /** What a pixel needs, for the refusal where none has it. */
  readonly needed: string
  readonly describe: (summary: Summary) => Omit<NewLayer, 'date'>
  /** What the layer is, before the span of its dates: 'the mean of ndvi'. */
  readonly words: string
  readonly figures: (summary: Summary, on: { readonly layer: string }) => readonly Quantity[]
  readonly warnings?: readonly string[]
}

/** The result of a tool that gives one raster of numbers. */
export async function oneMap(context: ToolContext, dated: DatedSources, map: OneMap): Promise<ToolResult> {
  const [source] = pixelSeries(dated.sources, map.kernel)
  const date = dated.dates.at(-1)!
  const { layer, summary } = await saveMap(context, source!, {
    describe: (found) => ({ ...map.describe(found), date }),
  })
  requireValid(summary, dated, map.needed)
  const report = leftOutReport({ nodata: summary.nodata })
  return {
    text: [
      `${layer.id} is ${map.words} over ${spanText(dated)}: mean ${figure(summary.mean)}, ` +
        `from ${figure(summary.min)} to ${figure(summary.max)}${layer.unit === '1' ? '' : ` ${layer.unit}`} over ${counted(summary.valid, 'pixel')}.`,
      ...dated.notes,
    ].join(' '),
    numbers: [...map.figures(summary, { layer: layer.id }), ...report.numbers],
    layers: [layer],
    warnings: [...dated.notes, ...(map.warnings ?? []), ...report.warnings],
    facts: { dates: dated.dates.length, valid_share: shareOf(summary.valid, summary.valid + summary.nodata) },
  }
}

const SPREAD = ['mean', 'min', 'max'] as const

/** Mean and extremes of a map, as `spreadFigures` gives them. */
export const spreadMeasures = (dimension: Dimension): readonly MeasureSpec[] =>
  SPREAD.map((name) => ({ name, dimension }))

export const spreadFigures =
  (unit: Unit, dimension: Dimension = 'value') =>
  (summary: Summary, on: { readonly layer: string }): readonly Quantity[] =>
    SPREAD.map((name) => quantity(name, summary[name], { unit, dimension, ...on }))
