import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import { PolygonOnGrid, type Polygon } from './polygon-coverage.ts'

/**
 * The pixels whose centre lies in one of some polygons, in map coordinates of the grid, the others NaN; with `keep` of
 * 'outside' those whose centre lies in none.
 */
export function withinPolygons(
  source: RasterSource,
  polygons: readonly Polygon[],
  keep: 'inside' | 'outside' = 'inside',
): RasterSource {
  const shapes = polygons.map((polygon) => new PolygonOnGrid([polygon], source.grid))
  const isInside = keep === 'inside'
  return mapSources([source], ([values], out, window) => {
    if (isInside) out.fill(NaN)
    else out.set(values!)
    for (const shape of shapes) {
      const covered = shape.coverage('centre', window)
      if (!covered) continue
      const first = Math.max(covered.col, window.col)
      const end = Math.min(covered.col + covered.width, window.col + window.width)
      for (let row = 0; row < covered.height; row++) {
        const shares = row * covered.width - covered.col
        const pixels = (covered.row + row - window.row) * window.width - window.col
        for (let col = first; col < end; col++) {
          if (covered.shares[shares + col]! > 0) out[pixels + col] = isInside ? values![pixels + col]! : NaN
        }
      }
    }
  })
}
