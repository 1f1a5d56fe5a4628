import { AppError } from '../../lib/errors.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { bandUnit } from '../workspace/scene-layer.ts'
import { meaningOf } from './naming.ts'
import { YEAR_DAYS } from './series-values.ts'
import { maskRaster, singleRaster, type SingleRaster } from './single-raster.ts'

export interface Dated {
  readonly layer: Layer
  /** yyyy-mm-dd */
  readonly date: string
}

/** The layers in order of date. Throws layer_missing, and invalid_input where one has no date or stands twice. */
export function datedLayers(context: Pick<ToolContext, 'layer'>, ids: readonly LayerId[]): readonly Dated[] {
  const layers = ids.map((id) => context.layer(id))
  const undated = layers.filter(({ date }) => date === null)
  if (undated.length > 0) {
    throw new AppError(
      'invalid_input',
      `${undated.map(({ id }) => id).join(', ')} ${undated.length === 1 ? 'has' : 'have'} no date and a series needs one of each; set it in the details of the scene`,
      { layers: undated.map(({ id }) => id) },
    )
  }
  const twice = ids.find((id, place) => ids.indexOf(id) < place)
  if (twice !== undefined) {
    throw new AppError('invalid_input', `${twice} stands in the list twice; name each layer once`)
  }
  return layers
    .map((layer) => ({ layer, date: layer.date! }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** Dates that more than one of the layers has. */
export function sharedDates(series: readonly Dated[]): readonly string[] {
  return [...new Set(series.flatMap(({ date }, place) => (series[place - 1]?.date === date ? [date] : [])))]
}

export interface DatedSources {
  /** In order of date, no date twice. */
  readonly layers: readonly Layer[]
  readonly dates: readonly string[]
  /** On the grid of the first of them. */
  readonly sources: readonly RasterSource[]
  readonly grid: Grid
  readonly unit: Unit
  readonly meaning: string
  /** How rasters came on to that grid. */
  readonly notes: readonly string[]
}

export interface DatedOptions {
  readonly holds: 'values' | 'masks'
  /** Of scenes. */
  readonly band?: BandName | undefined
  /** Dates that the work needs. */
  readonly atLeast?: number
}

/**
 * Rasters of one meaning and unit, one a date, on the grid of the first. Throws invalid_input where they are too few,
 * of unlike meaning or of one date; grid_mismatch where one does not overlap the first.
 */
export async function datedSources(
  context: ToolContext,
  ids: readonly LayerId[],
  { holds, band, atLeast = 2 }: DatedOptions,
): Promise<DatedSources> {
  const series = datedLayers(context, ids)
  if (series.length < atLeast) {
    throw new AppError(
      'invalid_input',
      `${series.length} dates were given and at least ${atLeast} are needed; add layers of other dates`,
    )
  }
  const [shared] = sharedDates(series)
  if (shared !== undefined) {
    const alike = series.filter(({ date }) => date === shared).map(({ layer }) => layer.id)
    throw new AppError(
      'invalid_input',
      `${alike.join(' and ')} are all of ${shared} and a series takes one raster a date; join them first or leave out all but one`,
    )
  }
  const opened: SingleRaster[] = []
  for (const { layer } of series) {
    opened.push(
      holds === 'masks' ? await maskRaster(context, layer.id) : await singleRaster(context, layer.id, band),
    )
  }
  const first = opened[0]!
  const [meaning, unit] = [meaningIn(first), unitIn(first)]
  for (const other of opened) {
    // Masks of one thing may be named after how they were cut; all are 0 and 1.
    if ((holds === 'masks' || meaningIn(other) === meaning) && unitIn(other) === unit) continue
    throw new AppError(
      'invalid_input',
      `${first.layer.id} holds ${meaning} in ${unit} and ${other.layer.id} ${meaningIn(other)} in ${unitIn(other)}; a series needs rasters of one meaning and unit`,
    )
  }
  const { grid } = first.source
  const aligned = opened.map(({ source }, place) =>
    alignOnto(
      { grid, id: first.layer.id },
      { source, id: series[place]!.layer.id, holds: holds === 'masks' ? 'classes' : 'values' },
    ),
  )
  return {
    layers: series.map(({ layer }) => layer),
    dates: series.map(({ date }) => date),
    sources: aligned.map(({ source }) => source),
    grid,
    unit,
    meaning,
    notes: inShort(aligned.flatMap(({ note }) => note ?? [])),
  }
}

const meaningIn = ({ layer, band }: SingleRaster): string => band ?? meaningOf(layer)

/** Of the band where a scene was given. */
export function unitIn({ layer, band }: Pick<SingleRaster, 'layer' | 'band'>): Unit {
  if (band === null || !layer.scene) return layer.unit
  const isScaled = layer.scene.bands.some(({ name, scale }) => name === band && Number.isFinite(scale))
  return bandUnit(band, layer.scene, isScaled)
}

const DAY = 86_400_000

/** Days since 1 January 1970. */
export const daysOf = (dates: readonly string[]): Float64Array =>
  Float64Array.from(dates, (date) => Date.parse(date) / DAY)

/** Years of 365.25 days since the first date. */
export function yearsOf(dates: readonly string[]): Float64Array {
  const days = daysOf(dates)
  return days.map((day) => (day - days[0]!) / YEAR_DAYS)
}

/** 1 on 1 January. */
export const dayOfYear = (date: string): number =>
  (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / DAY + 1

/** The date, yyyy-mm-dd, of days since 1 January 1970. */
export const dateOfDay = (day: number): string => new Date(Math.round(day) * DAY).toISOString().slice(0, 10)

/** Each note where they are few, else how many there are and the first. */
function inShort(notes: readonly string[]): readonly string[] {
  if (notes.length <= 2) return notes
  return [`${notes.length} layers lay on other grids and were brought on to that of the first; ${notes[0]!}`]
}
