import { bell, type Random } from '../../../scripts/sample/random-shapes.ts'
import type { DataFile } from '../task.ts'
import { composite, dateOf } from './composites.ts'
import { paint, patch, landOf } from './land.ts'
import { squareGrid } from './place.ts'
import { landsat8 } from './sensors.ts'
import { SPECTRA } from './spectra.ts'
import { meanOf, normalisedDifference, valid } from './truth.ts'

/** A course of one image a year, with NDVI of each date as the files give it back (NaN under cloud). */
export interface Yearly {
  readonly files: readonly DataFile[]
  readonly dates: readonly string[]
  readonly ndvi: readonly ArrayLike<number>[]
  readonly means: readonly number[]
}

const SIDE = 50
/** QA_PIXEL of clear ground and of cloud. */
const [CLEAR, CLOUD] = [21_824, 22_280]

/** NDVI by pixel and year: a mean that moves by `rate` a year, half of the ground faster than the rest, and weather. */
export function ndviCourse(random: Random, years: number): readonly Float32Array[] {
  const rate = (random() < 0.5 ? -1 : 1) * (0.008 + 0.008 * random())
  const start = rate < 0 ? 0.66 : 0.38
  const half = patch(random, SIDE, { col: 24, row: 26, along: 19, across: 14 })
  return Array.from({ length: years }, (_, year) => {
    const weather = 0.02 * bell(random)
    return Float32Array.from(half.cells, (cell) => {
      const pace = cell === 1 ? 1.8 * rate : 0.4 * rate
      return start + pace * year + weather + 0.015 * bell(random)
    })
  })
}

/** MOD13A2 of one season a year at 1 km, and what else of MODIS is asked for at the same dates. */
export async function modisYears(
  random: Random,
  course: readonly Float32Array[],
  options: { readonly first: number; readonly product?: 'ndvi' | 'temperature' },
): Promise<Yearly> {
  const { first, product = 'ndvi' } = options
  const grid = squareGrid(random, SIDE, 1000)
  const day = 177 + 16 * Math.floor(4 * random())
  const shots = await Promise.all(
    course.map((values, at) => composite(product, grid, values, { year: first + at, day })),
  )
  const ndvi = shots.map(({ values }) => values)
  return {
    files: shots.map(({ file }) => file),
    dates: course.map((_, at) => dateOf({ year: first + at, day })),
    ndvi,
    means: ndvi.map((values) => meanOf(valid(values))),
  }
}

/** Landsat 8 of one season a year; some dates have a cloud, which QA_PIXEL marks. */
export async function landsatYears(
  random: Random,
  course: readonly Float32Array[],
  first: number,
): Promise<Yearly & { readonly evi: readonly number[] }> {
  const grid = squareGrid(random, SIDE, 30)
  const month = 6 + Math.floor(2 * random())
  const dates = course.map((_, at) => `${first + at}-0${month}-${10 + Math.floor(12 * random())}`)
  const shots = await Promise.all(
    course.map(async (wanted, at) => {
      const isCloudy = random() < 0.4
      const cloud = patch(random, SIDE, { col: SIDE * random(), row: SIDE * random(), along: 8 })
      const ground = paint(landOf(SIDE, 'grass'), cloud, 'cloud')
      const bands = { blue: new Float32Array(SIDE * SIDE), red: new Float32Array(SIDE * SIDE), nir: new Float32Array(SIDE * SIDE) } // prettier-ignore
      for (const [pixel, value] of wanted.entries()) {
        const hidden = isCloudy && ground.cover[pixel] === 'cloud'
        bands.red[pixel] = hidden ? SPECTRA.cloud[2] : 0.08
        bands.nir[pixel] = hidden ? SPECTRA.cloud[3] : (0.08 * (1 + value)) / (1 - value)
        bands.blue[pixel] = hidden ? SPECTRA.cloud[0] : 0.05
      }
      const qa = Float32Array.from(cloud.cells, (cell) => (isCloudy && cell === 1 ? CLOUD : CLEAR))
      const shot = await landsat8(grid, dates[at]!, bands, { qa })
      const clear = (values: ArrayLike<number>) =>
        Float64Array.from(values, (value, pixel) => (qa[pixel] === CLOUD ? NaN : value))
      const [red, nir, blue] = ['red', 'nir', 'blue'].map((name) => shot.bands[name]!)
      return {
        files: shot.files,
        ndvi: clear(normalisedDifference(nir!, red!)),
        evi: clear(evi(nir!, red!, blue!)),
      }
    }),
  )
  const ndvi = shots.map((shot) => shot.ndvi)
  return {
    files: shots.flatMap((shot) => shot.files),
    dates,
    ndvi,
    means: ndvi.map((values) => meanOf(valid(values))),
    evi: shots.map((shot) => meanOf(valid(shot.evi))),
  }
}

/** Huete et al. 2002. */
const evi = (nir: Float32Array, red: Float32Array, blue: Float32Array) =>
  Float64Array.from(nir, (n, at) => (2.5 * (n - red[at]!)) / (n + 6 * red[at]! - 7.5 * blue[at]! + 1))
