import { seededRandom } from '../../../src/lib/random.ts'
import { clearings } from '../data/clearings.ts'
import { dayInWords } from '../data/days.ts'
import { tiffFile } from '../data/files.ts'
import { paint, patch } from '../data/land.ts'
import { patchSizes } from '../data/patches.ts'
import { pixelHectares } from '../data/place.ts'
import { mountainSide, steepnessOf } from '../data/relief.ts'
import { countWhere, meanOf, valid } from '../data/truth.ts'
import { isBand, twoDates } from '../data/two-dates.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/**
 * Wooded slopes before and after slides that left bare debris. `steep` is another pair, with an elevation model and a
 * field on the valley floor that was harvested meanwhile.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const side = 84
  const bands = ['green', 'red', 'nir', 'swir1'] as const
  const plain = await twoDates(random, clearings(random, side, 'bare'), { days: 16, bands })
  const wooded = clearings(random, side, 'bare')
  const field = patch(random, side, { col: 12, row: 40, along: 9 + 4 * random(), across: 6 })
  const steep = await twoDates(
    random,
    { before: paint(wooded.before, field, 'crop'), after: paint(wooded.after, field, 'bare') },
    { days: 32, bands },
  )
  const cell = steep.grid.transform[0]
  const heights = mountainSide(random, side, cell)
  const dem = await tiffFile('dem_copernicus.tif', steep.grid, heights, {
    sampleType: 'float32',
    nodata: -9999,
  })
  const slopes = steepnessOf(heights, side, cell)
  const hectares = pixelHectares(plain.grid)
  const parts = patchSizes(
    Array.from(plain.change, (value) => value <= -0.3),
    side,
  )
  return {
    ...{ seed, plain, steep, dem, slopes, hectares, parts },
    files: [...plain.before, ...plain.after],
    withRelief: [...steep.before, ...steep.after, dem],
    slid: (limit = 0.3) => countWhere(plain.change, (value) => value <= -limit) * hectares,
  }
}
type Made = Awaited<ReturnType<typeof world>>

const NDVI_CHANGE: Chain = [['ndvi'], ['ndvi'], ['difference']]
const AREA: readonly Chain[] = [[...NDVI_CHANGE, ['threshold_mask'], ['mask_area']]]
const PARTS: readonly Chain[] = [[...NDVI_CHANGE, ['threshold_mask'], ['components']]]
const ON_SLOPES: readonly Chain[] = [
  [...NDVI_CHANGE, ['slope'], ['threshold_mask'], ['threshold_mask'], ['combine_masks'], ['mask_area']],
]

/** Hectares where NDVI fell by `fall` or more on ground steeper than `degrees`. */
function onSlopes({ steep, slopes }: Made, fall: number, degrees: number) {
  const pixels = countWhere(
    steep.change.map((value, at) => (slopes[at]! > degrees ? value : NaN)),
    (value) => value <= -fall,
  )
  return number(pixels * pixelHectares(steep.grid), 'ha')
}

/** Mean slope in degrees where NDVI fell by 0.3 or more. */
const slopeOfLoss = ({ steep, slopes }: Made) =>
  number(meanOf(valid(slopes, (at) => steep.change[at]! <= -0.3)), 'deg')

export const landslide = fieldType('landslide', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'What area did the landslides strip bare, in hectares?',
        answer: number(made.slid(), 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'After the earthquake the road authority needs to know how much of the hillside has come down. How many hectares lost their plant cover?',
        answer: number(made.slid(), 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'What percentage of the ground that both images show have the slides laid bare?',
        answer: number(
          (100 * countWhere(made.plain.change, (value) => value <= -0.3)) / valid(made.plain.change).length,
          '%',
        ),
        chains: AREA,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.slid(), made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How much land is covered by the debris of the slides?\n${list.text}`,
          answer: choice(list.label),
          chains: AREA,
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Map the landslides as a fall of NDVI by at least 0.4. What is their area in hectares?',
        answer: number(made.slid(0.4), 'ha'),
        chains: [[...NDVI_CHANGE, [{ tool: 'threshold_mask', args: { value: -0.4 } }], ['mask_area']]],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: 'How many cubic metres of earth and rock have moved down the slope?',
        answer: refusal,
        chains: [],
        // Heights of one time alone.
        files: made.withRelief,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First take NDVI before and after, then mark the pixels that lost at least 0.3, then keep those on slopes steeper than 15° in the DEM. How many hectares remain?',
        answer: onSlopes(made, 0.3, 15),
        chains: ON_SLOPES,
        files: made.withRelief,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ plain }) => ({
        question: `How much ground have the landslides disturbed since ${dayInWords(plain.dates[0])}, in hectares?`,
        answer: refusal,
        chains: [],
        files: plain.before,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'Area in hectares with slope over 25° and a drop of NDVI of 0.35 or more?',
        answer: onSlopes(made, 0.35, 25),
        chains: ON_SLOPES,
        files: made.withRelief,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many separate landslides are there?',
        answer: number(made.parts.length, 'count'),
        chains: PARTS,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'How big is the largest slide, in square metres?',
        answer: number(made.parts[0]! * made.hectares * 10_000, 'm2'),
        chains: PARTS,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Our excavator crew takes the biggest single slide first, the others can wait. How many hectares of scar will they find there?',
        answer: number(made.parts[0]! * made.hectares, 'ha'),
        chains: PARTS,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'How steep, on average in degrees, is the ground where NDVI fell by at least 0.3 after the rains?',
        answer: slopeOfLoss(made),
        chains: [
          [...NDVI_CHANGE, ['slope'], ['conditional_statistics']],
          [...NDVI_CHANGE, ['slope'], ['threshold_mask'], ['zonal_statistics']],
        ],
        files: made.withRelief,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ files }) => ({
        question: 'What is the extent of the landslides, in ha?',
        answer: refusal,
        chains: [],
        files: files.filter(({ name }) => !isBand(name, 'nir')),
      }),
    },
  ],
})
