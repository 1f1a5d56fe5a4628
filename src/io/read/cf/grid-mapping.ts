import { crsFromDefinition, crsFromEpsg, loadCrs } from '../../../raster/grid/crs.ts'
import { datumAccuracy } from '../../../raster/grid/epsg-table.ts'
import { UNKNOWN_CRS, type Crs } from '../../../raster/grid/grid.ts'
import { AppError } from '../../../lib/errors.ts'
import { ELLIPSOIDS } from '../../ellipsoids.ts'
import { clean, numberOf, numbersOf, textOf, type Attributes } from './cf-file.ts'

/** The code at the end of a well-known text, of version 1 or 2: that of the whole system. */
const EPSG_OF_WKT = /(?:AUTHORITY\["EPSG",\s*"(\d+)"\]|ID\["EPSG",\s*(\d+)\])\s*\]\s*$/i
/** Metres that a datum of which no more than the ellipsoid is known may lie beside WGS 84. */
const UNNAMED = 1000
const CONVERT = 'convert it first, for example with gdalwarp -t_srs EPSG:4326 NETCDF:IN.nc:VARIABLE OUT.tif'

/**
 * The CRS of a grid mapping variable (CF 1.11, annex F): the EPSG code of its well-known text where it has one, its
 * parameters else. Throws unsupported_file for mappings whose grids cannot be placed.
 */
export async function crsOfMapping(attributes: Attributes): Promise<Crs> {
  const wkt = textOf(attributes, 'crs_wkt') ?? textOf(attributes, 'spatial_ref') ?? ''
  const [, first, second] = EPSG_OF_WKT.exec(wkt) ?? []
  const code = Number(first ?? second ?? NaN)
  if (code > 0) {
    const crs = await loadCrs(code)
    if (crs.kind !== 'unknown') return crs
  }
  const name = textOf(attributes, 'grid_mapping_name')?.trim().toLowerCase()
  if (name === undefined) return UNKNOWN_CRS
  const datum = datumWords(attributes)
  if (name === 'latitude_longitude') {
    if (datum === '+datum=WGS84') return crsFromEpsg(4326)
    return ownCrs(`+proj=longlat ${datum} +no_defs`, 'latitude and longitude')
  }
  const words = projectionWords(name, attributes)
  const zone = utmZone(words)
  if (zone !== null && datum === '+datum=WGS84') return crsFromEpsg(zone)
  return ownCrs(`${words} ${datum} +units=m +no_defs`, clean(name).replaceAll('_', ' '))
}

/** Of the datum no more than the ellipsoid is known. */
const ownCrs = (definition: string, name: string): Crs =>
  crsFromDefinition({ definition, name, accuracy: datumAccuracy(definition) ?? UNNAMED })

function projectionWords(name: string, attributes: Attributes): string {
  const of = (key: string, absent = 0) => numberOf(attributes, key) ?? absent
  const lat0 = `+lat_0=${of('latitude_of_projection_origin')}`
  const central = `+lon_0=${of('longitude_of_central_meridian')}`
  const origin = `+lon_0=${of('longitude_of_projection_origin')}`
  const shift = `+x_0=${of('false_easting')} +y_0=${of('false_northing')}`
  const parallels = numbersOf(attributes, 'standard_parallel')
  const [first = of('latitude_of_projection_origin'), second = first] = parallels
  switch (name) {
    case 'transverse_mercator':
      return `+proj=tmerc ${lat0} ${central} +k=${of('scale_factor_at_central_meridian', 1)} ${shift}`
    case 'sinusoidal': {
      const longitude =
        numberOf(attributes, 'longitude_of_projection_origin') ?? of('longitude_of_central_meridian')
      return `+proj=sinu +lon_0=${longitude} ${shift}`
    }
    case 'lambert_conformal_conic':
      return `+proj=lcc +lat_1=${first} +lat_2=${second} ${lat0} ${central} ${shift}`
    case 'albers_conical_equal_area':
      return `+proj=aea +lat_1=${first} +lat_2=${second} ${lat0} ${central} ${shift}`
    case 'lambert_azimuthal_equal_area':
      return `+proj=laea ${lat0} ${origin} ${shift}`
    case 'lambert_cylindrical_equal_area':
      return `+proj=cea +lat_ts=${of('standard_parallel')} ${central} ${shift}`
    case 'mercator':
      return numberOf(attributes, 'standard_parallel') === null
        ? `+proj=merc ${origin} +k=${of('scale_factor_at_projection_origin', 1)} ${shift}`
        : `+proj=merc +lat_ts=${of('standard_parallel')} ${origin} ${shift}`
    case 'polar_stereographic': {
      const vertical = numberOf(attributes, 'straight_vertical_longitude_from_pole')
      const longitude = vertical ?? of('longitude_of_projection_origin')
      const pole = of('latitude_of_projection_origin', first < 0 ? -90 : 90)
      const scale =
        parallels.length > 0 ? `+lat_ts=${first}` : `+k=${of('scale_factor_at_projection_origin', 1)}`
      return `+proj=stere +lat_0=${pole} ${scale} +lon_0=${longitude} ${shift}`
    }
    default:
      throw new AppError(
        'unsupported_file',
        `the grid of the file is of the mapping ${clean(name)}, which GeoForge cannot place; ${CONVERT}`,
      )
  }
}

/** Without any word of the ellipsoid a mapping is taken for WGS 84, as GDAL takes it. */
function datumWords(attributes: Attributes): string {
  const axis = numberOf(attributes, 'semi_major_axis')
  const inverse = numberOf(attributes, 'inverse_flattening')
  const minor = numberOf(attributes, 'semi_minor_axis')
  const radius = numberOf(attributes, 'earth_radius')
  const sphere = radius ?? (axis !== null && (minor === axis || inverse === 0) ? axis : null)
  if (sphere !== null) return `+R=${sphere}`
  if (axis === null) return '+datum=WGS84'
  const known = ELLIPSOIDS.find(
    (each) => each.axis === axis && inverse !== null && Math.abs(each.inverse - inverse) < 1e-7,
  )
  if (known?.name === 'WGS84') return '+datum=WGS84'
  if (known && known.name !== null) return `+ellps=${known.name}`
  return minor !== null ? `+a=${axis} +b=${minor}` : `+a=${axis} +rf=${inverse ?? 298.257223563}`
}

/** EPSG code of a zone of UTM on WGS 84. */
function utmZone(words: string): number | null {
  const match = /^\+proj=tmerc \+lat_0=0 \+lon_0=(-?\d+) \+k=0\.9996 \+x_0=500000 \+y_0=(0|10000000)$/.exec(
    words,
  )
  const zone = match ? (Number(match[1]) + 183) / 6 : NaN
  if (!Number.isInteger(zone) || zone < 1 || zone > 60) return null
  return (match![2] === '0' ? 32600 : 32700) + zone
}
