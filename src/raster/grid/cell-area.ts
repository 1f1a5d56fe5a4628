import { AppError } from '../../lib/errors.ts'
import { apply, isAxisAligned } from './affine.ts'
import { ellipsoidOf, surfaceDensity, zoneArea } from './ellipsoid.ts'
import type { Grid } from './grid.ts'
import { toLonLat } from './lon-lat.ts'

/** Share by which a map may stretch areas and still count as true: UTM stays within 0.6 % as far as its zones are used. */
const TRUE_ENOUGH = 0.01
/** Places across and down a grid where the stretch is looked at. */
const SAMPLES = 5

/**
 * Area of a pixel by row, in m². Geographic grids: the cell on the ellipsoid of the CRS. Projected grids: the pixel's area
 * on the map, where that is true to 1 % (UTM, equal-area maps); on other maps (equidistant, polar stereographic) it is
 * divided, row by row, by what the map stretches areas there. Where the CRS cannot be placed, the area on the map.
 * Throws crs_unknown; and invalid_input for Mercator maps, rotated geographic grids and grids along whose rows the
 * stretch changes by more than 1 %, as their pixels do not have one area.
 */
export function cellArea(grid: Grid): (row: number) => number {
  const { crs } = grid
  if (crs.kind === 'projected' && Number.isFinite(crs.metresPerUnit)) return projectedArea(grid)
  if (crs.kind === 'geographic') return geographicArea(grid)
  throw new AppError(
    'crs_unknown',
    'the coordinate reference system of the grid is not known, so its pixels have no known area; set its EPSG code in the details of the scene, or give data that carries one',
  )
}

function geographicArea({ crs, transform }: Grid): (row: number) => number {
  if (!isAxisAligned(transform)) {
    throw new AppError(
      'invalid_input',
      'the grid is in degrees and rotated; areas need it aligned to a grid in UTM or to an unrotated one first',
    )
  }
  const [a, , , , e, f] = transform
  const ellipsoid = ellipsoidOf(crs)
  const upTo = (row: number) => zoneArea(ellipsoid, Math.max(-90, Math.min(90, f + e * row)))
  return (row) => (Math.abs(upTo(row + 1) - upTo(row)) * Math.abs(a)) / 360
}

function projectedArea(grid: Grid): (row: number) => number {
  const { crs, transform, height } = grid
  if (crs.proj4?.includes('+proj=merc')) {
    throw new AppError(
      'invalid_input',
      `the grid is in ${crs.id}, a Mercator map that stretches areas away from the equator; ` +
        'areas need data in UTM, an equal-area system, or longitude and latitude',
    )
  }
  const [a, b, , d, e] = transform
  const area = Math.abs(a * e - b * d) * crs.metresPerUnit ** 2
  if (crs.proj4 === null) return () => area
  const stretchAlong = rowStretches(grid)
  const rows = Array.from({ length: SAMPLES }, (_, index) => (height * (index + 0.5)) / SAMPLES)
  const looked = rows.map((row) => stretchAlong(row)).filter((values) => values.length > 0)
  if (looked.flat().every((stretch) => Math.abs(stretch - 1) <= TRUE_ENOUGH)) return () => area
  if (looked.some((values) => Math.max(...values) > Math.min(...values) * (1 + TRUE_ENOUGH))) {
    throw new AppError(
      'invalid_input',
      `the grid is in ${crs.id}, a map that stretches areas by unlike amounts along its rows; ` +
        'areas need data in UTM, an equal-area system, or longitude and latitude',
    )
  }
  return (row) => {
    const values = stretchAlong(row + 0.5)
    // A row off the globe has no area, and no valid pixels.
    return values.length === 0 ? 0 : (area * values.length) / values.reduce((sum, value) => sum + value)
  }
}

/** What the map stretches areas by, at places along a row; those that lie off the globe are left out. */
function rowStretches({ crs, transform, width }: Grid): (row: number) => readonly number[] {
  const place = toLonLat(crs)
  const ellipsoid = ellipsoidOf(crs)
  // Far enough for the differences to keep ten digits, near enough for the map to be straight.
  const step = 100 / crs.metresPerUnit
  const stretch = (x: number, y: number): number => {
    const [west, east, south, north] = [
      place(x - step, y),
      place(x + step, y),
      place(x, y - step),
      place(x, y + step),
    ]
    const across = [wrapped(east[0] - west[0]), east[1] - west[1]] as const
    const up = [wrapped(north[0] - south[0]), north[1] - south[1]] as const
    const squareDegrees = Math.abs(across[0] * up[1] - across[1] * up[0])
    const latitude = (south[1] + north[1]) / 2
    const ground = surfaceDensity(ellipsoid, latitude) * squareDegrees * (Math.PI / 180) ** 2
    return (2 * step * crs.metresPerUnit) ** 2 / ground
  }
  return (row) =>
    Array.from({ length: SAMPLES }, (_, index) =>
      stretch(...apply(transform, (width * (index + 0.5)) / SAMPLES, row)),
    ).filter((value) => Number.isFinite(value))
}

const wrapped = (degrees: number) => degrees - 360 * Math.round(degrees / 360)
