import { seededRandom } from '../../../src/lib/random.ts'
import { clearings } from '../data/clearings.ts'
import { dayInWords } from '../data/days.ts'
import { patchSizes } from '../data/patches.ts'
import { pixelHectares } from '../data/place.ts'
import { countWhere, valid } from '../data/truth.ts'
import { twoDates } from '../data/two-dates.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/**
 * Forest in which two to four patches were cleared a year later. NDVI is 0.8 of forest, 0.67 of the meadow, 0.2 of cleared
 * ground, so that rules of the trade agree on what was cleared.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const side = 90
  const land = clearings(random, side, 'bare')
  const pair = await twoDates(random, land, { days: 368, bands: ['blue', 'green', 'red', 'nir'] })
  const hectares = pixelHectares(pair.grid)
  const cleared = (limit = 0.3) => countWhere(pair.change, (value) => value <= -limit) * hectares
  const parts = patchSizes(
    Array.from(pair.change, (value) => value <= -0.3),
    side,
  )
  return { seed, pair, files: [...pair.before, ...pair.after], hectares, cleared, parts }
}
type Made = Awaited<ReturnType<typeof world>>

const NDVI_CHANGE: Chain = [['ndvi'], ['ndvi'], ['difference']]
const BY_MASKS: Chain = [['ndvi'], ['threshold_mask'], ['ndvi'], ['threshold_mask']]
/** By the fall of NDVI, or by forest before and not after. */
const AREA: readonly Chain[] = [
  [...NDVI_CHANGE, ['threshold_mask'], ['mask_area']],
  [...BY_MASKS, ['gain_loss']],
  [...BY_MASKS, ['combine_masks'], ['mask_area']],
]
const falling = (limit: number): readonly Chain[] => [
  [...NDVI_CHANGE, [{ tool: 'threshold_mask', args: { value: -limit } }], ['mask_area']],
]
const PARTS: readonly Chain[] = [[...NDVI_CHANGE, ['threshold_mask'], ['components']]]

const hectares = (made: Made) => number(made.cleared(), 'ha')

export const deforestation = fieldType('deforestation', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => {
        const [first, last] = made.pair.dates
        return {
          question: `How many hectares of forest were cleared between ${first} and ${last}?`,
          answer: hectares(made),
          chains: AREA,
        }
      },
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'The concession allows 40 ha of timber a year. What area of trees was really felled between the two images? Answer in ha.',
        answer: hectares(made),
        chains: AREA,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'Of all the patches where forest was cut, how many hectares does the second largest have?',
        answer: number(made.parts[1]! * made.hectares, 'ha'),
        chains: PARTS,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.cleared(), made.seed, (value) => `about ${value.toFixed(1)} hectares`)
        return {
          question: `How much forest has been lost in a year?\n${list.text}`,
          answer: choice(list.label),
          chains: AREA,
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question:
          'Count as deforested each pixel whose NDVI fell by at least 0.35. What is the deforested area in hectares?',
        answer: number(made.cleared(0.35), 'ha'),
        chains: falling(0.35),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'We audit carbon credits for this concession. Please state in square metres how much tree cover the owner removed between the two acquisitions.',
        answer: number(made.cleared() * 10_000, 'm2'),
        chains: AREA,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => {
        const [before, after] = made.pair.ndvi
        const gone = before.filter((value, at) => value > 0.5 && after[at]! <= 0.5)
        return {
          question:
            'First map the forest of each date as NDVI above 0.5, then find what was forest on the first date and no longer is on the second. How many hectares are that?',
          answer: number(gone.length * made.hectares, 'ha'),
          chains: AREA.slice(1),
        }
      },
    },
    {
      style: 'unanswerable',
      ask: ({ pair }) => ({
        question: 'How many hectares of forest disappeared in the last year?',
        answer: refusal,
        chains: [],
        files: pair.after,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Take the older NDVI away from the newer NDVI. Values of −0.4 and less are felled ground. Sum up the felled ground in km².',
        answer: number(made.cleared(0.4) / 100, 'km2'),
        chains: falling(0.4),
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What percentage of the image was deforested between the two dates?',
        answer: number(
          (100 * countWhere(made.pair.change, (value) => value <= -0.3)) / valid(made.pair.change).length,
          '%',
        ),
        chains: AREA,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'How large is the biggest single clearing in the forest, in hectares?',
        answer: number(made.parts[0]! * made.hectares, 'ha'),
        chains: PARTS,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ files }) => ({
        question: 'How many cubic metres of timber left this forest from the first picture to the second?',
        answer: refusal,
        chains: [],
        // Reflectance tells no volume.
        files,
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: `What forest area was cleared from ${dayInWords(made.pair.dates[0])} to ${dayInWords(made.pair.dates[1])}?`,
        answer: refusal,
        chains: [],
        files: [...made.pair.before, ...made.pair.overcast],
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many separate clearings appeared in the forest since the first image?',
        answer: number(made.parts.length, 'count'),
        chains: PARTS,
      }),
    },
  ],
})
