import { z } from 'zod'
import { canWriteCrs } from '../../io/write/geo-tags.ts'
import { AppError } from '../../lib/errors.ts'
import { EXPORT_FORMATS, exportFormatsOf } from '../../trace/export-formats.ts'
import type { ExportFormat } from '../../trace/export-formats.ts'
import type { Layer } from '../../trace/layer.ts'
import { exportGeoTiff, exportPng } from '../support/export-raster.ts'
import { exportTable } from '../support/export-table.ts'
import { exportCsv, exportGeoJson } from '../support/export-vector.ts'
import { fileStem } from '../support/file-stem.ts'
import { defineTool, layerRef, slot } from '../tool.ts'
import type { ToolContext } from '../tool.ts'

export const exportLayerTool = defineTool({
  name: 'export_layer',
  family: 'output',
  title: 'Export a layer',
  summary:
    'Writes a layer to a file to download: a raster as GeoTIFF or as a picture (PNG), the outlines of a mask or of ' +
    'classes as GeoJSON, a vector layer as GeoJSON or as a table (CSV), a table as CSV.',
  source: 'https://docs.ogc.org/is/21-026/21-026.html',
  needs: {
    layer: { kind: 'data' },
  },
  gives: { kind: 'file' },
  input: z.object({
    layer: layerRef('Id of the layer.'),
    format: slot(
      z
        .enum(EXPORT_FORMATS)
        .optional()
        .describe(
          'File format: geotiff or png for rasters, geojson for vectors, masks and classes, csv for tables and for ' +
            'what vectors say; by default geotiff for rasters and geojson for vectors.',
        ),
      'format',
    ),
    simplify: z
      .int()
      .min(0)
      .max(1000)
      .default(0)
      .describe(
        'For outlines of masks and classes: corners go that make a triangle of less than this many pixels with their ' +
          'neighbours; 0 keeps the exact pixel edges.',
      ),
  }),
  examples: [
    { layer: 'layer-1' },
    { layer: 'layer-2', format: 'geojson' },
    { layer: 'layer-1', format: 'png' },
  ],
  async run(input, context) {
    const layer = context.layer(input.layer)
    const formats = exportFormatsOf(layer)
    const format = input.format ?? formats[0]
    if (format === undefined || !formats.includes(format)) throw refusal(layer, formats)
    const names = await writeAs(format, {
      layer,
      context,
      stem: fileStem(layer, context),
      simplify: input.simplify,
    })
    return {
      text: `${layer.id} was written to ${names.join(', ')}, ready to download.`,
      labels: names.map((value) => ({ name: 'file', value })),
      warnings:
        format === 'geotiff' && layer.grid && !canWriteCrs(layer.grid.crs)
          ? [
              'The file carries no coordinate reference system: that of the layer is unknown, or GeoTIFF has no words for it.',
            ]
          : [],
    }
  },
})

/** Names of the files, the layer's own first. */
async function writeAs(
  format: ExportFormat,
  of: {
    readonly layer: Layer
    readonly stem: string
    readonly context: ToolContext
    readonly simplify: number
  },
): Promise<readonly string[]> {
  const { layer, stem, context, simplify } = of
  switch (format) {
    case 'geotiff':
      return [await exportGeoTiff(layer, stem, context)]
    case 'png':
      return exportPng(layer, stem, context)
    case 'geojson':
      return [await exportGeoJson(layer, stem, context, simplify)]
    case 'csv':
      return [await (layer.kind === 'table' ? exportTable : exportCsv)(layer, stem, context)]
  }
}

function refusal(layer: Layer, formats: readonly ExportFormat[]): AppError {
  const what = layer.kind === 'raster' && formats.length === 2 ? 'raster of values, no mask' : layer.kind
  return new AppError(
    'invalid_input',
    formats.length === 0
      ? `${layer.id} is a ${what}, which cannot be exported; export the layer it was made from`
      : `${layer.id} is a ${what}; it can be exported as ${formats.join(' or ')}`,
    { layer: layer.id, formats },
  )
}
