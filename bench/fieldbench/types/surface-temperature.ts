import { seededRandom } from '../../../src/lib/random.ts'
import { bell, smoothNoise, type Random } from '../../../scripts/sample/random-shapes.ts'
import { textFile } from '../data/files.ts'
import { landOf, patch, reflectance } from '../data/land.ts'
import { modisTemperature } from '../data/modis.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8 } from '../data/sensors.ts'
import { countWhere, meanOf, minus, quantile, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

const KELVIN = 273.15
const [CLEAR, CLOUD] = [21_824, 22_280]

/** Kelvin of smooth ground: `mean` °C, `spread` either way, with noise of 0.3 K. */
function ground(random: Random, side: number, mean: number, spread: number): Float32Array {
  const noise = smoothNoise(random, side, 4)
  return Float32Array.from({ length: side * side }, (_, at) => {
    const slope = 2 * noise((at % side) + 0.5, Math.floor(at / side) + 0.5) - 1
    return KELVIN + mean + spread * slope + 0.3 * bell(random)
  })
}

/**
 * One place seen by Landsat 8 level 2 twice (the earlier date with a cloud, flagged; the later one cut by a strip without
 * data) and by MODIS on three days, day and night, with a gap where it was cloudy.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const side = 64
  const grid = squareGrid(random, side, 30)
  const warmth = 24 + 8 * random()
  const date = dayAfter('2022-05-20', Math.floor(60 * random()))
  const later = dayAfter(date, 16)
  const bands = reflectance(random, landOf(side, 'crop'))
  const two = { red: bands.red, nir: bands.nir }
  const cloud = patch(random, side, { col: 20 + 20 * random(), row: 20, along: 8 + 4 * random() })
  const first = ground(random, side, warmth, 12)
  const cloudy = first.map((value, at) => (cloud.cells[at] === 1 ? 262 : value))
  const qa = Float32Array.from(cloud.cells, (cell) => (cell === 1 ? CLOUD : CLEAR))
  const second = ground(random, side, warmth + 2 + 3 * random(), 12)
  second.fill(NaN, 0, 3 * side)
  const clear = await landsat8(grid, date, two, { temperature: first })
  const hazy = await landsat8(grid, date, two, { temperature: cloudy, qa })
  const next = await landsat8(grid, later, two, { temperature: second })
  const seen = valid(hazy.bands['temperature']!, (at) => cloud.cells[at] === 0)

  const coarse = squareGrid(random, 40, 1000)
  const gap = patch(random, 40, { col: 28, row: 12, along: 6 })
  const days = await Promise.all(
    [0, 8, 16].map((step) => {
      const open = (values: Float32Array) => values.map((value, at) => (gap.cells[at] === 1 ? NaN : value))
      const shift = 4 * random()
      return modisTemperature(coarse, dayAfter(date, step), {
        day: open(ground(random, 40, warmth + shift, 9)),
        night: open(ground(random, 40, warmth - 14 + shift, 5)),
      })
    }),
  )
  return {
    seed,
    date,
    later,
    grid,
    files: hazy.files,
    /** Kelvin of the pixels that are not under cloud. */
    seen,
    clear,
    next,
    days,
    withoutThermal: hazy.files.filter(({ name }) => !/ST_B10/.test(name)),
    /** °C that a share of the seen pixels stays below, a whole number. */
    warmest: (share: number) => Math.round(quantile(seen, share) - KELVIN),
  }
}

const LST: readonly Chain[] = [[['surface_temperature']]]
const TWO: readonly Chain[] = [
  [['surface_temperature', 'surface_temperature'], ['difference']],
  [['surface_temperature', 'surface_temperature'], ['compare_values']],
]
const overLimit = (kelvin: number, unit = 'ha'): readonly Chain[] => [
  [
    ['surface_temperature'],
    [{ tool: 'threshold_mask', args: { value: kelvin } }],
    [{ tool: 'mask_area', args: { unit } }],
  ],
  [['surface_temperature'], [{ tool: 'count_where', args: { unit } }]],
]
const celsius = (kelvin: number) => number(kelvin - KELVIN, 'degC', { absolute: 0.02, relative: 0 })
const kelvins = (value: number) => number(value, 'K', { absolute: 0.02, relative: 0 })
const highest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity)
const lowest = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity)

