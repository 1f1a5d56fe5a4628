import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'
import type { Random } from './random-shapes.ts'

/** Cells of 20 m along one side; areas of the truth are counted in them. */
export const SIDE = 240
export const CELL_METRES = 20
export const CELL_HECTARES = (CELL_METRES * CELL_METRES) / 10_000

/** UTM zones over land at middle northern latitudes. */
const ZONES = [10, 11, 12, 29, 30, 31, 33, 34, 35, 50]

export interface Place {
  readonly epsg: number
  /** MGRS tile that the corner lies in, such as '33TWN'. */
  readonly tile: string
  readonly easting: number
  readonly northing: number
}

export function choosePlace(random: Random): Place {
  const zone = ZONES[Math.floor(random() * ZONES.length)]!
  const easting = 520_000 + 20 * Math.floor(random() * 2000)
  const northing = 4_320_000 + 100_000 * Math.floor(random() * 9) + 20 * Math.floor(random() * 2000)
  return { epsg: 32600 + zone, tile: tileAt(zone, easting, northing), easting, northing }
}

/** North-up grid of the scene at a pixel size in metres. */
export function gridOf(place: Place, pixelMetres: number): Grid {
  const size = (SIDE * CELL_METRES) / pixelMetres
  return {
    width: size,
    height: size,
    crs: crsFromEpsg(place.epsg),
    transform: [pixelMetres, 0, place.easting, 0, -pixelMetres, place.northing],
  }
}

const COLUMNS = ['STUVWXYZ', 'ABCDEFGH', 'JKLMNPQR']
const ROWS = 'ABCDEFGHJKLMNPQRSTUV'
const BANDS = 'CDEFGHJKLMNPQRSTUVWX'
/** Mean length of a degree of latitude on UTM at these latitudes. */
const DEGREE_METRES = 110_900

/** Military grid square of a northern UTM coordinate: letters repeat by three zones, rows start at F in even ones. */
function tileAt(zone: number, easting: number, northing: number): string {
  const column = COLUMNS[zone % 3]![Math.floor(easting / 100_000) - 1]!
  const row = ROWS[(Math.floor(northing / 100_000) + (zone % 2 === 0 ? 5 : 0)) % ROWS.length]!
  const band = BANDS[Math.floor((northing / DEGREE_METRES + 80) / 8)]!
  return `${zone}${band}${column}${row}`
}
