import { AppError } from '../../../lib/errors.ts'
import { loadCrs } from '../../../raster/grid/crs.ts'
import { toLonLat, type Project } from '../../../raster/grid/lon-lat.ts'
import { codeOfWkt } from '../wkt-code.ts'

/** Geographic systems by the names that ESRI and the OGC give them. */
const GEOGRAPHIC: readonly (readonly [name: RegExp, code: number])[] = [
  [/^(?:GCS_WGS_1984|WGS 84)$/i, 4326],
  [/^(?:GCS_ETRS_1989|ETRS89)$/i, 4258],
  [/^(?:GCS_North_American_1983|NAD83)$/i, 4269],
  [/^(?:GCS_SIRGAS_2000|SIRGAS 2000)$/i, 4674],
  [/^(?:GCS_GDA_1994|GDA94)$/i, 4283],
]

/**
 * From the coordinates of a shapefile to longitude and latitude on WGS 84, by the well-known text of its .prj file. Throws
 * unsupported_file where that names no system that is known here: a place is not guessed.
 */
export async function placeOfPrj(wkt: string): Promise<Project> {
  const name = /^\s*GEOGCS\["([\w .()-]{1,80})"/i.exec(wkt)?.[1]
  const code = codeOfWkt(wkt) ?? GEOGRAPHIC.find(([pattern]) => pattern.test(name ?? ''))?.[1]
  const crs = code === undefined ? null : await loadCrs(code)
  if (!crs || crs.proj4 === null) {
    throw new AppError(
      'unsupported_file',
      'the .prj file of the shapefile names a coordinate reference system by no EPSG code, and by no name that is known here; ' +
        'convert it, such as by ogr2ogr -t_srs EPSG:4326 new.shp old.shp, and give the new one',
    )
  }
  return toLonLat(crs)
}
