import { seededRandom } from '../../../src/lib/random.ts'
import { burnedIn, fireDates, SIDE, unburned } from '../data/fire-dates.ts'
import { textFile } from '../data/files.ts'
import { landOf, paint, patch } from '../data/land.ts'
import { pixelHectares } from '../data/place.ts'
import { cellsWhere, patches } from '../data/truth-shapes.ts'
import { minus, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** A forest before and after a fire that left a large scar and a small one, some of it burned but in part. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const lake = patch(random, SIDE, { col: 15, row: 66, along: 8 })
  const land = paint(landOf(SIDE, 'forest'), lake, 'water')
  const large = patch(random, SIDE, { col: 48, row: 30, along: 14 + 6 * random(), across: 9 + 4 * random() })
  const small = patch(random, SIDE, { col: 60, row: 64, along: 4 + 2 * random() })
  const weak = burnedIn(patch(random, SIDE, { col: 34, row: 62, along: 4 + 3 * random() }), 0.33)
  const burn = weak.map((share, at) => (large.cells[at] === 1 || small.cells[at] === 1 ? 1 : share))
  const scene = await fireDates(random, [
    { land, burn: unburned() },
    { land, burn },
  ])
  const [pre, post] = scene.dates as [(typeof scene.dates)[number], (typeof scene.dates)[number]]
  const change = minus(pre.nbr, post.nbr)
  const hectares = pixelHectares(scene.grid)
  const burnedOver = (limit: number) => cellsWhere(change, (value) => value >= limit)
  const files = [...pre.files, ...post.files]
  return {
    seed,
    files,
    without: (pattern: RegExp) => files.filter(({ name }) => !pattern.test(name)),
    before: pre.date,
    later: post.date,
    laterFiles: post.files,
    hectaresOver: (limit: number) => burnedOver(limit).length * hectares,
    percent: (100 * burnedOver(0.27).length) / valid(change).length,
    largest: patches((at) => change[at]! >= 0.27, SIDE, SIDE)[0]!.length * hectares,
  }
}
type Burnt = Awaited<ReturnType<typeof world>>

const SWIR = /[_.](B12|SR_B7|B11|SR_B6)[_.]/
const SWIR2 = /[_.](B12|SR_B7)[_.]/

const CHAIN: readonly Chain[] = [
  [['nbr'], ['nbr'], ['difference'], ['threshold_mask'], ['mask_area']],
  [['burn_severity'], ['mask_area']],
]
const over = (value: number, side: 'at_or_above' | 'above' = 'at_or_above'): readonly Chain[] => [
  [
    ['nbr', 'nbr'],
    ['difference'],
    [{ tool: 'threshold_mask', args: { rule: 'value', value, side } }],
    ['mask_area'],
  ],
]
const hectares = ({ hectaresOver }: Burnt, limit = 0.27) => number(hectaresOver(limit), 'ha')

export const burnedArea = fieldType('burned-area', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many hectares burned between the two dates?',
        answer: hectares(made),
        chains: CHAIN,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the burned area in square kilometres, taking a dNBR of at least 0.3 as burned?',
        answer: number(made.hectaresOver(0.3) / 100, 'km2'),
        chains: over(0.3),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'I am answering the prefect tonight: he wishes to hear how many square kilometres went up in flames between the first picture and the second.',
        answer: number(made.hectaresOver(0.27) / 100, 'km2'),
        chains: CHAIN,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.hectaresOver(0.27), made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How large is the burned area?\n${list.text}`,
          answer: choice(list.label),
          chains: CHAIN,
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many hectares burned?',
        answer: refusal,
        chains: [],
        files: made.without(SWIR),
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Derive NBR from the pass before the fire and from the pass after it. Form before minus after. Of the pixels valid in that difference, what per cent has 0.27 or more?',
        answer: number(made.percent, '%'),
        chains: CHAIN,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          "I'm a forest guard and have to fill in a form: “surface affected by the fire (ha)”. The images are from before and after it. Which number goes in?",
        answer: hectares(made),
        chains: CHAIN,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First map NBR for each date, then take the drop from the first to the second, then mark pixels with a drop above 0.4 and give me their total in m².',
        answer: number(made.hectaresOver(0.4) * 10_000, 'm2'),
        chains: over(0.4, 'above'),
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question:
          'Claims desk. This is all the policy holder sent us. What number of hectares did the blaze destroy?',
        answer: refusal,
        chains: [],
        // The image before the fire alone.
        files: made.files.filter((file) => !made.laterFiles.includes(file)),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What percentage of the pixels that can be seen on both images burned (dNBR from 0.27)?',
        answer: number(made.percent, '%'),
        chains: CHAIN,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Size of the biggest single burn scar, in ha?',
        answer: number(made.largest, 'ha'),
        chains: [[['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['components']]],
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.largest, made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `More than one spot burned. What does the most extensive of the connected burn scars measure?\n${list.text}`,
          answer: choice(list.label),
          chains: [[['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['components']]],
        }
      },
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How big is the burn, in km2?',
        answer: refusal,
        chains: [],
        // The second short-wave infrared came down as a page of text.
        files: made.files.map((file) =>
          SWIR2.test(file.name) ? textFile(file.name, `<html>404 ${file.name} not found</html>`) : file,
        ),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Hectares with a dNBR of 0.5 or higher?',
        answer: hectares(made, 0.5),
        chains: over(0.5),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Strict reading, please: how many km² have a dNBR greater than 0.6?',
        answer: number(made.hectaresOver(0.6) / 100, 'km2'),
        chains: over(0.6, 'above'),
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
        question: 'Burned surface between the two Landsat dates, in ha?',
        answer: number(8026.11, 'ha'),
        chains: CHAIN,
      },
    },
    {
      split: 'dev',
      style: 'numeric',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'What area in km² has a dNBR of 0.44 or more?',
        answer: number(2.9358, 'km2'),
        chains: over(0.44),
      },
    },
    {
      split: 'dev',
      style: 'direct',
      scene: 'hls',
      accept: /burnscar/,
      asked: {
        question: 'How many hectares does the burn scar mask mark?',
        answer: number(4545.36, 'ha'),
        chains: [[['mask_area|class_areas|mask_by_class']]],
      },
    },
    {
      split: 'test',
      style: 'direct',
      scene: 'corumba_fire_2019',
      asked: {
        question: 'How large is the biggest burn scar of August 2019, in hectares?',
        answer: number(3355.74, 'ha'),
        chains: [[['nbr', 'nbr'], ['difference'], ['threshold_mask'], ['components']]],
      },
    },
    {
      split: 'test',
      style: 'unanswerable',
      scene: 'corumba_fire_2019',
      accept: /_20190825_/,
      asked: {
        question: 'How many hectares burned between 9 August and 25 August 2019?',
        answer: refusal,
        chains: [],
      },
    },
  ],
})
