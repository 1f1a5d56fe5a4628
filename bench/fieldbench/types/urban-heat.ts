import { seededRandom } from '../../../src/lib/random.ts'
import { bell } from '../../../scripts/sample/random-shapes.ts'
import { landOf, paint, patch, reflectance } from '../data/land.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8 } from '../data/sensors.ts'
import { countWhere, meanOf, normalisedDifference, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain, DataFile } from '../task.ts'

const KELVIN = 273.15
const [CLEAR, CLOUD] = [21_824, 22_280]

/**
 * A town among fields and a wood, by Landsat 8 level 2: hotter than its surroundings, hottest in its middle. A cloud with its
 * flag stands over a part of the town; two files that the question does not need lie beside the bands.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const side = 72
  const grid = squareGrid(random, side, 30)
  const town = patch(random, side, { col: 36, row: 36, along: 17 + 4 * random(), across: 13 + 3 * random() })
  const wood = patch(random, side, { col: 12, row: 56, along: 11 })
  const cloud = patch(random, side, { col: 50, row: 30, along: 6 })
  const land = paint(paint(landOf(side, random() < 0.5 ? 'grass' : 'crop'), wood, 'forest'), town, 'built')
  const [around, excess] = [22 + 6 * random(), 5 + 4 * random()]
  const date = dayAfter('2023-06-10', Math.floor(50 * random()))
  const later = dayAfter(date, 16)
  const kelvin = (warmer: number) =>
    Float32Array.from(land.cover, (cover, at) => {
      const away = Math.hypot((at % side) - 36, Math.floor(at / side) - 36) / 16
      const extra = cover === 'built' ? excess + 3 * Math.max(0, 1 - away) : cover === 'forest' ? -2 : 0
      return KELVIN + around + warmer + extra + 0.5 * bell(random)
    })
  const qa = Float32Array.from(cloud.cells, (cell) => (cell === 1 ? CLOUD : CLEAR))
  const bands = reflectance(random, land)
  const hazy = await landsat8(grid, date, bands, { temperature: kelvin(0), qa })
  const next = await landsat8(grid, later, reflectance(random, land), { temperature: kelvin(2 + random()) })
  const facts = (one: typeof hazy, isSeen: (at: number) => boolean) => {
    const ndbi = normalisedDifference(one.bands['swir1']!, one.bands['nir']!)
    const temperature = one.bands['temperature']!
    const inside = (limit = 0) => meanOf(valid(temperature, (at) => isSeen(at) && ndbi[at]! > limit))
    const outside = (limit = 0) => meanOf(valid(temperature, (at) => isSeen(at) && ndbi[at]! <= limit))
    const hotPixels = (limit: number) =>
      countWhere(
        temperature.map((value, at) => (isSeen(at) && ndbi[at]! > 0 ? value : NaN)),
        (v) => v > limit,
      )
    return { inside, outside, hotPixels, island: (limit = 0) => inside(limit) - outside(limit) }
  }
  return {
    seed,
    date,
    later,
    grid,
    files: hazy.files,
    both: [...hazy.files, ...next.files],
    first: facts(hazy, (at) => cloud.cells[at] === 0),
    last: facts(next, () => true),
    only: (pattern: RegExp): readonly DataFile[] => hazy.files.filter(({ name }) => pattern.test(name)),
    level1: hazy.files.map(({ name, bytes }) => ({
      name: name.replace('L2SP', 'L1TP').replace(/S[RT]_/, ''),
      bytes,
    })),
  }
}

const ISLAND: readonly Chain[] = [
  [['surface_temperature', 'ndbi'], ['threshold_mask'], ['urban_heat_island']],
]
const islandOver = (value: number): readonly Chain[] => [
  [['surface_temperature', 'ndbi'], [{ tool: 'threshold_mask', args: { value } }], ['urban_heat_island']],
]
const IN_TOWN: readonly Chain[] = [
  ...ISLAND,
  [['surface_temperature', 'ndbi'], ['conditional_statistics']],
  [['surface_temperature', 'ndbi'], ['threshold_mask'], ['zonal_statistics']],
]
const kelvins = (value: number) => number(value, 'K', { absolute: 0.01, relative: 0 })
const celsius = (kelvin: number) => number(kelvin - KELVIN, 'degC', { absolute: 0.01, relative: 0 })

export const urbanHeat = fieldType('urban-heat', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ first }) => ({
        question: 'How strong is the surface urban heat island here, in kelvin?',
        answer: kelvins(first.island()),
        chains: ISLAND,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first, date }) => ({
        question: `Taking NDBI above 0.05 as built-up, how many K hotter was the city than the rest of the scene on ${date}?`,
        answer: kelvins(first.island(0.05)),
        chains: islandOver(0.05),
      }),
    },
    {
      style: 'indirect',
      ask: ({ last, later, both }) => ({
        question: `The health office decides where to open cool rooms. Please, what mean surface temperature in °C had the built-up part of the scene on ${later}?`,
        answer: celsius(last.inside()),
        chains: IN_TOWN,
        files: both,
      }),
    },
    {
      style: 'choice',
      ask: ({ first, seed }) => {
        const list = options(first.island(), seed, (value) => `${value.toFixed(1)} K`)
        return {
          question: `How many degrees warmer is the city than its surroundings?\n${list.text}`,
          answer: choice(list.label),
          chains: ISLAND,
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ first }) => ({
        question:
          'First map the built-up land with NDBI above 0, then take the mean surface temperature inside and outside of it. What is the difference in K?',
        answer: kelvins(first.island()),
        chains: islandOver(0),
      }),
    },
    {
      style: 'choice',
      ask: ({ first, seed }) => {
        const list = options(first.island(0.04), seed, (value) => `${value.toFixed(2)} K`)
        return {
          question: `Let urban mean NDBI over 0.04 and rural everything else that is free of cloud. The urban mean LST lies above the rural one by\n${list.text}`,
          answer: choice(list.label),
          chains: islandOver(0.04),
        }
      },
    },
    {
      style: 'indirect',
      ask: ({ first }) => ({
        question:
          'People in the town complain about the heat. How hot is the built-up ground on average, in degrees Celsius?',
        answer: celsius(first.inside()),
        chains: IN_TOWN,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ only }) => ({
        question: 'How much hotter is the city than the countryside?',
        answer: refusal,
        chains: [],
        files: only(/SR_B\d|QA_PIXEL/),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ only }) => ({
        question:
          'With NDBI as divider between town and country, what is the surface temperature surplus of the town, in K?',
        answer: refusal,
        chains: [],
        // No short-wave infrared, so no NDBI.
        files: only(/ST_B10|QA_PIXEL|SR_B[2-5]/),
      }),
    },
    {
      style: 'numeric',
      ask: ({ first, grid }) => {
        const limit = Math.round(first.inside() - KELVIN)
        return {
          question: `How many hectares of built-up land are hotter than ${limit} °C?`,
          answer: number(first.hotPixels(limit + KELVIN) * pixelHectares(grid), 'ha'),
          chains: [
            [['surface_temperature', 'ndbi'], ['count_where']],
            [
              ['surface_temperature', 'ndbi'],
              ['threshold_mask', 'threshold_mask'],
              ['combine_masks'],
              ['mask_area'],
            ],
          ],
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ last, later, both }) => ({
        question: `Urban heat island intensity on ${later} in K?`,
        answer: kelvins(last.island()),
        chains: ISLAND,
        files: both,
      }),
    },
    {
      style: 'direct',
      ask: ({ last, later, both }) => ({
        question: `On ${later}, what did the land outside the built-up area average in surface temperature, degrees Celsius?`,
        answer: celsius(last.outside()),
        chains: IN_TOWN,
        files: both,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ level1, date }) => ({
        question: `What is the urban heat island of ${date} in kelvin?`,
        answer: refusal,
        chains: [],
        // Level 1 numbers without their metadata: the thermal band cannot be brought to kelvin.
        files: level1,
      }),
    },
  ],
})
