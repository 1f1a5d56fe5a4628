import { AppError } from '../../lib/errors.ts'
import { apply, invert, isAxisAligned } from './affine.ts'
import { ellipsoidOf, toCartesian } from './ellipsoid.ts'
import type { Crs, Grid } from './grid.ts'
import { toLonLat } from './lon-lat.ts'

/** Columns and rows that one goes on a grid for a metre east and for a metre north on its map. */
export interface MetreSteps {
  readonly colEast: number
  readonly rowEast: number
  readonly colNorth: number
  readonly rowNorth: number
}

/** Metres of one map unit eastwards and northwards at a height `y` on the map. */
export type MapScale = (y: number) => readonly [east: number, north: number]

/** Share by which a map may stretch lengths and still be measured as it is drawn, as GDAL does. */
const TRUE_ENOUGH = 0.01
/** Share by which the stretch may change along a line of constant y. */
const EQUAL_ENOUGH = 1e-4
/** Places across and down a grid where the stretch is looked at. */
const SAMPLES = 5
/** Length of a step on the map, in metres. */
const STEP = 200

/**
 * What a metre is on a grid, at a pixel's centre and on the map's north, whatever the order of rows. Throws what
 * `mapScale` throws.
 */
export function metreSteps(grid: Grid): (col: number, row: number) => MetreSteps {
  const scale = mapScale(grid)
  const [a, b, , d, e] = invert(grid.transform)
  const stepsAt = (y: number): MetreSteps => {
    const [east, north] = scale(y)
    return { colEast: a / east, rowEast: d / east, colNorth: b / north, rowNorth: e / north }
  }
  const isEven = grid.transform[3] === 0
  let known: { readonly row: number; readonly steps: MetreSteps } | null = null
  return (col, row) => {
    if (isEven && known?.row === row) return known.steps
    const steps = stepsAt(apply(grid.transform, col + 0.5, row + 0.5)[1])
    if (isEven) known = { row, steps }
    return steps
  }
}

/**
 * Metres of map units by height on the map. Geographic grids: those of a degree on the ellipsoid of the CRS at that
 * latitude. Projected ones: the map's own metres where they are true to 1 %, or the code of the CRS is all that is known;
 * those of the ground on maps that stretch evenly along x (Mercator). Throws crs_unknown, and invalid_input for maps
 * that stretch or skew by the place.
 */
export function mapScale(grid: Grid): MapScale {
  const { crs } = grid
  if (crs.kind === 'geographic') return degreeScale(crs)
  if (crs.kind !== 'projected' || crs.id === 'unknown' || !Number.isFinite(crs.metresPerUnit)) {
    throw new AppError(
      'crs_unknown',
      'the coordinate reference system of the grid is not known, so lengths on it are not either; set its EPSG code in the details of the scene, or give data that carries one',
    )
  }
  const onMap: MapScale = () => [crs.metresPerUnit, crs.metresPerUnit]
  return crs.proj4 === null ? onMap : lookedAt(grid, onMap)
}

function degreeScale(crs: Crs): MapScale {
  const { major, minor } = ellipsoidOf(crs)
  const squared = 1 - (minor / major) ** 2
  const degree = Math.PI / 180
  return (y) => {
    const root = 1 - squared * Math.sin(y * degree) ** 2
    const normal = major / Math.sqrt(root)
    return [normal * Math.cos(y * degree) * degree, ((normal * (1 - squared)) / root) * degree]
  }
}

function lookedAt(grid: Grid, onMap: MapScale): MapScale {
  const { crs, width, height, transform } = grid
  const stretch = stretchOf(crs)
  const lines = places(height).map((row) =>
    places(width).map((col) => stretch(...apply(transform, col, row))),
  )
  const all = lines.flat()
  const isSquare = all.every(({ skew }) => Math.abs(skew) <= TRUE_ENOUGH)
  const isTrue = all.every(({ east, north }) =>
    [east, north].every((each) => Math.abs(each / crs.metresPerUnit - 1) <= TRUE_ENOUGH),
  )
  if (isSquare && isTrue) return onMap
  const isEven = lines.every((line) => line.every((each) => isAlike(each, line[0]!)))
  if (!isSquare || !isEven || !isAxisAligned(transform)) {
    throw new AppError(
      'invalid_input',
      `the map of ${crs.id} stretches or skews lengths by the place, so slopes and distances on it would be wrong; ` +
        'reproject the layer first, to the UTM zone of its place',
    )
  }
  const [x] = apply(transform, width / 2, 0)
  return (y) => {
    const { east, north } = stretch(x, y)
    return [east, north]
  }
}

interface Stretch {
  /** Metres of ground a map unit. */
  readonly east: number
  readonly north: number
  /** Cosine of the angle between the map's two directions on the ground. */
  readonly skew: number
}

const isAlike = (one: Stretch, other: Stretch) =>
  Math.abs(one.east / other.east - 1) <= EQUAL_ENOUGH && Math.abs(one.north / other.north - 1) <= EQUAL_ENOUGH

function stretchOf(crs: Crs): (x: number, y: number) => Stretch {
  const place = toLonLat(crs)
  const ellipsoid = ellipsoidOf(crs)
  const step = STEP / crs.metresPerUnit
  const at = (x: number, y: number) => toCartesian(ellipsoid, ...place(x, y))
  return (x, y) => {
    const [west, east, south, north] = [at(x - step, y), at(x + step, y), at(x, y - step), at(x, y + step)]
    const along = [0, 1, 2].map((axis) => (east[axis]! - west[axis]!) / (2 * step))
    const up = [0, 1, 2].map((axis) => (north[axis]! - south[axis]!) / (2 * step))
    const [one, other] = [Math.hypot(...along), Math.hypot(...up)]
    const product = along.reduce((sum, each, axis) => sum + each * up[axis]!, 0)
    return { east: one, north: other, skew: product / (one * other) }
  }
}

const places = (length: number): readonly number[] =>
  Array.from({ length: SAMPLES }, (_, index) => (length * (index + 0.5)) / SAMPLES)
