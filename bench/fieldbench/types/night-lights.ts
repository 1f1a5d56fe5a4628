import { UNKNOWN_CRS } from '../../../src/raster/grid/grid.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { bell, type Random } from '../../../scripts/sample/random-shapes.ts'
import { landOf, paint, patch, reflectance } from '../data/land.ts'
import { LIGHT_SERIES, nightLights } from '../data/night-lights.ts'
import { geographicGrid, squareGrid } from '../data/place.ts'
import { sentinel2 } from '../data/sensors.ts'
import { countWhere, geographicCellArea, meanOf, quantile } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

const SIDE = 60
/** 15 arc seconds. */
const CELL = 1 / 240

interface Town {
  readonly col: number
  readonly row: number
  readonly glow: number
  readonly reach: number
}

/** Lights of towns that fade with distance, over a faint ground. */
function glow(random: Random, towns: readonly Town[]): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [col, row] = [at % SIDE, Math.floor(at / SIDE)]
    const light = towns.reduce((sum, town) => {
      const far = Math.hypot(col - town.col, row - town.row) / town.reach
      return sum + town.glow * Math.exp(-far * far)
    }, 0.3)
    return Math.max(0, light * (1 + 0.05 * bell(random)))
  })
}

/** Three towns, well apart, of which one grows and a fourth appears, as any of the usual series of night lights has them. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const series = LIGHT_SERIES[seed % 2]!
  const grid = geographicGrid(random, SIDE, CELL)
  const city = { col: 20 + 3 * random(), row: 22, glow: 34 + 12 * random(), reach: 6 + random() }
  const towns = [
    city,
    { col: 46, row: 15, glow: 22, reach: 4 },
    { col: 44, row: 46, glow: 26, reach: 3 + random() },
  ]
  const fresh = { col: 14, row: 50, glow: 24, reach: 3 + random() }
  const year = series === 'eog' ? 2013 + Math.floor(4 * random()) : 2013 + Math.floor(3 * random())
  const later = year + 4 + Math.floor(3 * random())
  const bright = glow(random, [
    { ...city, glow: city.glow * 1.3, reach: city.reach * 1.2 },
    ...towns.slice(1),
    fresh,
  ])
  const first = glow(random, towns)
  const pre = await nightLights(series, grid, year, first)
  const post = await nightLights(series, grid, later, bright)
  const old = await nightLights('dmsp', grid, 2013, first)
  const unplaced = await nightLights(series, { ...grid, crs: UNKNOWN_CRS }, year, first)
  const place = squareGrid(random, SIDE, 20)
  const centre = patch(random, SIDE, { col: 30, row: 30, along: 9 })
  const day = await sentinel2(
    place,
    `${year}-07-10`,
    reflectance(random, paint(landOf(SIDE, 'grass'), centre, 'built')),
  )
  /** Square kilometres where a test holds. */
  const area = (values: Float32Array, test: (value: number) => boolean) =>
    Array.from({ length: SIDE }, (_, row) => {
      const cells = countWhere(values.subarray(row * SIDE, (row + 1) * SIDE), test)
      return (cells * geographicCellArea(CELL, grid.transform[5] - (row + 1) * CELL)) / 1e6
    }).reduce((sum, each) => sum + each, 0)
  return {
    seed,
    year,
    later,
    files: [pre.file],
    pair: [pre.file, post.file],
    pre: Array.from(pre.values),
    post: Array.from(post.values),
    areaOver: (limit: number) => area(pre.values, (value) => value > limit),
    growthOver: (limit: number) =>
      area(post.values, (value) => value > limit) - area(pre.values, (value) => value > limit),
    dmsp: [old.file],
    dmspShare: (limit: number) => (100 * countWhere(old.values, (value) => value >= limit)) / (SIDE * SIDE),
    unplaced: [unplaced.file],
    day: day.files,
  }
}

const light = (value: number) => number(value, 'nW/cm2/sr')
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const STATISTICS: readonly Chain[] = [[['statistics']]]
const shareOver = (value: number): readonly Chain[] => [
  [[{ tool: 'threshold_mask', args: { value } }]],
  [['count_where']],
]
const areaOver = (value: number, unit: string): readonly Chain[] => [
  [[{ tool: 'threshold_mask', args: { value } }], [{ tool: 'mask_area', args: { unit } }]],
  [[{ tool: 'count_where', args: { unit } }]],
]
const CHANGE: readonly Chain[] = [
  [['difference']],
  [['layer_statistics_series']],
  [['statistics', 'statistics'], ['compare_values']],
]

