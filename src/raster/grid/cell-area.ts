import { AppError } from '../../lib/errors.ts'
import { isAxisAligned } from './affine.ts'
import type { Grid } from './grid.ts'

const SEMI_MAJOR = 6378137
const SEMI_MINOR = 6356752.3142
const ECCENTRICITY = Math.sqrt(1 - (SEMI_MINOR / SEMI_MAJOR) ** 2)

/**
 * Area of a pixel by row, in m². Projected grids: the pixel's area on the map (UTM is true to 0.1 %).
 * Geographic grids: the cell on the WGS 84 ellipsoid. Throws crs_unknown, and invalid_input for Mercator maps, whose
 * pixels do not have one area, and for rotated geographic grids.
 */
export function cellArea(grid: Grid): (row: number) => number {
  const { crs, transform } = grid
  const [a, b, , d, e, f] = transform
  if (crs.kind === 'projected' && Number.isFinite(crs.metresPerUnit)) {
    if (crs.proj4?.includes('+proj=merc')) {
      throw new AppError(
        'invalid_input',
        `the grid is in ${crs.id}, a Mercator map that stretches areas away from the equator; ` +
          'areas need data in UTM, an equal-area system, or longitude and latitude',
      )
    }
    const area = Math.abs(a * e - b * d) * crs.metresPerUnit ** 2
    return () => area
  }
  if (crs.kind === 'geographic') {
    if (!isAxisAligned(transform)) {
      throw new AppError(
        'invalid_input',
        'the grid is in degrees and rotated; areas need it aligned to a grid in UTM or to an unrotated one first',
      )
    }
    return (row) => {
      const [south, north] = [f + e * row, f + e * (row + 1)]
        .map((latitude) => clampLatitude(latitude))
        .sort(byValue)
      return ((zoneArea(north!) - zoneArea(south!)) * Math.abs(a)) / 360
    }
  }
  throw new AppError(
    'crs_unknown',
    'the coordinate reference system of the grid is not known, so its pixels have no known area; set its EPSG code in the details of the scene, or give data that carries one',
  )
}

/** Area of the ellipsoid between the equator and a latitude, in m², negative in the south. */
function zoneArea(latitudeDegrees: number): number {
  const sine = Math.sin((latitudeDegrees * Math.PI) / 180)
  const plus = 1 + ECCENTRICITY * sine
  const minus = 1 - ECCENTRICITY * sine
  return Math.PI * SEMI_MINOR ** 2 * (Math.log(plus / minus) / (2 * ECCENTRICITY) + sine / (plus * minus))
}

const clampLatitude = (latitude: number) => Math.max(-90, Math.min(90, latitude))
const byValue = (first: number, second: number) => first - second
