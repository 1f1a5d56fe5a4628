import { AppError } from '../../../lib/errors.ts'
import { loadCrs } from '../../../raster/grid/crs.ts'
import { UNKNOWN_CRS, type Crs, type Grid } from '../../../raster/grid/grid.ts'
import { codeOfWkt } from '../wkt-code.ts'
import { listOf, type EnviFields } from './header-fields.ts'

const WGS84 = /^wgs[-_ ]?(19)?84$/i
const NAD83 = /^(north america(n)? (datum )?(of )?1983|nad[-_ ]?83)$/i

/** Where the pixels lie; pixel numbers without `map info`. Throws unsupported_file for turned grids. */
export async function readPlace(
  fields: EnviFields,
  size: { readonly width: number; readonly height: number },
): Promise<Grid> {
  const info = listOf(fields.get('map info'))
  const [refCol, refRow, x, y, stepX, stepY] = info.slice(1, 7).map(Number)
  const isPlaced = [refCol, refRow, x, y, stepX, stepY].every((value) => Number.isFinite(value))
  if (!isPlaced || stepX === 0 || stepY === 0)
    return { ...size, crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, 1, 0] }
  const turned = Number(option(info, 'rotation') ?? 0)
  if (turned !== 0) {
    throw new AppError(
      'unsupported_file',
      'the ENVI file lies turned against its map grid (rotation in its map info); turn it north, for example with gdalwarp',
    )
  }
  return {
    ...size,
    crs: await crsOf(fields, info),
    // The first pixel's outer corner is (1, 1).
    transform: [stepX!, 0, x! - (refCol! - 1) * stepX!, 0, -stepY!, y! + (refRow! - 1) * stepY!],
  }
}

async function crsOf(fields: EnviFields, info: readonly string[]): Promise<Crs> {
  const wkt = fields.get('coordinate system string') ?? ''
  const code = codeOfWkt(wkt) ?? codeOfInfo(info) ?? NaN
  if (code > 0) {
    const crs = await loadCrs(code)
    if (crs.kind !== 'unknown') return crs
  }
  const projection = info[0]?.toLowerCase() ?? ''
  if (projection === '' || projection === 'arbitrary') return UNKNOWN_CRS
  if (projection.startsWith('geographic'))
    return { id: 'unknown', kind: 'geographic', name: 'geographic', proj4: null, metresPerUnit: NaN }
  // Mercator maps have no one pixel area, so their unit must not pass for one.
  const isMetric =
    /^met(er|re)s?$/i.test(option(info, 'units') ?? 'meters') && !/mercator/i.test(wkt + projection)
  return {
    id: 'unknown',
    kind: 'projected',
    name: 'user-defined',
    proj4: null,
    metresPerUnit: isMetric ? 1 : NaN,
  }
}

function codeOfInfo(info: readonly string[]): number | null {
  const projection = info[0]?.toLowerCase() ?? ''
  if (projection.startsWith('geographic')) return WGS84.test(info[7] ?? 'WGS-84') ? 4326 : null
  if (projection !== 'utm') return null
  const [zone, side, datum = 'WGS-84'] = [Number(info[7]), info[8]?.toLowerCase(), info[9]]
  if (!(zone >= 1 && zone <= 60) || (side !== 'north' && side !== 'south')) return null
  if (WGS84.test(datum)) return (side === 'south' ? 32700 : 32600) + zone
  return NAD83.test(datum) && side === 'north' && zone <= 23 ? 26900 + zone : null
}

const option = (info: readonly string[], name: string): string | undefined =>
  info
    .map((part) => part.split('='))
    .find(([key]) => key?.trim().toLowerCase() === name)?.[1]
    ?.trim()
