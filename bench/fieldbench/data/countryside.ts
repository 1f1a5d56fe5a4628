import type { Random } from '../../../scripts/sample/random-shapes.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { landOf, paint, patch, reflectance, type Land } from './land.ts'
import { dayAfter, squareGrid } from './place.ts'
import { landsat8, sentinel2, type Acquisition } from './sensors.ts'
import { BAND_NAMES, type BandName } from './spectra.ts'

/** One acquisition over the countryside. Bands are as the files give them back, NaN where hidden or without data. */
export interface Shot {
  readonly date: string
  readonly files: readonly DataFile[]
  readonly bands: Readonly<Record<BandName, Float32Array>>
}

export interface Countryside {
  readonly sensor: 'Landsat 8' | 'Sentinel-2'
  readonly grid: Grid
  readonly land: Land
  /** In order of date. */
  readonly shots: readonly [Shot, ...Shot[]]
}

/** Codes of SCL and values of QA_PIXEL (FACTS §3) for clear ground and for cloud. */
const QUALITY = { 'Sentinel-2': [5, 9], 'Landsat 8': [21_824, 22_280] } as const

/**
 * Fields, a wood, a lake and a village on grass. Dates follow each other by 16 days. With `clouds` each date has one,
 * and a quality band that says where.
 */
export async function countryside(
  random: Random,
  options: {
    readonly dates: number
    readonly clouds: boolean
    readonly sensor?: Countryside['sensor'] | undefined
    /** In place of the fields. */
    readonly land?: Land
  },
): Promise<Countryside> {
  const { dates, clouds, sensor = random() < 0.5 ? 'Landsat 8' : 'Sentinel-2' } = options
  const land = options.land ?? fields(random)
  const { side } = land
  const grid = squareGrid(random, side, sensor === 'Landsat 8' ? 30 : 20)
  const first = dayAfter('2021-04-02', Math.floor(90 * random()))
  const shots: Shot[] = []
  for (let at = 0; at < dates; at++) {
    const date = dayAfter(first, 16 * at)
    const cloud = patch(random, side, { col: side * random(), row: side * random(), along: side / 6 })
    const seen = clouds ? paint(land, cloud, 'cloud') : land
    // Plants are greener later in the season: the near infrared of a date is its own.
    const bands = reflectance(random, seen, 0.03)
    bands.nir.forEach((value, pixel) => (bands.nir[pixel] = value * (1 + 0.06 * at)))
    for (const values of Object.values(bands)) values.fill(NaN, 0, side)
    const [clear, hidden] = QUALITY[sensor]
    const quality = Float32Array.from(cloud.cells, (cell) => (cell === 1 ? hidden : clear))
    const made = await sense(sensor, { grid, date, bands, quality: clouds ? quality : null })
    shots.push({
      date,
      files: made.files,
      bands: Object.fromEntries(
        BAND_NAMES.map((name) => {
          const values = made.bands[name]!
          return [
            name,
            clouds ? values.map((value, pixel) => (cloud.cells[pixel] === 1 ? NaN : value)) : values,
          ]
        }),
      ) as Record<BandName, Float32Array>,
    })
  }
  return { sensor, grid, land, shots: shots as [Shot, ...Shot[]] }
}

function fields(random: Random): Land {
  const side = 80
  const place = () => ({ col: 12 + 56 * random(), row: 12 + 56 * random() })
  let land = landOf(side, 'grass')
  for (const cover of ['crop', 'forest', 'bare', 'crop', 'built', 'bare', 'water'] as const) {
    land = paint(
      land,
      patch(random, side, { ...place(), along: 9 + 9 * random(), across: 7 + 5 * random() }),
      cover,
    )
  }
  return land
}

function sense(
  sensor: Countryside['sensor'],
  shot: {
    readonly grid: Grid
    readonly date: string
    readonly bands: Record<BandName, Float32Array>
    readonly quality: Float32Array | null
  },
): Promise<Acquisition> {
  const { grid, date, bands, quality } = shot
  return sensor === 'Landsat 8'
    ? landsat8(grid, date, bands, quality ? { qa: quality } : {})
    : sentinel2(grid, date, bands, quality ? { scl: quality } : {})
}

/** Files of the bands that are left when these are taken out. */
const FILE_OF: Readonly<Record<BandName, string>> = {
  blue: 'B02|SR_B2', green: 'B03|SR_B3', red: 'B04|SR_B4', nir: 'B8A|SR_B5', swir1: 'B11|SR_B6', swir2: 'B12|SR_B7',
} // prettier-ignore

export function withoutBands(files: readonly DataFile[], ...bands: readonly BandName[]): readonly DataFile[] {
  const pattern = new RegExp(`_(?:${bands.map((band) => FILE_OF[band]).join('|')})(?=[_.])`)
  return files.filter(({ name }) => !pattern.test(name))
}
