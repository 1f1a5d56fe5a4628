import { writeCog } from '../../io/write/write-cog.ts'
import { crsSideFile, worldFile } from '../../io/write/world-file.ts'
import { writePng } from '../../io/write/write-png.ts'
import { walkBlocks } from '../../raster/blocks.ts'
import { paintClasses, paintMask, paintRamp, paintRgb, type Rgba } from '../../raster/render/paint.ts'
import { PreviewCache } from '../../raster/render/preview.ts'
import { stretchesOf, stretchOf } from '../../raster/render/style-stretch.ts'
import { INT_NODATA, type RasterSource } from '../../raster/source.ts'
import { holdsCodes } from '../../trace/export-formats.ts'
import type { Layer } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { singleRaster } from './single-raster.ts'

/** Stands for "no data" in masks and classes of ours, whose codes are small. */
const CODE_NODATA = 255

/** Writes a raster layer as a cloud-optimised GeoTIFF; gives the name of the file. */
export async function exportGeoTiff(layer: Layer, stem: string, context: ToolContext): Promise<string> {
  const { source } = await singleRaster(context, layer.id)
  const name = `${stem}.tif`
  return context.saveFile(name, (files) =>
    writeCog(files, name, source, {
      ...storageOf(layer, source),
      signal: context.signal,
      progress: (fraction) => context.progress(fraction, 'writing'),
    }),
  )
}

function storageOf(layer: Layer, source: RasterSource) {
  if (!holdsCodes(layer)) return { sampleType: 'float32', nodata: null, overviews: 'average' } as const
  // Codes of ours fit a byte; those of a dropped file may not, and may be more than a float32 can tell apart.
  if (layer.lineage !== null)
    return { sampleType: 'uint8', nodata: CODE_NODATA, overviews: 'nearest' } as const
  return source.readInts
    ? ({ sampleType: 'int32', nodata: INT_NODATA, overviews: 'nearest', wholeNumbers: true } as const)
    : ({ sampleType: 'float32', nodata: null, overviews: 'nearest' } as const)
}

/** Writes a raster layer as a picture in its own grid, with a world file and its CRS; gives the names of the files. */
export async function exportPng(layer: Layer, stem: string, context: ToolContext): Promise<string[]> {
  const { sources, paint } = await painter(layer, context)
  const { grid } = sources[0]!
  const picture = `${stem}.png`
  const names = [
    await context.saveFile(picture, async (files) => {
      const sink = await files.create(picture)
      try {
        await writePng(sink, { ...grid, signal: context.signal }, (add) =>
          walkBlocks(sources, (blocks) => add(paint(blocks)), {
            signal: context.signal,
            progress: (fraction) => context.progress(fraction, 'drawing'),
          }),
        )
        await sink.close()
      } catch (error) {
        await sink.abandon()
        throw error
      }
    }),
    await context.saveFile(`${stem}.pgw`, bytesOf(worldFile(grid.transform))),
  ]
  const system = crsSideFile(grid.crs)
  if (system !== null) names.push(await context.saveFile(`${picture}.aux.xml`, bytesOf(system)))
  return names
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What is painted, and how, as the map does it. */
async function painter(
  layer: Layer,
  context: ToolContext,
): Promise<{
  readonly sources: readonly RasterSource[]
  readonly paint: (blocks: readonly Float32Array[]) => Rgba
}> {
  const { style } = layer
  const previews = new PreviewCache()
  if (style.ramp === 'rgb' && style.bands) {
    const sources = await Promise.all(style.bands.map((band) => context.raster(layer.id, band)))
    const keyed = sources.map((source, index) => ({ source, key: String(index) }))
    const stretches = await stretchesOf(keyed, style, previews)
    return { sources, paint: ([r, g, b]) => paintRgb([r!, g!, b!], stretches, style.gamma) }
  }
  const [band] = style.bands ?? []
  const source =
    band === undefined ? (await singleRaster(context, layer.id)).source : await context.raster(layer.id, band)
  const sources = [source]
  if (style.ramp === 'mask') {
    const color = style.classes?.find(({ code }) => code === 1)?.color
    return { sources, paint: ([values]) => paintMask(values!, color) }
  }
  if (style.ramp === 'classes')
    return { sources, paint: ([values]) => paintClasses(values!, style.classes ?? []) }
  const stretch = await stretchOf({ source, key: '' }, style, previews)
  return { sources, paint: ([values]) => paintRamp(values!, style.ramp, stretch) }
}