export const nightLightsType = fieldType('night-lights', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ pre }) => ({
        question: 'What is the mean radiance of the night lights?',
        answer: light(meanOf(pre)),
        chains: STATISTICS,
      }),
    },
    {
      style: 'numeric',
      ask: ({ areaOver: over, year }) => ({
        question: `How many square kilometres shone brighter than 10 nW/cm²/sr in ${year}?`,
        answer: number(over(10), 'km2'),
        chains: areaOver(10, 'km2'),
      }),
    },
    {
      style: 'indirect',
      ask: ({ post, pair, later }) => ({
        question: `Turtle hatchlings go astray where artificial glow is strong. In ${later}, what per cent of the pixels gave off more than 20 nW/cm²/sr?`,
        answer: number((100 * countWhere(post, (value) => value > 20)) / post.length, '%'),
        chains: shareOver(20),
        files: pair,
      }),
    },
    {
      style: 'choice',
      ask: ({ pre, seed }) => {
        const list = options(meanOf(pre), seed, (value) => `${value.toFixed(2)} nW/cm²/sr`)
        return {
          question: `How bright is the area at night, on average?\n${list.text}`,
          answer: choice(list.label),
          chains: STATISTICS,
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ pre, post, pair, year, later }) => ({
        question: `First take the night lights of ${year}, then those of ${later}, subtract the first from the second and give the mean change of radiance.`,
        answer: light(meanOf(post) - meanOf(pre)),
        chains: CHANGE,
        files: pair,
      }),
    },
    {
      style: 'numeric',
      ask: ({ areaOver: over, year }) => ({
        question: `Hectares with a night-time radiance exceeding 15 nW/cm²/sr, ${year}?`,
        answer: number(over(15) * 100, 'ha'),
        chains: areaOver(15, 'ha'),
      }),
    },
    {
      style: 'indirect',
      ask: ({ pre }) => ({
        question:
          'The power company asks how strong the lamps shine at the brightest spot of the city at night.',
        answer: light(Math.max(...pre)),
        chains: STATISTICS,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ year }) => ({
        question: `How much did the night lights grow since ${year}?`,
        answer: refusal,
        chains: [],
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ dmsp }) => ({
        question: 'From this DMSP stable lights image, what is the average radiance in nW/cm²/sr?',
        answer: refusal,
        chains: [],
        // Numbers that nobody calibrated.
        files: dmsp,
      }),
    },
    {
      style: 'numeric',
      ask: ({ dmsp, dmspShare }) => ({
        question: 'What share of the pixels of the DMSP image is lit with a DN of at least 12, in %?',
        answer: number(dmspShare(12), '%'),
        chains: shareOver(12),
        files: dmsp,
      }),
    },
    {
      style: 'stepwise',
      ask: () => ({
        question:
          'First mask what is brighter than 12 nW/cm²/sr in the night lights, then count the separate patches of light.',
        answer: number(3, 'count', { relative: 0 }),
        chains: [[[{ tool: 'threshold_mask', args: { value: 12 } }], ['components']]],
      }),
    },
    {
      style: 'direct',
      ask: ({ post, pair, later }) => ({
        question: `Which radiance do only ten per cent of the pixels surpass in the ${later} night lights?`,
        answer: light(quantile(post, 0.9)),
        chains: [[['statistics|percentile_of_raster']]],
        files: pair,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ unplaced }) => ({
        question: 'How many km² are lit brighter than 8 nW/cm²/sr at night?',
        answer: refusal,
        chains: [],
        // Without a coordinate reference system there is no area.
        files: unplaced,
      }),
    },
    {
      style: 'numeric',
      ask: ({ pre, post, pair, year, later }) => ({
        question: `By what percentage did the mean night light rise from ${year} to ${later}?`,
        answer: number((100 * (sum(post) - sum(pre))) / sum(pre), '%'),
        chains: [[['relative_change']], ...CHANGE],
        files: pair,
      }),
    },
  ],
})
