import { bell } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { iceConcentration, iceGrid, ICE_PIXEL_KM2 } from '../data/ice-concentration.ts'
import { landOf, paint, patch, reflectance } from '../data/land.ts'
import { dayAfter, squareGrid } from '../data/place.ts'
import { landsat8, sentinel2 } from '../data/sensors.ts'
import { countWhere, meanOf, normalisedDifference, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/**
 * Ice concentration about a pole on two days, by which the ice draws back or advances, and, of another sea, an image of
 * floes by Sentinel-2 or Landsat 8.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const hemisphere = random() < 0.5 ? ('north' as const) : ('south' as const)
  const side = 100
  const grid = iceGrid(hemisphere, side)
  const coast = patch(random, side, { col: 20, row: 70, along: 16, across: 11 })
  const phase = 6 * random()
  const wide = 30 + 6 * random()
  /** Falls from the pole outwards over a marginal zone. */
  const day = (radius: number) =>
    Float32Array.from({ length: side * side }, (_, cell) => {
      if (coast.cells[cell]) return NaN
      const [x, y] = [(cell % side) - 50, Math.floor(cell / side) - 50]
      const edge = radius * (1 + 0.12 * Math.cos(3 * Math.atan2(y, x) + phase))
      const share = 97 - 9 * (Math.hypot(x, y) - edge) + 2 * bell(random)
      return Math.min(100, Math.max(0, share))
    })
  const first = dayAfter('2018-03-10', Math.floor(300 * random()))
  const dates = [first, dayAfter(first, 30)] as const
  const see = (date: string, percent: Float32Array) => iceConcentration(hemisphere, grid, date, percent)
  const much = await see(dates[0], day(wide))
  const little = await see(dates[1], day(0.75 * wide))
  const grown = [await see(dates[0], day(0.75 * wide)), await see(dates[1], day(wide))] as const
  type Seen = typeof much
  const extent = ({ percent }: Seen, limit = 15) =>
    countWhere(percent, (value) => value >= limit) * ICE_PIXEL_KM2
  const turned = (from: Seen, to: Seen, limit = 15) =>
    ICE_PIXEL_KM2 *
    [...from.percent.keys()].filter((cell) => from.percent[cell]! >= limit && to.percent[cell]! < limit)
      .length
  return {
    seed,
    dates,
    files: [much.file],
    pair: [much.file, little.file],
    grownPair: grown.map(({ file }) => file),
    extent: (limit?: number) => extent(much, limit),
    share: (limit: number) => (100 * extent(much, limit)) / ICE_PIXEL_KM2 / valid(much.percent).length,
    meanPercent: meanOf(valid(much.percent)),
    lost: (limit?: number) => turned(much, little, limit),
    gained: turned(grown[1], grown[0]),
    floes: await floes(seed, dates[0]),
  }
}

/** Floes on open water; of the scene's bands those that the infrared needs may be left out. */
async function floes(seed: number, date: string) {
  const random = seededRandom(seed + 1)
  const side = 70
  const isLandsat = random() < 0.5
  const grid = squareGrid(random, side, isLandsat ? 30 : 20)
  const places = [10, 26, 42, 58].flatMap((col) => [12, 34, 56].map((row) => ({ col, row })))
  const land = places.reduce(
    (made, place) => paint(made, patch(random, side, { ...place, along: 4 + 3 * random() }), 'snow'),
    landOf(side, 'water'),
  )
  const seen = await (isLandsat ? landsat8 : sentinel2)(grid, date, reflectance(random, land))
  const ndwi = normalisedDifference(seen.bands['green']!, seen.bands['nir']!)
  return {
    files: seen.files,
    visible: seen.files.filter(({ name }) => /_(B0[234]|SR_B[234])[_.]/.test(name)),
    percentBelow: (limit: number) => (100 * countWhere(ndwi, (value) => value < limit)) / ndwi.length,
  }
}

const AREA: readonly Chain[] = [[['threshold_mask'], ['mask_area']], [['count_where']]]
const cut = (value: number): readonly Chain[] => [
  [[{ tool: 'threshold_mask', args: { value, side: 'at_or_above' } }], ['mask_area']],
]
const CHANGE: readonly Chain[] = [[['threshold_mask', 'threshold_mask'], ['combine_masks'], ['mask_area']]]

export const seaIce = fieldType('sea-ice', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ extent }) => ({
        question: 'What is the sea-ice extent on this day, in km²?',
        answer: number(extent(), 'km2'),
        chains: AREA,
      }),
    },
    {
      style: 'numeric',
      ask: ({ extent }) => ({
        question: 'Area where the sea-ice concentration is at least 80 %, in square kilometres?',
        answer: number(extent(80), 'km2'),
        chains: cut(0.8),
      }),
    },
    {
      style: 'indirect',
      ask: ({ extent }) => ({
        question:
          'Polar bears hunt where at least half of the sea surface is frozen over. How many square kilometres could they hunt on that day?',
        answer: number(extent(50), 'km2'),
        chains: cut(0.5),
      }),
    },
    {
      style: 'choice',
      ask: ({ seed, meanPercent }) => {
        const list = options(meanPercent, seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `What is the mean ice concentration over the sea?\n${list.text}`,
          answer: choice(list.label),
          chains: [[['statistics']]],
        }
      },
    },
    {
      style: 'unanswerable',
      ask: () => ({
        question: 'By how many square kilometres did the sea ice shrink?',
        answer: refusal,
        // One day alone.
        chains: [],
      }),
    },
    {
      style: 'stepwise',
      ask: ({ share }) => ({
        question:
          'Flag the cells with a concentration of 15 % or above. Count them. Now count all sea cells that have data. The first as per cent of the second, please.',
        answer: number(share(15), '%'),
        chains: AREA,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ pair, lost }) => ({
        question:
          'First mask the sea ice (15 % and more) on both days, then tell me how many km² were ice on the first day and open water on the second.',
        files: pair,
        answer: number(lost(), 'km2'),
        chains: CHANGE,
      }),
    },
    {
      style: 'indirect',
      ask: ({ share }) => ({
        question:
          'For the routing of a supply ship we need to know how much of the sea is closed by ice, in percent.',
        answer: number(share(15), '%'),
        chains: AREA,
      }),
    },
    {
      style: 'direct',
      ask: ({ meanPercent }) => ({
        question:
          'How high is the ice concentration averaged over all sea cells, those without any ice included, in percent?',
        answer: number(meanPercent, '%'),
        chains: [[['statistics']]],
      }),
    },
    {
      style: 'numeric',
      ask: ({ floes: { files, percentBelow } }) => ({
        question: 'What percentage of the scene has an NDWI below 0.25, which here means ice floes?',
        files,
        answer: number(percentBelow(0.25), '%'),
        chains: [
          [['ndwi'], [{ tool: 'threshold_mask', args: { value: 0.25, side: 'below' } }], ['mask_area']],
        ],
      }),
    },
    {
      style: 'direct',
      ask: ({ grownPair, gained, dates }) => ({
        question: `By how many km² did the sea ice grow from ${dates[0]} to ${dates[1]}?`,
        files: grownPair,
        answer: number(gained, 'km2'),
        chains: CHANGE,
      }),
    },
    {
      style: 'unanswerable',
      ask: () => ({
        question: 'Can a lorry drive there? I mean, how many metres thick is the ice on average?',
        answer: refusal,
        // A concentration tells no thickness.
        chains: [],
      }),
    },
  ],
})
