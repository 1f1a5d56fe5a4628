import GeoJSON from 'ol/format/GeoJSON.js'
import MultiPolygon from 'ol/geom/MultiPolygon.js'
import Polygon from 'ol/geom/Polygon.js'
import type { Crs } from '../../raster/grid/grid.ts'
import type { Extent } from '../layers/extent.ts'
import { isOnEarth, projectionOf } from './projection.ts'

/** Draws the outlines of polygons, given as GeoJSON in longitude and latitude, on a picture of an extent; nothing on a plane without a place. */
export function drawOutlines(
  context: OffscreenCanvasRenderingContext2D,
  features: string,
  { crs, extent }: { readonly crs: Crs; readonly extent: Extent },
): void {
  const projection = projectionOf(crs)
  if (!isOnEarth(projection)) return
  const format = new GeoJSON({ dataProjection: 'EPSG:4326', featureProjection: projection })
  const rings = format.readFeatures(features).flatMap((feature) => {
    const geometry = feature.getGeometry()
    if (geometry instanceof Polygon) return geometry.getCoordinates()
    return geometry instanceof MultiPolygon ? geometry.getCoordinates().flat() : []
  })
  const [west, south, east, north] = extent
  const { width, height } = context.canvas
  const path = new Path2D()
  for (const ring of rings) {
    for (const [at, [x, y]] of ring.entries()) {
      const place = [
        ((x! - west) / (east - west)) * width,
        ((north - y!) / (north - south)) * height,
      ] as const
      if (at === 0) path.moveTo(...place)
      else path.lineTo(...place)
    }
    path.closePath()
  }
  // Light around dark, so that it is seen on any ground.
  for (const [color, line] of [
    ['#ffffff', 4.5],
    ['#b3261e', 2],
  ] as const) {
    context.strokeStyle = color
    context.lineWidth = line
    context.stroke(path)
  }
}
