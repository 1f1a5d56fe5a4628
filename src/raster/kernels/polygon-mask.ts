import { mapSources } from '../blocks.ts'
import type { RasterSource } from '../source.ts'
import type { Polygon } from './polygon-coverage.ts'
import { withinPolygons } from './within-polygons.ts'

/** 1 where a polygon, in map coordinates, covers the centre of a pixel, else 0, on the grid of a raster whose values do not count. */
export function polygonMask(on: RasterSource, polygons: readonly Polygon[]): RasterSource {
  const ones: RasterSource = {
    grid: on.grid,
    blockSize: on.blockSize,
    read: ({ width, height }) => Promise.resolve(new Float32Array(width * height).fill(1)),
  }
  return mapSources([withinPolygons(ones, polygons)], ([inside], out) => {
    for (let index = 0; index < out.length; index++) out[index] = inside![index] === 1 ? 1 : 0
  })
}
