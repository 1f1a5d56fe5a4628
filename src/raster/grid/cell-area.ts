import { AppError } from '../../lib/errors.ts'
import { apply, isAxisAligned } from './affine.ts'
import { ellipsoidOf, zoneArea } from './ellipsoid.ts'
import type { Grid } from './grid.ts'
import { groundOf } from './map-ground.ts'
import { areaOfRun, integratedRowArea } from './row-area.ts'
import type { RowArea } from './row-area.ts'

/** Share by which a map may stretch areas and still count as true: UTM stays within 0.6 % as far as its zones are used. */
const TRUE_ENOUGH = 0.01
/** Share by which the stretch may change along a row of pixels that are taken as equal. */
const EQUAL_ENOUGH = 1e-6
/** Places across and down a grid where the stretch is looked at. */
const SAMPLES = 5
const METRES_PER_DEGREE = 111_000

/**
 * Areas of the pixels of a grid by row, in m². Geographic grids: the cells on the ellipsoid of the CRS. Projected grids:
 * the pixel's area on the map, where that is true to 1 % (UTM, equal-area maps) or the code of the CRS is all that is known; else on the
 * ground, which differs by row on Mercator and equidistant maps, and by pixel on polar stereographic ones, which are never
 * taken as true. What lies off the globe has no area. Throws crs_unknown.
 */
export function cellArea(grid: Grid): RowArea {
  const { crs } = grid
  if (hasMapArea(grid)) return projectedArea(grid).rowArea
  if (crs.kind === 'geographic') return geographicArea(grid)
  throw new AppError(
    'crs_unknown',
    'the coordinate reference system of the grid is not known, so its pixels have no known area; set its EPSG code in the details of the scene, or give data that carries one',
  )
}

/** Whether `cellArea` gives areas other than those on the map. */
export function isStretched(grid: Grid): boolean {
  return hasMapArea(grid) && projectedArea(grid).isStretched
}

/** A projection that nobody knows by method or code may stretch areas by any factor. */
function hasMapArea({ crs }: Grid): boolean {
  return crs.kind === 'projected' && crs.id !== 'unknown' && Number.isFinite(crs.metresPerUnit)
}

function geographicArea(grid: Grid): RowArea {
  const { crs, transform } = grid
  if (!isAxisAligned(transform)) return integratedRowArea(grid, groundOf(crs), METRES_PER_DEGREE)
  const [a, , , , e, f] = transform
  const ellipsoid = ellipsoidOf(crs)
  const upTo = (row: number) => zoneArea(ellipsoid, Math.max(-90, Math.min(90, f + e * row)))
  return (row) => (Math.abs(upTo(row + 1) - upTo(row)) * Math.abs(a)) / 360
}

function projectedArea(grid: Grid): { readonly rowArea: RowArea; readonly isStretched: boolean } {
  const { crs, transform, width, height } = grid
  const [a, b, , d, e] = transform
  const area = Math.abs(a * e - b * d) * crs.metresPerUnit ** 2
  const onMap = { rowArea: () => area, isStretched: false }
  if (crs.proj4 === null) return onMap
  const ground = groundOf(crs)
  const along = (row: number) =>
    places(width).map((col) => ground(...apply(transform, col, row)) / crs.metresPerUnit ** 2)
  const looked = places(height).map(along)
  const isPolar = /\+proj=(stere|ups)\b/.test(crs.proj4)
  if (!isPolar && looked.flat().every((share) => Math.abs(1 / share - 1) <= TRUE_ENOUGH)) return onMap
  if (!looked.every((shares) => Math.max(...shares) <= Math.min(...shares) * (1 + EQUAL_ENOUGH))) {
    return { rowArea: integratedRowArea(grid, ground, crs.metresPerUnit), isStretched: true }
  }
  // Along such rows one place stands for all.
  const column = integratedRowArea({ ...grid, width: 1 }, ground, crs.metresPerUnit)
  return { rowArea: (row) => areaOfRun(column(row), 0, 1), isStretched: true }
}

const places = (length: number): readonly number[] =>
  Array.from({ length: SAMPLES }, (_, index) => (length * (index + 0.5)) / SAMPLES)
