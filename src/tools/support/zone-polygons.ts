import { AppError } from '../../lib/errors.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { fromLonLat } from '../../raster/grid/lon-lat.ts'
import type { Polygon, Ring } from '../../raster/kernels/polygon-coverage.ts'
import type { LonLat } from '../../raster/vector/geodesic.ts'
import type { LayerId } from '../../trace/layer.ts'
import type { ToolContext } from '../tool.ts'
import { shapedLayer, withParts } from './features.ts'

/** Edges are cut into pieces of at most this many degrees, as a straight line in longitude and latitude bends on a map. */
const PIECE = 0.05
/** Polygons whose figures are kept at once, and rows of a table. */
const MOST_ZONES = 10_000

export interface ZonePolygons {
  /** The parts of each zone in map coordinates of the grid, in the order of the file; zone 1 is the first. */
  readonly zones: readonly (readonly Polygon[])[]
  readonly notes: readonly string[]
}

/** The polygons of a vector layer on a grid. Throws invalid_input, nothing_valid, crs_unknown, limit_reached. */
export async function zonePolygons(context: ToolContext, id: LayerId, grid: Grid): Promise<ZonePolygons> {
  const { features, notes } = withParts(await shapedLayer(context, id), ['polygons'])
  if (features.length > MOST_ZONES) {
    throw new AppError(
      'limit_reached',
      `${id} holds ${features.length} polygons and at most ${MOST_ZONES} are measured at once; give fewer`,
    )
  }
  const project = fromLonLat(grid.crs)
  const onMap = (ring: readonly LonLat[]): Ring => {
    const places = cut(ring).map(([longitude, latitude]) => project(longitude, latitude))
    if (places.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) return places
    throw new AppError(
      'invalid_input',
      `a polygon of ${id} reaches where ${grid.crs.id} has no answer; give polygons near the raster`,
    )
  }
  return { zones: features.map(({ shape }) => shape.polygons.map((rings) => rings.map(onMap))), notes }
}

function cut(ring: readonly LonLat[]): readonly LonLat[] {
  const places: LonLat[] = []
  for (const [index, place] of ring.entries()) {
    const before = ring[index - 1]
    if (before) {
      const pieces = Math.ceil(
        Math.max(Math.abs(place[0] - before[0]), Math.abs(place[1] - before[1])) / PIECE,
      )
      for (let piece = 1; piece < pieces; piece++) {
        const share = piece / pieces
        places.push([before[0] + share * (place[0] - before[0]), before[1] + share * (place[1] - before[1])])
      }
    }
    places.push(place)
  }
  return places
}
