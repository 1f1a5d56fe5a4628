import TileLayer from 'ol/layer/Tile.js'
import ImageTile from 'ol/source/ImageTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import type { RasterClient } from '../../bridge/index.ts'
import type { Layer } from '../../trace/layer.ts'
import { extentOf, pixelLength, projectionOf } from './projection.ts'

const TILE = 256

/** A map layer whose tiles the raster worker renders; the page only paints the bitmaps. */
export function rasterLayer(layer: Layer, raster: RasterClient): TileLayer<ImageTile> | null {
  if (layer.grid === null) return null
  const extent = extentOf(layer.grid)
  const resolutions = pyramid(extent, pixelLength(layer.grid))
  const origin: [number, number] = [extent[0], extent[3]]
  const source = new ImageTile({
    projection: projectionOf(layer.grid.crs),
    tileGrid: new TileGrid({ extent, origin, resolutions, tileSize: TILE }),
    // Pixels are measurements: they are shown as they are, never blended.
    interpolate: false,
    transition: 0,
    wrapX: false,
    loader: (z, x, y, { signal }) => {
      const side = TILE * (resolutions[z] ?? NaN)
      const left = origin[0] + x * side
      const top = origin[1] - y * side
      const box = [left, top - side, left + side, top] as const
      const { id, style } = layer
      return raster.renderTile({ layer: id, style, extent: box, width: TILE, height: TILE }, signal)
    },
  })
  return new TileLayer({ source, cacheSize: 256 })
}

/** Resolutions from the one that shows all in one tile down to the pixels' own. */
function pyramid([minX, minY, maxX, maxY]: readonly number[], finest: number): number[] {
  const side = Math.max(maxX! - minX!, maxY! - minY!)
  const levels = Math.max(0, Math.ceil(Math.log2(side / TILE / finest)))
  return Array.from({ length: levels + 1 }, (_, level) => finest * 2 ** (levels - level))
}
