import { AppError } from '../../lib/errors.ts'
import { apply } from '../../raster/grid/affine.ts'
import type { Grid } from '../../raster/grid/grid.ts'
import { toLonLat, type Project } from '../../raster/grid/lon-lat.ts'
import type { Outline, Ring } from '../../raster/kernels/outlines.ts'
import { joinRings } from '../../raster/kernels/split-ring.ts'
import {
  cutAtAntimeridian,
  inOneTurn,
  type LonLat,
  type LonLatRing,
  type RunningRing,
} from './antimeridian.ts'

export interface OutlineFeature {
  readonly type: 'Feature'
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly LonLatRing[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly LonLatRing[])[] }
  readonly properties: {
    /** Counted from 1, in the order of the outlines. */
    readonly id: number
    readonly class: number
    readonly pixels: number
    readonly area_ha: number
  }
}

/** A straight edge of pixels is bent in longitude and latitude: it gets points until it is this true, in pixels. */
const EDGE_TOLERANCE = 0.02
/** Shorter edges are true enough as they are, but near a pole, where a pixel may span many degrees of longitude. */
const SHORT_EDGE = 16
const POLAR_LATITUDE = 80
/** Shorter stretches are not divided further. */
const SHORTEST_STRETCH = 1 / 32

/**
 * Outlines as features of GeoJSON (RFC 7946): longitude and latitude on WGS 84, outer rings counter-clockwise, cut at
 * the antimeridian. Coordinates are rounded to a hundredth of a pixel, or to 9 places. `area` of the outlines is m².
 * Throws crs_unknown, and invalid_input where a corner of a pixel is no place on the globe.
 */
export function* outlineFeatures(outlines: Iterable<Outline>, grid: Grid): Generator<OutlineFeature> {
  const placer = ringPlacer(grid)
  let id = 0
  for (const { value, pixels, area, polygons } of outlines) {
    const placed = polygons.flatMap((rings) => {
      const whole = inOneTurn(rings.map(placer.run))
      return whole ? [whole] : cutAtAntimeridian(joinRings(rings).map(placer.run), placer.round)
    })
    const coordinates = placed.map((rings) => rings.map((ring) => closed(ring.map(placer.round))))
    const [only, ...others] = coordinates
    if (!only) continue
    yield {
      type: 'Feature',
      geometry:
        others.length === 0 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates },
      properties: { id: ++id, class: value, pixels, area_ha: area / 10_000 },
    }
  }
}

/** Takes rings of pixel corners to longitude and latitude. */
function ringPlacer(grid: Grid) {
  const { width, height, transform, crs } = grid
  const convert = toLonLat(crs)
  const place = (col: number, row: number): LonLat => convert(...apply(transform, col, row))
  const { mirrored, pixel } = pixelShape(place, { width, height })
  const places = Math.min(9, Math.max(5, Math.ceil(2 - Math.log10(pixel))))
  const isLonLat = crs.id === 'EPSG:4326'

  /** A ring of running longitudes, with points added to long edges. */
  function run(ring: Ring): RunningRing {
    const points: LonLat[] = []
    const count = ring.length / 2
    const corner = (index: number) => {
      const at = 2 * (mirrored ? index % count : count - 1 - (index % count))
      return [ring[at]!, ring[at + 1]!] as const
    }
    for (let index = 0; index < count; index++) {
      const [from, to] = [corner(index), corner(index + 1)]
      points.push(known(place(...from), from))
      const length = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]))
      if (!isLonLat && (length > SHORT_EDGE || Math.abs(points.at(-1)![1]) > POLAR_LATITUDE)) {
        bend(place, { from, to, tolerance: EDGE_TOLERANCE * pixel, points })
      }
    }
    // Degrees taken as they are may lie beyond ±180 already; others jump there.
    return isLonLat ? { points, turn: 0 } : running(points)
  }

  const round = ([longitude, latitude]: LonLat): LonLat => [
    Number(longitude.toFixed(places)),
    Number(latitude.toFixed(places)),
  ]
  return { run, round }
}

const closed = (ring: LonLatRing): LonLatRing => [...ring, ring[0]!]

/** Places across a grid as shares of its sides; none lies in the middle, where a pole may be. */
const PROBES = [
  [0.3, 0.4],
  [0.6, 0.2],
  [0.2, 0.8],
  [0.9, 0.6],
  [0.5, 0.05],
] as const

/** The size of a pixel in degrees, and whether rows and columns turn the way that longitude and latitude do. */
function pixelShape(
  place: Project,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly mirrored: boolean; readonly pixel: number } {
  let turns = 0
  let pixel = Infinity
  for (const [across, down] of PROBES) {
    const [col, row] = [across * width, down * height]
    const [at, right, below] = [place(col, row), place(col + 1, row), place(col, row + 1)]
    const [rightX, rightY] = [wrapped(right[0] - at[0]), right[1] - at[1]]
    const [belowX, belowY] = [wrapped(below[0] - at[0]), below[1] - at[1]]
    // Not a number where the place is not on the globe.
    const turn = rightX * belowY - rightY * belowX
    if (!turn) continue
    turns += Math.sign(turn)
    pixel = Math.min(pixel, Math.hypot(rightX, rightY), Math.hypot(belowX, belowY))
  }
  // Rings have what they bound on the right where rows run down the map: they are turned round unless it is mirrored.
  return { mirrored: turns > 0, pixel: Number.isFinite(pixel) ? pixel : 1e-7 }
}

type Corner = readonly [col: number, row: number]

/** Adds points between two corners until no stretch is further off than the tolerance in its middle. */
function bend(
  place: Project,
  edge: {
    readonly from: Corner
    readonly to: Corner
    readonly tolerance: number
    readonly points: LonLat[]
  },
): void {
  const { from, to, tolerance, points } = edge
  const middle: Corner = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
  const [start, centre, end] = [place(...from), place(...middle), place(...to)]
  const across = wrapped(end[0] - start[0])
  const off = Math.hypot(wrapped(centre[0] - start[0]) - across / 2, centre[1] - (start[1] + end[1]) / 2)
  // Half the globe cannot be told from the way back: long ways are cut before they are judged.
  const isLong = Math.abs(end[0] - start[0]) > 90
  const isShort = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) <= SHORTEST_STRETCH
  if (isShort || (off <= tolerance && !isLong)) return
  bend(place, { ...edge, to: middle })
  points.push(known(centre, middle))
  bend(place, { ...edge, from: middle })
}

function known(point: LonLat, [col, row]: Corner): LonLat {
  if (Number.isFinite(point[0]) && Number.isFinite(point[1])) return point
  throw new AppError(
    'invalid_input',
    `the corner of the pixel in column ${col}, row ${row} is no place on the globe; cut out the part of the raster that lies on it`,
  )
}

/** Longitudes without jumps. */
function running(points: readonly LonLat[]): RunningRing {
  let last = points[0]![0]
  const out = points.map(([longitude, latitude]): LonLat => {
    last += wrapped(longitude - last)
    return [last, latitude]
  })
  const back = last + wrapped(points[0]![0] - last)
  return { points: out, turn: 360 * Math.round((back - points[0]![0]) / 360) }
}

/** A difference of longitudes between −180 and 180. */
const wrapped = (degrees: number) => degrees - 360 * Math.round(degrees / 360)
