import { bell, contains, outline, type Mask, type Random } from '../../../scripts/sample/random-shapes.ts'
import { cropGrid } from '../../../src/raster/grid/crop-grid.ts'
import type { Grid } from '../../../src/raster/grid/grid.ts'
import type { DataFile } from '../task.ts'
import { hlsS30 } from './hls.ts'
import { patch, type Land } from './land.ts'
import { dayAfter, squareGrid } from './place.ts'
import { landsat8, sentinel2, type Acquisition } from './sensors.ts'
import { BAND_NAMES, mixed, SPECTRA, type BandName } from './spectra.ts'
import { normalisedDifference } from './truth.ts'

const SENSORS = ['sentinel-2', 'landsat-8', 'hls'] as const
type Sensor = (typeof SENSORS)[number]

/** The ground at one date: its cover, and how much of each cell's light is that of burned ground (0 to 1). */
export interface Stage {
  readonly land: Land
  readonly burn: Float32Array
}

export interface FireDate {
  readonly date: string
  readonly files: readonly DataFile[]
  /** On the grid of the first date; NaN under cloud, without data and beyond the edge of the later grid. */
  readonly nbr: Float64Array
  readonly ndvi: Float64Array
  /** Surface temperature in kelvin; null where none was taken. */
  readonly kelvin: Float64Array | null
}

export interface FireDates {
  readonly grid: Grid
  readonly side: number
  readonly sensor: Sensor
  readonly dates: readonly FireDate[]
}

export const SIDE = 80

/**
 * One acquisition for each stage, some weeks apart, by a sensor that the seed picks. Every later date may begin some whole
 * pixels off the first one, as Landsat scenes of one path and row do, and may be clouded in a part, with its quality band.
 * `heat` is the surface temperature in kelvin of the last date; the sensor is Landsat then.
 */
export async function fireDates(
  random: Random,
  stages: readonly Stage[],
  heat?: Float32Array,
): Promise<FireDates> {
  const sensor = heat ? 'landsat-8' : SENSORS[Math.floor(SENSORS.length * random())]!
  const grid = squareGrid(random, SIDE, sensor === 'sentinel-2' ? 20 : 30)
  const first = dayAfter(`${2018 + Math.floor(6 * random())}-06-05`, Math.floor(80 * random()))
  const shift = random() < 0.35 ? 1 + Math.floor(4 * random()) : 0
  const dates: FireDate[] = []
  for (const [at, stage] of stages.entries()) {
    const cloud = at > 0 && random() < 0.5 ? cloudOver(random) : null
    const date = dayAfter(first, 16 * at)
    const off = at === 0 ? 0 : shift
    const bands = reflectanceOf(random, stage, cloud)
    if (at > 0) for (const values of Object.values(bands)) values.fill(NaN, (SIDE - 2) * SIDE)
    const acquired = await sense(sensor, {
      grid: cropGrid(grid, { col: off, row: off, width: SIDE - off, height: SIDE - off }),
      date,
      bands: eachBand(bands, (values) => cropped(values, off)),
      cloud: cloud && cropped(Float32Array.from(cloud.cells), off),
      ...(heat && at === stages.length - 1 ? { heat: cropped(heat, off) } : {}),
    })
    const seen = (index: ArrayLike<number>) =>
      placed(index, off).map((value, cell) => (cloud?.cells[cell] === 1 ? NaN : value))
    const { nir, swir2, red, temperature } = acquired.bands as Record<
      'nir' | 'swir2' | 'red',
      Float32Array
    > & { readonly temperature?: Float32Array }
    dates.push({
      date,
      files: acquired.files,
      nbr: seen(normalisedDifference(nir, swir2)),
      ndvi: seen(normalisedDifference(nir, red)),
      kelvin: temperature ? seen(temperature) : null,
    })
  }
  return { grid, side: SIDE, sensor, dates }
}

/** Clouds near the corner that scars stay away from. */
const cloudOver = (random: Random): Mask =>
  patch(random, SIDE, { col: 8 + 6 * random(), row: 8 + 50 * random(), along: 6 + 3 * random() })

function reflectanceOf(random: Random, { land, burn }: Stage, cloud: Mask | null) {
  const spectra = land.cover.map((cover, at) =>
    cloud?.cells[at] === 1 ? SPECTRA.cloud : mixed(SPECTRA[cover], SPECTRA.burned, burn[at]!),
  )
  return eachBand(null, (_, band) =>
    Float32Array.from(spectra, (spectrum) => {
      const value = spectrum[BAND_NAMES.indexOf(band)]!
      return Math.max(0.001, value * (1 + 0.02 * bell(random)))
    }),
  )
}

type Bands = Record<BandName, Float32Array>

const eachBand = (bands: Bands | null, make: (values: Float32Array, band: BandName) => Float32Array): Bands =>
  Object.fromEntries(
    BAND_NAMES.map((band) => [band, make(bands?.[band] ?? new Float32Array(), band)]),
  ) as Bands

interface Sight {
  readonly grid: Grid
  readonly date: string
  readonly bands: Bands
  /** 1 where a cloud hides the ground; null for a date without quality band. */
  readonly cloud: Float32Array | null
  readonly heat?: Float32Array
}

/** Codes of the quality bands: clear land, and cloud. */
const QUALITY = { 'sentinel-2': [4, 9], 'landsat-8': [21824, 22280], hls: [64, 66] } as const

function sense(sensor: Sensor, { grid, date, bands, cloud, heat }: Sight): Promise<Acquisition> {
  const [clear, hidden] = QUALITY[sensor]
  const codes = cloud?.map((value) => (value === 1 ? hidden : clear))
  switch (sensor) {
    case 'sentinel-2':
      return sentinel2(grid, date, bands, codes ? { scl: codes } : {})
    case 'hls':
      return hlsS30(grid, date, bands, codes ? { fmask: codes } : {})
    case 'landsat-8':
      return landsat8(grid, date, bands, { ...(codes && { qa: codes }), ...(heat && { temperature: heat }) })
  }
}

function cropped(values: Float32Array, off: number): Float32Array {
  return values.filter((_, at) => at % SIDE >= off && Math.floor(at / SIDE) >= off)
}

/** Values of a cropped grid back on the whole one, NaN beyond them. */
function placed(values: ArrayLike<number>, off: number): Float64Array {
  const side = SIDE - off
  return Float64Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [col, row] = [(at % SIDE) - off, Math.floor(at / SIDE) - off]
    return col < 0 || row < 0 ? NaN : values[row * side + col]!
  })
}

export const unburned = (): Float32Array => new Float32Array(SIDE * SIDE)

/** The burned share of cells inside a mask. */
export const burnedIn = (mask: Mask, share = 1): Float32Array =>
  Float32Array.from(mask.cells, (one) => one * share)

/** A scar whose middle burned hardest: shares of 0.9, 0.6, 0.4 and 0.2 from the middle outwards. */
export function ringedScar(
  random: Random,
  shape: { readonly col: number; readonly row: number; readonly along: number; readonly across: number },
): Float32Array {
  const edge = outline(
    random,
    { ...shape, centre: { col: shape.col, row: shape.row }, angle: Math.PI * random() },
    0.1,
  )
  const rings = [0.5, 0.7, 0.85, 1].map((scale, at) => ({ scale, share: [0.9, 0.6, 0.4, 0.2][at]! }))
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [col, row] = [(at % SIDE) + 0.5, Math.floor(at / SIDE) + 0.5]
    return rings.find(({ scale }) => contains(edge, col, row, scale))?.share ?? 0
  })
}
