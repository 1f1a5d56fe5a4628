import { bell } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { fireDates, ringedScar, SIDE, unburned } from '../data/fire-dates.ts'
import { landOf, paint, patch } from '../data/land.ts'
import { pixelHectares } from '../data/place.ts'
import { moran, patches } from '../data/truth-shapes.ts'
import { minus, quantile, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

const PLACES = [16, 38, 60].flatMap((row) => [30, 48, 66].map((col) => ({ col, row })))

/** Grass with crops, some hot places, and two scars that came between two Landsat dates. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const places = [...PLACES]
  const place = () => places.splice(Math.floor(places.length * random()), 1)[0]!
  const spot = (along: number) => patch(random, SIDE, { ...place(), along })
  const hot = Array.from({ length: 2 + Math.floor(3 * random()) }, () => spot(3.5 + 3 * random()))
  const crops = [spot(6), spot(4 + 2 * random())]
  const land = crops.reduce((ground, mask) => paint(ground, mask, 'crop'), landOf(SIDE, 'bare'))
  const green = crops.reduce((ground, mask) => paint(ground, mask, 'crop'), landOf(SIDE, 'forest'))
  const scars = [8, 5].map((along) => ringedScar(random, { ...place(), along, across: along }))
  const kelvin = Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const isHot = hot.some(({ cells }) => cells[at] === 1)
    return (isHot ? 318 : 299) + 0.7 * bell(random)
  })
  const single = await fireDates(random, [{ land, burn: unburned() }], kelvin)
  const pair = await fireDates(random, [
    { land: green, burn: unburned() },
    { land: green, burn: scars[0]!.map((share, at) => Math.max(share, scars[1]![at]!)) },
  ])
  const [only] = single.dates as [(typeof single.dates)[number]]
  const [pre, post] = pair.dates as [(typeof pair.dates)[number], (typeof pair.dates)[number]]
  const fell = minus(pre.nbr, post.nbr)
  const groups = (values: ArrayLike<number>, hectares: number) => (limit: number) => {
    const found = patches((at) => values[at]! >= limit, SIDE, SIDE).map((cells) => cells.length * hectares)
    return { count: found.length, largest: found[0] ?? 0, area: found.reduce((sum, each) => sum + each, 0) }
  }
  const [own, theirs] = [pixelHectares(single.grid), pixelHectares(pair.grid)]
  return {
    seed,
    files: only.files,
    cold: only.files.filter(({ name }) => !name.includes('ST_B10')),
    noRed: only.files.filter(({ name }) => !/SR_B[45]/.test(name)),
    pair: [...pre.files, ...post.files],
    last: post.files,
    days: [pre.date, post.date] as const,
    warmer: groups(only.kelvin!, own),
    greener: groups(only.ndvi, own),
    fallen: groups(fell, theirs),
    ndviAt: (share: number) => quantile(valid(only.ndvi), share),
    moran: moran(only.kelvin!, SIDE),
  }
}

const HEAT: readonly Chain[] = [
  [['hotspots']],
  [['surface_temperature'], ['hotspots']],
  [['surface_temperature'], ['threshold_mask'], ['components']],
]
const heat = (value: number, side: 'above' | 'at_or_above'): readonly Chain[] => [
  [['surface_temperature'], [{ tool: 'hotspots|threshold_mask', args: { rule: 'value', value, side } }]],
]
const GREEN: readonly Chain[] = [
  [['ndvi'], ['hotspots']],
  [['ndvi'], ['threshold_mask'], ['components']],
]
const FALL: readonly Chain[] = [
  [['nbr', 'nbr'], ['difference'], ['hotspots']],
  [['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['components']],
]
const spots = (value: number) => number(value, 'count', { relative: 0 })

export const hotspots = fieldType('hotspots', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many separate hotspots are hotter than 310 K?',
        answer: spots(made.warmer(310).count),
        chains: heat(310, 'above'),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question:
          'What is the area in hectares of the largest hotspot with a surface temperature above 308 K?',
        answer: number(made.warmer(308).largest, 'ha'),
        chains: heat(308, 'above'),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'The landfill people suspect smouldering below ground. If you add up all patches hotter than 40 °C at the surface, how many hectares is that?',
        answer: number(made.warmer(40 + 273.15).area, 'ha'),
        chains: [...HEAT, [['surface_temperature'], ['threshold_mask'], ['mask_area']]],
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.warmer(309).area, made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How large are all hotspots with a surface temperature above 309 K together?\n${list.text}`,
          answer: choice(list.label),
          chains: HEAT,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many hotspots are warmer than 310 K?',
        answer: refusal,
        chains: [],
        files: made.cold,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'From the NBR of both dates form dNBR, retain 0.45 and upwards, join pixels that touch by side or corner, and count the groups.',
        answer: spots(made.fallen(0.45).count),
        chains: FALL,
        files: made.pair,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Above which NDVI value do the top 5 % hotspots of the scene begin?',
        answer: number(made.ndviAt(0.95), '1'),
        chains: [[['ndvi'], ['hotspots|percentile_of_raster']]],
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Where did the fire hit hardest? Take hotspots of dNBR at or above 0.66; I need the size of the largest one in hectares for the field crew.',
        answer: number(made.fallen(0.66).largest, 'ha'),
        chains: FALL,
        files: made.pair,
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question:
          "Is the ground heat patchy or spread evenly? I would quote Moran's I of the surface temperature.",
        answer: refusal,
        chains: [],
        files: made.cold,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First compute NDVI, then find its hotspots at or above 0.6, then tell me how many there are.',
        answer: spots(made.greener(0.6).count),
        chains: GREEN,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Total area of the hotspots with dNBR of at least 0.44, in km²?',
        answer: number(made.fallen(0.44).area / 100, 'km2'),
        chains: [...FALL, [['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['mask_area']]],
        files: made.pair,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.greener(0.5).area, made.seed, (value) => `${value.toFixed(2)} ha`)
        return {
          question: `Green hotspots are patches with NDVI of 0.5 or higher. All of them combined cover\n${list.text}`,
          answer: choice(list.label),
          chains: [...GREEN, [['ndvi'], ['threshold_mask'], ['mask_area']]],
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: "Are high surface temperatures clustered? Give me Moran's I of the surface temperature.",
        answer: number(made.moran, '1'),
        chains: [[['surface_temperature'], ['morans_i']]],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many NDVI hotspots (0.6 or higher) are there?',
        answer: refusal,
        chains: [],
        files: made.noRed,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the NDVI limit that sets apart the highest 1 % of the pixels as hotspots?',
        answer: number(made.ndviAt(0.99), '1'),
        chains: [[['ndvi'], ['hotspots|percentile_of_raster']]],
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many hotspots did the fire leave, taking a dNBR of 0.6 and more?',
        answer: spots(made.fallen(0.6).count),
        chains: FALL,
        files: made.pair,
      }),
    },
  ],
  // scripts/oracles/field.py, corumba.
  real: [
    {
      split: 'train',
      style: 'direct',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'How many hotspots have a dNBR of at least 0.5?',
        answer: number(126, 'count', { relative: 0.01 }),
        chains: FALL,
      },
    },
    {
      split: 'dev',
      style: 'numeric',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'How many hectares does the largest hotspot with dNBR of at least 0.44 cover?',
        answer: number(36.36, 'ha'),
        chains: FALL,
      },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'Which dNBR value do the top 5 % hotspots start at?',
        answer: number(0.333224, '1'),
        chains: [[['nbr', 'nbr'], ['difference'], ['hotspots|percentile_of_raster']]],
      },
    },
  ],
})
