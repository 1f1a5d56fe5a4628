import { AppError } from '../../lib/errors.ts'
import { mapSources } from '../../raster/blocks.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { BandName } from '../../trace/port.ts'
import { alignOnto } from '../support/align.ts'
import { hiddenGround } from '../support/scene-bands.ts'
import { singleRaster, type SingleRaster } from '../support/single-raster.ts'
import type { ToolContext } from '../tool.ts'
import { holdsCodes } from './arguments.ts'
import { heldBy, meaningWords, type Held } from './derived.ts'

export interface RasterList {
  readonly rasters: readonly SingleRaster[]
  /** What all of them hold; the date is that of the latest. */
  readonly held: Held
}

/**
 * Rasters, or one band of scenes, that hold the same. Throws invalid_input where two differ in quantity, meaning or unit,
 * or one stands twice.
 */
export async function rasterList(
  context: ToolContext,
  ids: readonly LayerId[],
  band: BandName | undefined,
): Promise<RasterList> {
  const rasters: SingleRaster[] = []
  for (const [place, id] of ids.entries()) {
    if (ids.indexOf(id) < place) {
      throw new AppError('invalid_input', `${id} stands in the list twice; name each layer once`)
    }
    rasters.push(await singleRaster(context, id, context.layer(id).scene ? band : undefined))
  }
  const all = rasters.map(heldBy)
  const [first] = all as [Held]
  const strange = all.findIndex(
    (held) =>
      held.quantity !== first.quantity ||
      held.unit !== first.unit ||
      meaningWords(held) !== meaningWords(first),
  )
  if (strange >= 0) {
    const [one, other] = [first, all[strange]!].map(
      (held) => `${meaningWords(held)} (${held.quantity}) in ${held.unit}`,
    )
    throw new AppError(
      'invalid_input',
      `${ids[0]} holds ${one} and ${ids[strange]} ${other}; give layers that hold the same`,
    )
  }
  const dates = all.flatMap(({ date }) => date ?? []).sort()
  return { rasters, held: { ...first, date: dates.at(-1) ?? null } }
}

/** The raster with pixels that the quality band of its scene hides taken out; null where the scene has none. */
export async function clearPixels(context: ToolContext, raster: SingleRaster): Promise<RasterSource | null> {
  const hidden = await hiddenGround(context, raster.layer, { grid: raster.source.grid })
  if (!hidden) return null
  return mapSources([raster.source, hidden], ([values, covered], out) => {
    for (let at = 0; at < out.length; at++) out[at] = covered![at] === 0 ? values![at]! : NaN
  })
}

/** All on one grid, and in a few words how they came there. */
export function allOnto(
  target: { readonly grid: Grid; readonly id: string },
  sources: readonly { readonly source: RasterSource; readonly id: LayerId }[],
  held: Held,
): { readonly sources: readonly RasterSource[]; readonly notes: readonly string[] } {
  const aligned = sources.map(({ source, id }) =>
    alignOnto(target, { source, id, holds: holdsCodes(held.quantity) ? 'classes' : 'values' }),
  )
  const notes = aligned.flatMap(({ note }) => note ?? [])
  return {
    sources: aligned.map(({ source }) => source),
    notes:
      notes.length <= 3
        ? notes
        : [`${notes.length} layers lay on other grids, the first of them: ${notes[0]!}`],
  }
}
