import { seededRandom } from '../../../src/lib/random.ts'
import { union } from '../../../scripts/sample/random-shapes.ts'
import { count, landOf, paint, patch, reflectance } from '../data/land.ts'
import { dayAfter, pixelHectares, squareGrid } from '../data/place.ts'
import { landsat8, sentinel2 } from '../data/sensors.ts'
import { countWhere, normalisedDifference, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/**
 * A town, a village and a hamlet apart from each other, by Sentinel-2 or Landsat 8, at two dates between which the town
 * grows. Clouds with their classes lie over fields at the earlier date and over a part of the village.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const isLandsat = random() < 0.5
  const side = 84
  const grid = squareGrid(random, side, isLandsat ? 30 : 20)
  const town = patch(random, side, { col: 30, row: 30, along: 13 + 4 * random(), across: 9 + 2 * random() })
  const village = patch(random, side, { col: 64, row: 62, along: 6 + 2 * random() })
  const hamlet = patch(random, side, { col: 20, row: 70, along: 3.5 })
  const estate = union(town, patch(random, side, { col: 46, row: 32, along: 8 + 4 * random() }))
  const cloud = patch(random, side, { col: 66, row: 68, along: 7 })
  const ground = random() < 0.5 ? 'grass' : 'forest'
  const settled = union(town, village, hamlet)
  const land = paint(landOf(side, ground), settled, 'built')
  const grown = paint(land, estate, 'built')
  const date = dayAfter('2018-05-05', Math.floor(90 * random()))
  const later = dayAfter(date, 1460)
  const cloudy = cloud.cells.map((cell) => cell)
  const bands = reflectance(random, paint(land, cloud, 'cloud'))
  const qa = Float32Array.from(cloudy, (cell) => (isLandsat ? (cell ? 22_280 : 21_824) : cell ? 9 : 4))
  const pre = isLandsat
    ? await landsat8(grid, date, bands, { qa })
    : await sentinel2(grid, date, bands, { scl: qa })
  const open = reflectance(random, land)
  const plain = isLandsat ? await landsat8(grid, date, open) : await sentinel2(grid, date, open)
  const after = reflectance(random, grown)
  const post = isLandsat ? await landsat8(grid, later, after) : await sentinel2(grid, later, after)
  const ndbi = normalisedDifference(pre.bands['swir1']!, pre.bands['nir']!)
  const seen = valid(ndbi, (at) => cloudy[at] === 0)
  const over = (limit: number) => countWhere(seen, (value) => value > limit)
  const ha = pixelHectares(grid)
  return {
    seed,
    date,
    later,
    files: pre.files,
    pair: [...plain.files, ...post.files],
    lateFiles: post.files,
    hectaresOver: (limit: number) => over(limit) * ha,
    shareOver: (limit: number) => (100 * over(limit)) / seen.length,
    growth: (count(grown, 'built') - count(land, 'built')) * ha,
    townHectares: countWhere(town.cells, (cell) => cell === 1) * ha,
    plainFiles: plain.files,
    without: (pattern: RegExp) => pre.files.filter(({ name }) => !pattern.test(name)),
  }
}

const BUILT: readonly Chain[] = [[['ndbi'], ['threshold_mask'], ['mask_area']]]
const builtOver = (value: number, unit: string): readonly Chain[] => [
  [['ndbi'], [{ tool: 'threshold_mask', args: { value } }], [{ tool: 'mask_area', args: { unit } }]],
]
const SWIR = /_(B11|SR_B6)[_.]/

export const urbanExtent = fieldType('urban-extent', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ hectaresOver }) => ({
        question: 'How many hectares are built up?',
        answer: number(hectaresOver(0), 'ha'),
        chains: BUILT,
      }),
    },
    {
      style: 'numeric',
      ask: ({ hectaresOver }) => ({
        question: 'Urban area in square kilometres, taking an NDBI above 0.08 as urban?',
        answer: number(hectaresOver(0.08) / 100, 'km2'),
        chains: builtOver(0.08, 'km2'),
      }),
    },
    {
      style: 'indirect',
      ask: ({ shareOver }) => ({
        question:
          'There is a subsidy if more than five per cent of the cloud-free ground is built over, which they judge by NDBI above 0. What is our percentage?',
        answer: number(shareOver(0), '%'),
        chains: [[['ndbi'], ['threshold_mask']]],
      }),
    },
    {
      style: 'choice',
      ask: ({ shareOver, seed }) => {
        const list = options(shareOver(0), seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `Which share of the scene is covered by settlements?\n${list.text}`,
          answer: choice(list.label),
          chains: [[['ndbi'], ['threshold_mask']]],
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ hectaresOver }) => ({
        question:
          'First compute the NDBI, then mark the pixels above 0 as built-up, then give their area in m².',
        answer: number(hectaresOver(0) * 10_000, 'm2'),
        chains: builtOver(0, 'm2'),
      }),
    },
    {
      style: 'choice',
      ask: ({ growth, pair, seed, date, later }) => {
        const list = options(growth, seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `Compare ${date} with ${later}. The built-up surface has become larger by\n${list.text}`,
          answer: choice(list.label),
          chains: [
            [
              ['ndbi', 'ndbi'],
              ['threshold_mask', 'threshold_mask'],
              ['mask_area', 'mask_area'],
              ['compare_values'],
            ],
            [['ndbi', 'ndbi'], ['threshold_mask', 'threshold_mask'], ['gain_loss']],
            [['ndbi', 'ndbi'], ['threshold_mask', 'threshold_mask'], ['mask_area_series']],
          ],
          forbidden: ['multi_otsu_classes'],
          files: pair,
        }
      },
    },
    {
      style: 'indirect',
      ask: ({ hectaresOver }) => ({
        question: 'A planner wants to know how much land the houses take up. Please give it in km².',
        answer: number(hectaresOver(0) / 100, 'km2'),
        chains: builtOver(0, 'km2'),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ without }) => ({
        question: 'What is the built-up area by NDBI, in hectares?',
        answer: refusal,
        chains: [],
        files: without(SWIR),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ plainFiles }) => ({
        question: 'How many people live in the largest town of this image?',
        answer: refusal,
        chains: [],
        files: plainFiles,
      }),
    },
    {
      style: 'numeric',
      ask: ({ growth, pair, date, later }) => ({
        question: `By how many hectares did the built-up area grow from ${date} to ${later}?`,
        answer: number(growth, 'ha'),
        chains: [
          [
            ['ndbi', 'ndbi'],
            ['threshold_mask', 'threshold_mask'],
            ['mask_area', 'mask_area'],
            ['compare_values'],
          ],
          [['ndbi', 'ndbi'], ['threshold_mask', 'threshold_mask'], ['gain_loss']],
          [['ndbi', 'ndbi'], ['threshold_mask', 'threshold_mask'], ['mask_area_series']],
        ],
        forbidden: ['multi_otsu_classes'],
        files: pair,
      }),
    },
    {
      style: 'numeric',
      ask: ({ plainFiles }) => ({
        question: 'How many separate settlements are there?',
        answer: number(3, 'count', { relative: 0 }),
        chains: [[['ndbi'], ['threshold_mask'], ['components']]],
        files: plainFiles,
      }),
    },
    {
      style: 'numeric',
      ask: ({ hectaresOver, date }) => ({
        question: `Square metres on ${date} where the cloud mask is clear and NDBI tops 0.06, please.`,
        answer: number(hectaresOver(0.06) * 10_000, 'm2'),
        chains: builtOver(0.06, 'm2'),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ plainFiles }) => ({
        question: 'How did the built-up area change between the two dates, in hectares?',
        answer: refusal,
        chains: [],
        files: plainFiles,
      }),
    },
  ],
})
