import { crsFromDefinition, crsFromEpsg } from '../../../raster/grid/crs.ts'
import type { Affine, Crs, Grid } from '../../../raster/grid/grid.ts'

/** One grid of HDF-EOS: its arrays lie in /HDFEOS/GRIDS/NAME/Data Fields. */
export interface EosGrid {
  readonly name: string
  /** Null for projections that are not read. */
  readonly grid: Grid | null
}

/** Real ones have some ten thousand characters. */
const LONGEST = 4_000_000

/**
 * The grids that the structural metadata of HDF-EOS 5 tell (Object Description Language; HDF-EOS Interface User Guide,
 * vol. 2, GDdefproj): sinusoidal and geographic ones. The text is somebody else's: names, numbers and words of a list
 * alone are taken out of it.
 */
export function parseStructMetadata(text: string): readonly EosGrid[] {
  if (text.length > LONGEST) return []
  const grids: EosGrid[] = []
  for (const match of text.matchAll(/\bGROUP\s*=\s*GRID_(\d+)\b([\s\S]*?)\bEND_GROUP\s*=\s*GRID_\1\b/g)) {
    const body = match[2]!
    const name = /\bGridName\s*=\s*"([^"\n]{1,200})"/.exec(body)?.[1]
    if (name !== undefined) grids.push({ name, grid: gridOf(body) })
  }
  return grids
}

function gridOf(body: string): Grid | null {
  const [width] = numbersAt(body, 'XDim')
  const [height] = numbersAt(body, 'YDim')
  const projection = /\bProjection\s*=\s*(?:HE5_)?GCTP_([A-Z0-9]+)/.exec(body)?.[1]
  const corners = [...numbersAt(body, 'UpperLeftPointMtrs'), ...numbersAt(body, 'LowerRightMtrs')]
  const crs = crsOf(projection, numbersAt(body, 'ProjParams'))
  // Rows that begin in the south, and pixels registered otherwise, are not told apart by any land product.
  const isUpperLeft = !/\bGridOrigin\s*=\s*(?:HE5_)?HDFE_GD_(?:LL|LR|UR)\b/.test(body)
  if (!width || !height || corners.length !== 4 || !crs || !isUpperLeft) return null
  const [left, top, right, bottom] = (crs.kind === 'geographic' ? corners.map(fromPacked) : corners) as [
    number,
    number,
    number,
    number,
  ]
  const transform: Affine = [(right - left) / width, 0, left, 0, (bottom - top) / height, top]
  return { width, height, crs, transform }
}

function crsOf(projection: string | undefined, parameters: readonly number[]): Crs | null {
  if (projection === 'GEO') return crsFromEpsg(4326)
  const radius = parameters[0] ?? 0
  if (projection !== 'SNSOID' || !(radius > 0)) return null
  // GCTP's fifth, seventh and eighth: longitude of the centre, false easting and northing.
  const [longitude, east, north] = [fromPacked(parameters[4] ?? 0), parameters[6] ?? 0, parameters[7] ?? 0]
  return crsFromDefinition({
    definition: `+proj=sinu +lon_0=${longitude} +x_0=${east} +y_0=${north} +R=${radius} +units=m +no_defs`,
    name: 'sinusoidal',
  })
}

/** Degrees of GCTP's packed form DDDMMMSSS.SS. */
function fromPacked(value: number): number {
  const size = Math.abs(value)
  const [degrees, minutes] = [Math.floor(size / 1e6), Math.floor((size % 1e6) / 1e3)]
  return Math.sign(value) * (degrees + minutes / 60 + (size % 1e3) / 3600)
}

function numbersAt(body: string, key: string): readonly number[] {
  const list = new RegExp(`\\b${key}\\s*=\\s*\\(?([-+0-9.eE,\\s]+)`).exec(body)?.[1] ?? ''
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => Number(/^[-+0-9.eE]+/.exec(part)?.[0]))
}