export const surfaceTemperature = fieldType('surface-temperature', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ seen }) => ({
        question: 'What was the mean land surface temperature of the clear pixels, in degrees Celsius?',
        answer: celsius(meanOf(seen)),
        chains: LST,
      }),
    },
    {
      style: 'numeric',
      ask: ({ seen, date, grid, warmest }) => {
        const limit = warmest(0.75)
        return {
          question: `How many hectares had a surface temperature above ${limit} °C on ${date}?`,
          answer: number(countWhere(seen, (value) => value > limit + KELVIN) * pixelHectares(grid), 'ha'),
          chains: overLimit(limit + KELVIN),
        }
      },
    },
    {
      style: 'indirect',
      ask: ({ seen, grid, warmest }) => {
        const limit = warmest(0.4)
        return {
          question: `My cattle lie down only where the ground is cooler than ${limit} °C. How many hectares of such ground could one see at this overpass?`,
          answer: number(countWhere(seen, (value) => value < limit + KELVIN) * pixelHectares(grid), 'ha'),
          chains: overLimit(limit + KELVIN),
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ seen }) => ({
        question:
          'First mask the clouds, then derive the surface temperature in kelvin, and report the highest value left.',
        answer: kelvins(highest(seen)),
        chains: LST,
      }),
    },
    {
      style: 'choice',
      ask: ({ days, seed }) => {
        const list = options(meanOf(valid(days[0]!.day)) - KELVIN, seed, (value) => `${value.toFixed(1)} °C`)
        return {
          question: `How warm was the land surface on average, by the MODIS day pass?\n${list.text}`,
          answer: choice(list.label),
          chains: LST,
          files: days[0]!.files.filter(({ name }) => name.includes('Day')),
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ seen }) => ({
        question:
          'Restrict the thermal image to cloud-free pixels, turn it into land surface temperature and tell me the 90th percentile of that in °C.',
        answer: celsius(quantile(seen, 0.9)),
        chains: [[['surface_temperature'], ['percentile_of_raster|statistics']]],
      }),
    },
    {
      style: 'indirect',
      ask: ({ days }) => ({
        question: 'Our vines may have had frost. How cold did the ground get at the coldest spot, in °C?',
        answer: celsius(lowest(valid(days[1]!.night))),
        chains: LST,
        files: days[1]!.files.filter(({ name }) => name.includes('Night')),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ date, withoutThermal }) => ({
        question: `How warm was the surface on ${date}, in °C?`,
        answer: refusal,
        chains: [],
        files: withoutThermal,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ days }) => ({
        question: 'How cold, in °C, did the surface get during the night, taken as an average over the area?',
        answer: refusal,
        chains: [],
        // The day pass alone.
        files: days[0]!.files.filter(({ name }) => name.includes('Day')),
      }),
    },
    {
      style: 'numeric',
      ask: ({ seen, grid, warmest }) => {
        const [low, high] = [warmest(0.3), warmest(0.7)]
        const inside = countWhere(seen, (value) => value >= low + KELVIN && value <= high + KELVIN)
        return {
          question: `What area, in km², has a land surface temperature between ${low} and ${high} °C?`,
          answer: number((inside * pixelHectares(grid)) / 100, 'km2'),
          chains: [
            [['surface_temperature'], ['count_where']],
            [['surface_temperature'], ['threshold_mask', 'threshold_mask'], ['combine_masks'], ['mask_area']],
          ],
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ days, date }) => ({
        question: `How many kelvins lay between the day and the night temperature of the surface on ${date}, on average over the area?`,
        answer: kelvins(meanOf(valid(minus(days[0]!.day, days[0]!.night)))),
        chains: TWO,
        files: days[0]!.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ clear, next, later }) => ({
        question: `Median LST on ${later}, in kelvin, with the strip without data left out?`,
        answer: kelvins(quantile(valid(next.bands['temperature']!), 0.5)),
        chains: [[['surface_temperature'], ['statistics|percentile_of_raster']], [['statistics']]],
        files: [...clear.files, ...next.files],
      }),
    },
    {
      style: 'direct',
      ask: ({ days }) => ({
        question: 'What is the highest surface temperature of any pixel on any of the three dates, in °C?',
        answer: celsius(highest(days.flatMap(({ day }) => valid(day)))),
        chains: [
          [['surface_temperature', 'surface_temperature', 'surface_temperature']],
          [['layer_statistics_series|temporal_statistics_map']],
        ],
        files: days.flatMap(({ files }) => files.filter(({ name }) => name.includes('Day'))),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ withoutThermal, files }) => ({
        question: 'What is the mean LST in this scene?',
        answer: refusal,
        chains: [],
        files: [
          ...withoutThermal,
          textFile(
            files.find(({ name }) => name.includes('ST_B10'))!.name,
            'Error 404: the file was not found\n',
          ),
        ],
      }),
    },
  ],
})
