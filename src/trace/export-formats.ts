import type { Layer } from './layer.ts'

/** What layers can be written as. */
export const EXPORT_FORMATS = ['geotiff', 'geojson', 'png', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What a layer can be written as, the usual one first; nothing for series. */
export function exportFormatsOf(layer: Layer): readonly ExportFormat[] {
  if (layer.kind === 'vector') return ['geojson', 'csv']
  if (layer.kind === 'table') return ['csv']
  if (layer.kind !== 'raster') return []
  return holdsCodes(layer) ? ['geotiff', 'png', 'geojson'] : ['geotiff', 'png']
}

/** Whether pixels are codes: of a mask or of classes. */
export const holdsCodes = ({ port }: Layer): boolean =>
  port.kind === 'raster' && (port.quantity === 'mask' || port.quantity === 'class')
