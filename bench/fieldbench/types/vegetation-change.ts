import { seededRandom } from '../../../src/lib/random.ts'
import { dayInWords } from '../data/days.ts'
import { textFile } from '../data/files.ts'
import { landOf, paint, patch } from '../data/land.ts'
import { pixelHectares } from '../data/place.ts'
import { countWhere, deviation, leastOf, meanOf, valid } from '../data/truth.ts'
import { twoDates } from '../data/two-dates.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/**
 * Fields and a wood. By the later date one field lies bare, one has grown in and one is mown (NDVI falls by 0.12, which no rule
 * asked for calls a loss). The later image may have a cloud, a strip without data, or begin farther east.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const side = 80
  const place = (col: number, row: number) => ({ col: col + 6 * random(), row: row + 6 * random() })
  const draw = (col: number, row: number, along: number, across: number) =>
    patch(random, side, { ...place(col, row), along: along + 4 * random(), across: across + 3 * random() })
  const [wood, lost, gained, mown] = [draw(20, 50, 14, 10), draw(50, 20, 11, 7), draw(18, 16, 7, 5), draw(56, 56, 8, 6)] // prettier-ignore
  const ground = paint(landOf(side, 'grass'), wood, 'forest')
  const before = paint(paint(paint(ground, lost, 'crop'), gained, 'bare'), mown, 'crop')
  const after = paint(paint(paint(ground, lost, 'bare'), gained, 'crop'), mown, 'grass')
  const pair = await twoDates(
    random,
    { before, after },
    { days: 32, bands: ['green', 'red', 'nir', 'swir1'] },
  )
  const files = [...pair.before, ...pair.after]
  const seen = valid(pair.change)
  const lossPixels = (limit: number) => countWhere(seen, (value) => value <= -limit)
  const lossHectares = (limit: number) => lossPixels(limit) * pixelHectares(pair.grid)
  const gainHectares = countWhere(seen, (value) => value >= 0.2) * pixelHectares(pair.grid)
  return { seed, pair, files, seen, lossPixels, lossHectares, gainHectares }
}
type Made = Awaited<ReturnType<typeof world>>

const NDVI_CHANGE: Chain = [['ndvi'], ['ndvi'], ['difference']]
/** Area where NDVI fell; with the limit where the words name it. */
const loss = (limit?: number): readonly Chain[] => [
  [
    ...NDVI_CHANGE,
    [limit === undefined ? 'threshold_mask' : { tool: 'threshold_mask', args: { value: -limit } }],
    ['mask_area'],
  ],
]
const AREA = loss()
const days = ({ pair }: Made) => pair.dates.map(dayInWords)

export const vegetationChange = fieldType('vegetation-change', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How much vegetation was lost between the two images, in hectares?',
        answer: number(made.lossHectares(0.2), 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'Our cooperative suspects that some members left their land bare after the subsidy ran out. How many hectares of green cover have disappeared since the first image?',
        answer: number(made.lossHectares(0.2), 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'After the first picture we sowed catch crops. Taking an NDVI increase of 0.2 or more as a success, on how many square metres did the sowing come up?',
        answer: number(made.gainHectares * 10_000, 'm2'),
        chains: [
          [
            ...NDVI_CHANGE,
            [{ tool: 'threshold_mask', args: { value: 0.2, side: 'at_or_above' } }],
            ['mask_area'],
          ],
        ],
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(made.lossHectares(0.4), made.seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `Which of these is closest to the area where NDVI dropped by 0.4 or more?\n${list.text}`,
          answer: choice(list.label),
          chains: loss(0.4),
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'On how many km² did NDVI decrease by at least 0.3?',
        answer: number(made.lossHectares(0.3) / 100, 'km2'),
        chains: loss(0.3),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const percent = (100 * made.lossPixels(0.3)) / made.seen.length
        const list = options(percent, made.seed, (value) => `${value.toFixed(1)} %`)
        return {
          question: `Consider the pixels that both dates show clearly. In which share of them has NDVI gone down by no less than 0.3?\n${list.text}`,
          answer: choice(list.label),
          chains: loss(0.3),
        }
      },
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First compute NDVI for both dates, then subtract the earlier from the later, and tell me the mean of the difference.',
        answer: number(meanOf(made.seen), '1'),
        chains: [NDVI_CHANGE],
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ pair }) => ({
        question: 'How many hectares of vegetation have gone since the image before?',
        answer: refusal,
        chains: [],
        files: pair.after,
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: `Did the greenery suffer from ${days(made).join(' to ')}? If so, tell me on how many hectares.`,
        answer: refusal,
        chains: [],
        files: [...made.pair.before, ...made.pair.overcast],
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What percentage of the scene lost vegetation, counting a fall of NDVI by 0.25 or more?',
        answer: number((100 * made.lossPixels(0.25)) / made.seen.length, '%'),
        chains: loss(0.25),
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'How many hectares gained vegetation between the two dates?',
        answer: number(made.gainHectares, 'ha'),
        chains: AREA,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'NDVI of the older image, NDVI of the newer image, newer minus older; of this change layer I want to know the standard deviation.',
        answer: number(deviation(made.seen), '1'),
        chains: [NDVI_CHANGE, [...NDVI_CHANGE, ['statistics']]],
      }),
    },
    {
      style: 'unanswerable',
      ask: (made) => ({
        question: `How many hectares of vegetation were lost between ${days(made).join(' and ')}?`,
        answer: refusal,
        chains: [],
        files: made.files.map((file) =>
          made.pair.after.includes(file) ? textFile(file.name, '<html>Session expired</html>') : file,
        ),
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question: 'What was the largest drop of NDVI anywhere in the scene?',
        answer: number(leastOf(made.seen), '1'),
        chains: [NDVI_CHANGE],
      }),
    },
  ],
})
