import type { TileSource } from '../src/raster/render/render-tile.ts'
import type { RasterSource } from '../src/raster/source.ts'
import type { Layer, LayerId, LayerStyle } from '../src/trace/layer.ts'
import type { BandName } from '../src/trace/port.ts'

/** The bands that a style draws of a layer: three of a picture, one of all else, none where nothing is drawn. */
export function tileSources(
  layer: Layer,
  style: LayerStyle,
  source: (id: LayerId, band?: BandName) => Promise<RasterSource>,
): Promise<TileSource[]> {
  return Promise.all(
    bandsOf(layer, style).map(async (band) => ({
      source: await source(layer.id, band),
      // A layer that was changed keeps its id and shows other pixels.
      key: [layer.id, layer.fingerprint, band ?? ''].join('/'),
    })),
  )
}

function bandsOf(layer: Layer, style: LayerStyle): readonly (BandName | undefined)[] {
  if (layer.kind !== 'raster' || style.ramp === 'none') return []
  if (!layer.scene) return [undefined]
  if (style.ramp === 'rgb') return style.bands ?? []
  return [style.bands?.[0] ?? layer.scene.bands[0]?.name]
}
