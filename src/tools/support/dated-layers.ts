import { AppError } from '../../lib/errors.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer, LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import type { Unit } from '../../trace/quantity.ts'
import type { ToolContext } from '../tool.ts'
import { alignOnto } from './align.ts'
import { meaningOf } from './naming.ts'
import { maskRaster, singleRaster } from './single-raster.ts'

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
  const opened: RasterSource[] = []
  for (const { layer } of series) {
    const { source } =
      holds === 'masks' ? await maskRaster(context, layer.id) : await singleRaster(context, layer.id, band)
    opened.push(source)
  }
  const { layer: first } = series[0]!
  const meaning = band ?? meaningOf(first)
  for (const { layer } of series) {
    if ((band ?? meaningOf(layer)) === meaning && layer.unit === first.unit) continue
    throw new AppError(
      'invalid_input',
      `${first.id} holds ${meaning} in ${first.unit} and ${layer.id} ${meaningOf(layer)} in ${layer.unit}; a series needs rasters of one meaning and unit`,
    )
  }
  const { grid } = opened[0]!
  const aligned = opened.map((source, place) =>
    alignOnto(
      { grid, id: first.id },
      { source, id: series[place]!.layer.id, holds: holds === 'masks' ? 'classes' : 'values' },
    ),
  )
  return {
    layers: series.map(({ layer }) => layer),
    dates: series.map(({ date }) => date),
    sources: aligned.map(({ source }) => source),
    grid,
    unit: first.unit,
    meaning,
    notes: inShort(aligned.flatMap(({ note }) => note ?? [])),
  }
}

/** Each note where they are few, else how many there are and the first. */
function inShort(notes: readonly string[]): readonly string[] {
  if (notes.length <= 2) return notes
  return [`${notes.length} layers lay on other grids and were brought on to that of the first; ${notes[0]!}`]
}
