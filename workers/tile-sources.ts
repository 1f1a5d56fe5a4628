import type { TileSource } from '../src/raster/render/style-stretch.ts'
import type { RasterSource } from '../src/raster/source.ts'
import type { Layer, LayerId, LayerStyle } from '../src/trace/layer.ts'

/** The bands that a style draws of a layer: three of a picture, one of all else, none where nothing is drawn. */
export function tileSources(
  layer: Layer,
  style: LayerStyle,
  source: (id: LayerId, band?: string) => Promise<RasterSource>,
): Promise<TileSource[]> {
  return Promise.all(
    bandsOf(layer, style).map(async (band) => ({
      source: await source(layer.id, band),
      // A layer that was changed keeps its id and shows other pixels.
      key: [layer.id, layer.fingerprint, band ?? ''].join('/'),
    })),
  )
}

function bandsOf(layer: Layer, style: LayerStyle): readonly (string | undefined)[] {
  if (layer.kind !== 'raster' || style.ramp === 'none') return []
  if (!layer.scene) return [undefined]
  if (style.ramp === 'rgb') return style.bands ?? []
  const [first] = layer.scene.bands
  return [style.bands?.[0] ?? (first?.name === 'band' ? first.designation : first?.name)]
}
