import type { ResultFiles } from '../../io/types.ts'
import { apply } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { toLonLat } from '../../raster/grid/lon-lat.ts'
import { wavelengthOf } from '../../sensing/wavelengths.ts'
import type { BandAbout, FileAbout, LayerAbout } from '../../trace/data.ts'
import type { Layer } from '../../trace/layer.ts'
import type { DroppedFiles } from './dropped-files.ts'

/** A file may carry thousands of tags, each as long as a book. */
const MOST_TAGS = 100
const LONGEST_TAG = 500

/** What is known of a layer beyond its record, from the headers of its files. */
export async function aboutLayer(
  layer: Layer,
  files: DroppedFiles,
  results: ResultFiles,
): Promise<LayerAbout> {
  const { grid, scene, storage } = layer
  return {
    centre: grid && centreOf(grid),
    bands: (scene?.bands ?? []).map(({ name, designation, fileId, bandIndex }): BandAbout => ({
      name,
      designation,
      wavelengthNanometres: wavelengthOf(scene!.sensor, name),
      sampleType:
        files.raster(fileId)?.header.bands.find(({ index }) => index === bandIndex)?.sampleType ?? null,
    })),
    files:
      storage.where === 'results'
        ? [await resultFile(storage.file, results)]
        : storage.fileIds.flatMap((id) => {
            const [header] = files.headersOf(id)
            return header ? [rasterFile(header)] : []
          }),
  }
}

type Header = NonNullable<ReturnType<DroppedFiles['raster']>>['header']

function rasterFile({ fileName, size, grid, overviews, metadata }: Header): FileAbout {
  return {
    name: fileName,
    bytes: size,
    width: grid.width,
    height: grid.height,
    overviews: overviews.length,
    tags: Object.entries(metadata)
      .slice(0, MOST_TAGS)
      .map(([name, value]) => [name.slice(0, LONGEST_TAG), value.slice(0, LONGEST_TAG)]),
  }
}

async function resultFile(name: string, results: ResultFiles): Promise<FileAbout> {
  const bytes = await results.open(name)
  const size = bytes.size
  await bytes.close?.()
  return { name, bytes: size, width: null, height: null, overviews: 0, tags: [] }
}

function centreOf({ width, height, transform, crs }: Grid): LayerAbout['centre'] {
  if (crs.proj4 === null) return null
  const [lon, lat] = toLonLat(crs)(...apply(transform, width / 2, height / 2))
  return Number.isFinite(lon) && Number.isFinite(lat) ? [lon, lat] : null
}
