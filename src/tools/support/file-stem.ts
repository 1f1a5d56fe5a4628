import type { Layer } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { meaningOf } from './naming.ts'

/**
 * What, when and which layer: 'burned-2019-08-25-layer-4', 'components-burned-2019-08-25-layer-5'. Words of ours alone;
 * the id keeps apart what would be named alike, and an export of the same layer takes the place of the last one.
 */
export function fileStem(layer: Layer, context: ToolContext): string {
  const [source] = layer.lineage?.inputs ?? []
  const listed = context.layers().find(({ id }) => id === source?.id)
  const words =
    layer.kind !== 'raster'
      ? [layer.lineage?.tool ?? layer.kind, ...(listed ? [meaningOf(listed)] : [])]
      : [layer.scene === null || layer.scene.quantity !== 'raw' ? meaningOf(layer) : 'scene']
  const date = layer.date ?? (layer.kind !== 'raster' ? (listed?.date ?? null) : null)
  return [...words, ...(date === null ? [] : [date]), layer.id].join('-')
}
