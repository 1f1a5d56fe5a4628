import type { Crs } from './grid.ts'
import { fromLonLat, toLonLat } from './lon-lat.ts'
import { metresPerUnit } from '../kernels/moments.ts'

/** Map (x, y) to metres east and north of a place on the ground. */
export type GroundFrame = (x: number, y: number) => readonly [east: number, north: number]

/** A step on the globe that is short enough for a map to be straight along it, in degrees. */
const STEP = 1e-4

/**
 * Steps from `origin` (map units) as metres to true east and true north. Maps in degrees: by the metres of a degree at
 * the latitude halfway, right to 1e-4 over some hundred kilometres. Other maps: by how the map turns and stretches at the
 * origin, which UTM keeps to 0.1° over a scene. Throws crs_unknown.
 */
export function groundFrame(crs: Crs, origin: readonly [x: number, y: number]): GroundFrame {
  const [x0, y0] = origin
  if (crs.kind === 'geographic') {
    return (x, y) => {
      const [east, north] = metresPerUnit(crs, (y + y0) / 2)
      return [(x - x0) * east, (y - y0) * north]
    }
  }
  const [longitude, latitude] = toLonLat(crs)(x0, y0)
  const onMap = fromLonLat(crs)
  const [metresEast, metresNorth] = metresPerUnit(GEOGRAPHIC, latitude)
  // Near a pole the step east is many degrees; both steps are taken to either side so that curvature cancels.
  const [west, east] = [-1, 1].map((side) => onMap(longitude + side * STEP, latitude)) as [Point, Point]
  const [south, north] = [-1, 1].map((side) => onMap(longitude, latitude + side * STEP)) as [Point, Point]
  const along = (from: Point, to: Point, metres: number) =>
    [0, 1].map((axis) => (to[axis]! - from[axis]!) / (2 * STEP * metres)) as [number, number]
  const [eastX, eastY] = along(west, east, metresEast)
  const [northX, northY] = along(south, north, metresNorth)
  const determinant = eastX * northY - northX * eastY
  return (x, y) => {
    const [dx, dy] = [x - x0, y - y0]
    return [(northY * dx - northX * dy) / determinant, (eastX * dy - eastY * dx) / determinant]
  }
}

type Point = readonly [x: number, y: number]

const GEOGRAPHIC: Crs = {
  id: 'EPSG:4326',
  kind: 'geographic',
  name: 'WGS 84',
  proj4: null,
  metresPerUnit: NaN,
}
