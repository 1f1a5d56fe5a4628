import { crsFromEpsg } from '../../../raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Crs, type Grid } from '../../../raster/grid/grid.ts'
import { axisKind, gdalTransform, isGeographic, spacingOf } from './axes.ts'
import { nameOf, textOf, type CfFile, type CfVariable } from './cf-file.ts'
import { crsOfMapping } from './grid-mapping.ts'

export interface Place {
  readonly grid: Grid
  /** Column of the array that is the first of the grid: the turn of 0–360 to −180–180 degrees. */
  readonly turn: number
}

const WARP = 'warp it first, for example with gdalwarp -geoloc -t_srs EPSG:4326 NETCDF:IN.nc:'

/** Where the last two dimensions of a variable lie, or in words why they cannot be placed. */
export async function placeOf(file: CfFile, variable: CfVariable): Promise<Place | string> {
  const own = file.gridOf?.(variable)
  if (own) return { grid: own, turn: 0 }
  const [height, width] = variable.shape.slice(-2) as [number, number]
  const coordinate = (back: number) => {
    const id = variable.dimensions.at(-back)
    return file.variables.find(
      ({ path, shape, unreadable }) => path === id && shape.length === 1 && unreadable === undefined,
    )
  }
  const [y, x] = [coordinate(2), coordinate(1)]
  const mapping = mappingOf(file, variable)
  const crs = mapping ? await crsOfMapping(mapping.attributes) : null
  if (!x || !y) {
    const given = gdalTransform(mapping)
    if (given && crs) return { grid: { width, height, crs, transform: given }, turn: 0 }
    if (isCurvilinear(file, variable)) {
      return `its places are two-dimensional latitudes and longitudes (a swath or a curved grid); ${WARP}${nameOf(variable)} OUT.tif`
    }
    return 'its last two dimensions have no coordinates (dimension scales of latitude and longitude, or of y and x)'
  }
  const kinds = [axisKind(y), axisKind(x)]
  if (kinds[0] === 'x' && kinds[1] === 'y') {
    return 'its columns come before its rows; turn it first, for example with ncpdq -a lat,lon IN.nc OUT.nc'
  }
  if (kinds[0] !== 'y' || kinds[1] !== 'x')
    return 'its last two dimensions are not latitude and longitude, or y and x'
  const spacings = []
  for (const axis of [x, y]) {
    const values = await axis.read([0], axis.shape)
    const spacing = spacingOf(values, axis.sampleType === 'float32')
    if (typeof spacing === 'string')
      return `its coordinate ${nameOf(axis)} ${spacing}; ${WARP}${nameOf(variable)} OUT.tif`
    spacings.push(spacing)
  }
  const [across, down] = spacings as [{ first: number; step: number }, { first: number; step: number }]
  const own4326 = isGeographic(x) && isGeographic(y) ? crsFromEpsg(4326) : UNKNOWN_CRS
  const system: Crs = crs ?? own4326
  const factor =
    system.metresPerUnit === 1 && /^(km|kilomet(er|re)s?)$/i.test(textOf(x.attributes, 'units') ?? '')
      ? 1000
      : 1
  const transform: Affine = [
    across.step * factor,
    0,
    (across.first - across.step / 2) * factor,
    0,
    down.step * factor,
    (down.first - down.step / 2) * factor,
  ]
  const grid = { width, height, crs: system, transform }
  return system.kind === 'geographic' ? turned(grid, nameOf(variable)) : { grid, turn: 0 }
}

/** Longitudes beyond 180 degrees brought below: by 360 at once, or by a cut at 180 where the grid goes round the globe. */
function turned(grid: Grid, name: string): Place | string {
  const [step, b, left, d, e, f] = grid.transform
  if (step <= 0) return 'its longitudes fall from left to right'
  const slack = step * 1e-3
  const right = left + step * grid.width
  const startingAt = (west: number, turn: number): Place => ({
    grid: { ...grid, transform: [step, b, west, d, e, f] },
    turn,
  })
  if (right <= 180 + slack + step / 2) return startingAt(left, 0)
  if (left >= 180 - slack - step / 2) return startingAt(left - 360, 0)
  if (Math.abs(step * grid.width - 360) <= slack) {
    const turn = Math.ceil((180 - left - step / 2) / step - 1e-3)
    return startingAt(left + turn * step - 360, turn)
  }
  return (
    `its longitudes run across 180 degrees (${left} to ${right}); ` +
    `cut or turn it first, for example with gdalwarp -te -180 SOUTH 180 NORTH NETCDF:IN.nc:${name} OUT.tif`
  )
}

/** The variable that `grid_mapping` names, in the group of the array or above; its extended form names coordinates too. */
function mappingOf(file: CfFile, variable: CfVariable): CfVariable | undefined {
  const said = textOf(variable.attributes, 'grid_mapping')
    ?.trim()
    .split(/[\s:]+/)[0]
  if (!said) return undefined
  for (let group = groupOf(variable.path); ; group = groupOf(group)) {
    const found = file.variables.find(({ path }) => path === `${group}/${said}` || path === said)
    if (found || group === '') return found
  }
}

function isCurvilinear(file: CfFile, variable: CfVariable): boolean {
  const group = groupOf(variable.path)
  const named = (textOf(variable.attributes, 'coordinates') ?? '')
    .split(/\s+/)
    .map((name) => `${group}/${name}`)
  return file.variables.some(
    (other) =>
      other.shape.length === 2 &&
      other.shape.join() === variable.shape.slice(-2).join() &&
      (axisKind(other) === 'x' || axisKind(other) === 'y') &&
      (named.includes(other.path) || isGeographic(other)),
  )
}

export const groupOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
