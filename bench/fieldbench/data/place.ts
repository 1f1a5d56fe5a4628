import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { Random } from '../../../scripts/sample/random-shapes.ts'

/** UTM zones over land, north and south. */
const NORTH = [32610, 32612, 32618, 32630, 32633, 32635, 32645, 32650]
const SOUTH = [32720, 32723, 32734, 32736, 32751]

/** A north-up square of `side` pixels of `metres` somewhere on land, its corner on a multiple of 60 m. */
export function squareGrid(random: Random, side: number, metres: number): Grid {
  const south = random() < 0.3
  const zones = south ? SOUTH : NORTH
  const epsg = zones[Math.floor(random() * zones.length)]!
  const easting = 350_000 + 60 * Math.floor(random() * 3000)
  const northing = (south ? 7_000_000 : 4_000_000) + 60 * Math.floor(random() * 12_000)
  return {
    width: side,
    height: side,
    crs: crsFromEpsg(epsg),
    transform: [metres, 0, easting, 0, -metres, northing],
  }
}

/** The same ground with pixels of another size; both sizes must divide the side. */
export function withPixels(grid: Grid, metres: number): Grid {
  const [old, , x, , , y] = grid.transform
  const size = (n: number) => (n * old) / metres
  return {
    ...grid,
    width: size(grid.width),
    height: size(grid.height),
    transform: [metres, 0, x, 0, -metres, y],
  }
}

/** Hectares of one pixel of a grid in metres. */
export const pixelHectares = ({ transform: [a, b, , d, e] }: Grid) => Math.abs(a * e - b * d) / 10_000

/** yyyy-mm-dd some days after another. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day + 'T00:00:00Z') + days * 86_400_000).toISOString().slice(0, 10)

/** A north-up square of `side` cells of `degrees` in longitude and latitude, somewhere on land. */
export function geographicGrid(random: Random, side: number, degrees: number): Grid {
  const south = random() < 0.3
  const longitude = south ? 20 + Math.floor(10 * random()) : Math.floor(40 * random())
  const latitude = south ? -18 - Math.floor(10 * random()) : 42 + Math.floor(8 * random())
  return {
    width: side,
    height: side,
    crs: crsFromEpsg(4326),
    transform: [degrees, 0, longitude, 0, -degrees, latitude],
  }
}
