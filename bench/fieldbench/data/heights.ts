import { smoothNoise, type Random } from '../../../scripts/sample/random-shapes.ts'
import { crsFromEpsg } from '../../../src/raster/grid/crs.ts'
import { UNKNOWN_CRS, type Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { tiffFile } from './files.ts'
import { squareGrid } from './place.ts'

/** An elevation model as its file gives it back, NaN in its voids. */
export interface Heights {
  readonly grid: Grid
  readonly metres: Float32Array
  readonly files: readonly DataFile[]
  /** The same file without a coordinate reference system. */
  readonly placeless: readonly DataFile[]
}

const NAMES = ['srtm_dem.tif', 'dem_valley.tif', 'elevation_survey.tif', 'copernicus_dsm_clip.tif']

/** Hills on a slope that falls one way, in UTM (30 m) or geographic (1″), whole metres or not, with a void. */
export async function hills(random: Random): Promise<Heights> {
  const side = 100
  const geographic = random() < 0.4
  const grid = geographic ? arcGrid(random, side) : squareGrid(random, side, 30)
  const whole = random() < 0.5
  const bearing = Math.floor(8 * random()) * 45
  const [east, north] = [Math.sin((bearing * Math.PI) / 180), Math.cos((bearing * Math.PI) / 180)]
  const broad = smoothNoise(random, side, 4)
  const fine = smoothNoise(random, side, 14)
  const base = 150 + 900 * random()
  const drop = 5 + 4 * random()
  const metres = new Float32Array(side * side)
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side; col++) {
      const fall = drop * (east * (side / 2 - col) - north * (side / 2 - row))
      const height = base + fall + 500 + 260 * broad(col, row) + 25 * fine(col, row)
      metres[row * side + col] = whole ? Math.round(height) : Math.fround(height)
    }
  }
  for (let row = 10; row < 14; row++) metres.fill(NaN, row * side + 20, row * side + 27)
  const name = NAMES[Math.floor(random() * NAMES.length)]!
  const file = (on: Grid) =>
    tiffFile(
      name,
      on,
      metres,
      whole ? { sampleType: 'int16', nodata: -9999 } : { sampleType: 'float32', nodata: null },
    )
  return {
    grid,
    metres,
    files: [await file(grid)],
    placeless: [await file({ ...grid, crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, -1, 0] })],
  }
}

function arcGrid(random: Random, side: number): Grid {
  const step = 1 / 3600
  const longitude = -120 + 240 * random()
  const latitude = -35 + 80 * random()
  return {
    width: side,
    height: side,
    crs: crsFromEpsg(4326),
    transform: [step, 0, longitude, 0, -step, latitude],
  }
}
