import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { memorySink } from '../io/write/memory-results.ts'
import { writeGeoTiff } from '../io/write/write-geotiff.ts'
import type { Layer } from '../trace/layer.ts'
import { meaningOf } from './support/naming.ts'
import { singleRaster } from './support/single-raster.ts'
import { defineTool, layerRef, slot } from './tool.ts'
import type { ToolContext } from './tool.ts'

/** Stands for "no data" in masks and classes, whose codes are small. */
const CODE_NODATA = 255

export const exportLayerTool = defineTool({
  name: 'export_layer',
  family: 'output',
  title: 'Export a layer',
  summary: 'Writes a layer to a file to download: a raster as GeoTIFF, a vector layer as GeoJSON.',
  source: 'https://docs.ogc.org/is/19-008r4/19-008r4.html',
  needs: {
    layer: { kind: 'data' },
  },
  gives: { kind: 'file' },
  input: z.object({
    layer: layerRef('Id of the layer.'),
    format: slot(
      z
        .enum(['geotiff', 'geojson'])
        .optional()
        .describe(
          'File format: geotiff for rasters, geojson for vectors; by default the one that suits the layer.',
        ),
      'format',
    ),
  }),
  examples: [{ layer: 'layer-1' }, { layer: 'layer-2', format: 'geojson' }],
  async run(input, context) {
    const layer = context.layer(input.layer)
    const format = input.format ?? (layer.kind === 'vector' ? 'geojson' : 'geotiff')
    const name =
      format === 'geojson' ? await exportVector(layer, context) : await exportRaster(layer, context)
    return {
      text: `${layer.id} was written to ${name}, ready to download.`,
      labels: [{ name: 'file', value: name }],
    }
  },
})

async function exportVector(layer: Layer, context: ToolContext): Promise<string> {
  if (layer.kind !== 'vector') {
    throw new AppError(
      'invalid_input',
      `${layer.id} is a ${layer.kind}, and GeoJSON holds vectors; export it as geotiff, or its parts with components first`,
    )
  }
  const bytes = new TextEncoder().encode(JSON.stringify(await context.features(layer.id)))
  return context.saveFile(`${fileStem(layer, context)}.geojson`, bytes)
}

async function exportRaster(layer: Layer, context: ToolContext): Promise<string> {
  if (layer.kind !== 'raster') {
    throw new AppError(
      'invalid_input',
      `${layer.id} is a ${layer.kind}, and GeoTIFF holds rasters; export it as geojson`,
    )
  }
  const { source } = await singleRaster(context, layer.id)
  const { port } = layer
  // Codes of ours fit a byte; those of a dropped file may not.
  const holdsCodes =
    layer.lineage !== null &&
    port.kind === 'raster' &&
    (port.quantity === 'mask' || port.quantity === 'class')
  let written: Uint8Array | undefined
  const sink = memorySink((bytes) => {
    written = bytes
  })
  try {
    await writeGeoTiff(sink, source, {
      sampleType: holdsCodes ? 'uint8' : 'float32',
      nodata: holdsCodes ? CODE_NODATA : null,
      signal: context.signal,
      progress: (fraction) => context.progress(fraction, 'writing'),
    })
    await sink.close()
  } catch (error) {
    await sink.abandon()
    throw error
  }
  return context.saveFile(`${fileStem(layer, context)}.tif`, new Blob([written as Uint8Array<ArrayBuffer>]))
}

/**
 * What, when and which layer: 'burned-2019-08-25-layer-4', 'components-burned-2019-08-25-layer-5'. Words of ours alone;
 * the id keeps apart what would be named alike, and an export of the same layer takes the place of the last one.
 */
function fileStem(layer: Layer, context: ToolContext): string {
  const [source] = layer.lineage?.inputs ?? []
  const listed = context.layers().find(({ id }) => id === source?.id)
  const words =
    layer.kind === 'vector'
      ? [layer.lineage?.tool ?? 'vector', ...(listed ? [meaningOf(listed)] : [])]
      : [layer.scene === null || layer.scene.quantity !== 'raw' ? meaningOf(layer) : 'scene']
  const date = layer.date ?? (layer.kind === 'vector' ? (listed?.date ?? null) : null)
  return [...words, ...(date === null ? [] : [date]), layer.id].join('-')
}
