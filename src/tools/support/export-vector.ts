import { csvText, type Cell } from '../../io/write/csv.ts'
import { outlineFeatures } from '../../io/write/outline-features.ts'
import { writeGeoJson } from '../../io/write/write-geojson.ts'
import { cellArea } from '../../raster/grid/cell-area.ts'
import { traceOutlines } from '../../raster/kernels/outlines.ts'
import { simplifyOutlines } from '../../raster/kernels/simplify-outlines.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Feature, ToolContext } from '../tool.ts'
import { singleRaster } from './single-raster.ts'

/**
 * Writes features as they are, or the outlines of a mask or of classes, which lose corners that count for less than
 * `simplify` pixels; gives the name of the file.
 */
export async function exportGeoJson(
  layer: Layer,
  stem: string,
  context: ToolContext,
  simplify: number,
): Promise<string> {
  const features =
    layer.kind === 'vector'
      ? (await context.features(layer.id)).features
      : await outlinesOf(layer, context, simplify)
  const name = `${stem}.geojson`
  return context.saveFile(name, async (files) => {
    const sink = await files.create(name)
    try {
      await writeGeoJson(sink, features, context.signal)
      await sink.close()
    } catch (error) {
      await sink.abandon()
      throw error
    }
  })
}

async function outlinesOf(layer: Layer, context: ToolContext, simplify: number) {
  const { source } = await singleRaster(context, layer.id)
  const outlines = await traceOutlines(source, {
    connectivity: 8,
    rowArea: cellArea(source.grid),
    signal: context.signal,
    progress: (fraction) => context.progress(fraction, 'tracing outlines'),
  })
  return outlineFeatures(simplify > 0 ? simplifyOutlines(outlines, simplify) : outlines, source.grid)
}

/** Writes what features say of themselves as a table, points with their place; gives the name of the file. */
export async function exportCsv(layer: Layer, stem: string, context: ToolContext): Promise<string> {
  const { features } = await context.features(layer.id)
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))]
  const hasPoints = features.some(({ geometry }) => geometry.type === 'Point')
  const rows = features.map((feature) => [
    ...names.map((name) => feature.properties[name] ?? null),
    ...(hasPoints ? pointOf(feature) : []),
  ])
  const text = csvText([...names, ...(hasPoints ? ['longitude', 'latitude'] : [])], rows)
  return context.saveFile(`${stem}.csv`, new TextEncoder().encode(text))
}

function pointOf({ geometry }: Feature): readonly Cell[] {
  if (geometry.type !== 'Point' || !Array.isArray(geometry.coordinates)) return [null, null]
  const [longitude, latitude] = geometry.coordinates as unknown[]
  return [longitude, latitude].map((degrees) => (typeof degrees === 'number' ? degrees : null))
}
