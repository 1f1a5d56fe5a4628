import Projection from 'ol/proj/Projection.js'
import { addProjection, get as getProjection } from 'ol/proj.js'
import { register } from 'ol/proj/proj4.js'
import proj4 from 'proj4'
import type { Crs, Grid } from '../../raster/grid/grid.ts'

export type Extent = [minX: number, minY: number, maxX: number, maxY: number]

/** A plane without a place on Earth, for data whose CRS is unknown. */
// Without a length for its unit a view works out no resolution at all.
const plane = new Projection({ code: 'geoforge:plane', units: 'pixels', metersPerUnit: 1 })
// Makes the way from the plane to itself known, as it is for every other projection.
addProjection(plane)

/** The OpenLayers projection of a CRS, registered by its proj4 definition. */
export function projectionOf(crs: Crs): Projection {
  if (crs.proj4 === null) return plane
  const known = getProjection(crs.id)
  if (known) return known
  proj4.defs(crs.id, crs.proj4)
  register(proj4)
  return getProjection(crs.id) ?? plane
}

export function isOnEarth(projection: Projection): boolean {
  return projection !== plane
}

/** Whether what lies in one can be drawn in the other: both on Earth, or both on the plane. */
export function canMeet(one: Projection, other: Projection): boolean {
  return isOnEarth(one) === isOnEarth(other)
}

/** False for a box that a view cannot be fitted to: without a size, or beyond numbers. */
export function isUsable([minX, minY, maxX, maxY]: Extent): boolean {
  return [minX, minY, maxX, maxY].every(Number.isFinite) && maxX > minX && maxY > minY
}

/** The box around all four corners of a grid, in its own CRS. */
export function extentOf({ width, height, transform: [a, b, c, d, e, f] }: Grid): Extent {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const
  const xs = corners.map(([col, row]) => a * col + b * row + c)
  const ys = corners.map(([col, row]) => d * col + e * row + f)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The shorter side of a pixel in units of the CRS. */
export function pixelLength({ transform: [a, b, , d, e] }: Grid): number {
  return Math.min(Math.hypot(a, d), Math.hypot(b, e))
}
