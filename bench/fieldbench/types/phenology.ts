import { bell } from '../../../scripts/sample/random-shapes.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { composite, dateOf } from '../data/composites.ts'
import { seasonOf } from '../data/course-truth.ts'
import { waysToWrite } from '../data/days.ts'
import { dayAfter, squareGrid } from '../data/place.ts'
import { sentinel2 } from '../data/sensors.ts'
import { meanOf, mostOf, normalisedDifference } from '../data/truth.ts'
import { choice, number, options, refusal, words } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'
import type { DataFile } from '../task.ts'

const SIDE = 24
/** Days of the year on which composites begin. */
const DAYS = Array.from({ length: 23 }, (_, at) => 1 + 16 * at)

/**
 * One season and the rest before and after it, by composites of MODIS every 16 days or by Sentinel-2 at the same days. In the south
 * the season turns the year, so the series begins in the middle of a year.
 */
async function world(seed: number) {
  const random = seededRandom(seed)
  const isModis = random() < 0.5
  const grid = squareGrid(random, SIDE, isModis ? 1000 : 20)
  // Places in the south lie at northings of 7,000 km and more, those in the north below 5,000.
  const isSouth = grid.transform[5] > 6_000_000
  const year = 2017 + Math.floor(5 * random())
  // 3 or 4 months of rest, the season, 2 months of rest.
  const slots = [year, year + 1, year + 2].flatMap((y) => DAYS.map((day) => ({ year: y, day })))
  const begin = isSouth ? 10 : 20
  const when = slots.slice(begin, begin + 30)
  const dates = when.map(dateOf)
  const days = dates.map((date) => (Date.parse(date) - Date.parse(dates[0]!)) / 86_400_000)
  const green = 165 + 25 * random()
  const [rest, height] = [0.18 + 0.08 * random(), 0.38 + 0.15 * random()]
  const [yellow, pace] = [green + 125 + 30 * random(), 13 + 5 * random()]
  const course = days.map((day) => {
    const rise = 1 / (1 + Math.exp(-(day - green) / pace))
    const fall = 1 / (1 + Math.exp(-(day - yellow) / (1.4 * pace)))
    const mean = rest + height * (rise - fall) + 0.006 * bell(random)
    return Float32Array.from({ length: SIDE * SIDE }, () => mean * (1 + 0.03 * bell(random)))
  })
  const shots = await Promise.all(course.map((values, at) => shot(values, at)))
  async function shot(values: Float32Array, at: number): Promise<Shot> {
    if (isModis) {
      const { file, values: ndvi } = await composite('ndvi', grid, values, when[at]!)
      return { files: [file], ndvi }
    }
    const red = values.map(() => 0.07)
    const nir = values.map((value) => (0.07 * (1 + value)) / (1 - value))
    const { files, bands } = await sentinel2(grid, dates[at]!, { red, nir })
    return { files, ndvi: normalisedDifference(bands['nir']!, bands['red']!) }
  }
  const heat = await Promise.all(
    when.map((slot, at) =>
      composite(
        'temperature',
        grid,
        course[at]!.map((v) => 285 + 20 * v),
        slot,
      ),
    ),
  )
  const means = shots.map(({ ndvi }) => meanOf(Array.from(ndvi)))
  const of = (from: number, to: number) => shots.slice(from, to).flatMap(({ files }) => files)
  return { seed, files: of(0, 30), of, heat: heat.map(({ file }) => file), dates, days, means }
}
type Made = Awaited<ReturnType<typeof world>>

interface Shot {
  readonly files: readonly DataFile[]
  readonly ndvi: ArrayLike<number>
}

const season = ({ days, means }: Made, share = 0.2) => seasonOf(days, means, share)
const dateAt = (made: Made, days: number) => dayAfter(made.dates[0]!, Math.round(days))

/** The day of the year of a time of the season. */
function dayOfYear(made: Made, days: number): number {
  const date = dateAt(made, days)
  return 1 + (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000
}

/**
 * Where the least value on a side is sought, in the whole course or in half a year beside the peak, is a matter of
 * method. Between the two, over 60 courses of composites 16 days apart, the start moves by up to 3.0 days, the end by 6.3
 * and the length by 6.8.
 */
const WITHIN = { absolute: 3.5 }
const END_WITHIN = { absolute: 7 }
const length = (made: Made, share?: number) => {
  const { start, end } = season(made, share)
  return number(end - start, 'days', { absolute: 7 })
}

const chain = (...last: Chain[number][number][]): readonly Chain[] => [
  [['index_series|layer_statistics_series'], last],
]
const SEASON = chain('growing_season')
const PEAK: readonly Chain[] = [...SEASON, [['index_series|layer_statistics_series'], ['extreme_of_values']]]

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
] // prettier-ignore

export const phenology = fieldType('phenology', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'On which day of the year does the growing season begin?',
        answer: number(dayOfYear(made, season(made).start), 'days', WITHIN),
        chains: SEASON,
      }),
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'How long is the growing season, in days?',
        answer: length(made),
        chains: SEASON,
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question:
          'What is the largest scene-mean NDVI that any single date of the series attains, without smoothing?',
        answer: number(mostOf(made.means), '1'),
        chains: PEAK,
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'The beekeepers want to come when the plants stand at their greenest. On which date was that, by the mean NDVI?',
        answer: words,
        white: [waysToWrite(dateAt(made, season(made).peak))],
        chains: PEAK,
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const { start, end } = season(made)
        const list = options(end - start, made.seed, (value) => `${value.toFixed(0)} days`)
        return {
          question: `How long does the growing season last?\n${list.text}`,
          answer: choice(list.label),
          chains: SEASON,
        }
      },
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'We run a pollen warning service. From which day of the year (1 to 366) was the vegetation in season here, by the usual 20 % of the NDVI amplitude?',
        answer: number(dayOfYear(made, season(made).start), 'days', WITHIN),
        chains: SEASON,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First make the series of mean NDVI from all images, then find where it passes 50 % of its amplitude on the way up and down. How many days does the growing season last by this rule?',
        answer: length(made, 0.5),
        chains: chain({ tool: 'growing_season', args: { share: 50 } }),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ of }) => ({
        question: 'When did the growing season start?',
        answer: refusal,
        chains: [],
        files: of(8, 11),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ of }) => ({
        question: 'Spring green-up: which day of the year did it set in, judging by these pictures?',
        answer: refusal,
        chains: [],
        // The end of the season and the rest after it.
        files: of(21, 30),
      }),
    },
    {
      style: 'direct',
      ask: (made) => {
        const date = dateAt(made, season(made).peak)
        const month = MONTHS[Number(date.slice(5, 7)) - 1]!
        return {
          question: 'In which month is the peak of the growing season?',
          answer: words,
          white: [[month, date.slice(0, 8)]],
          chains: PEAK,
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'What is the amplitude of NDVI over the growing season?',
        answer: number(season(made).amplitude, '1', { relative: 0.02 }),
        chains: SEASON,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Put the mean NDVI of all dates in one curve, look on its falling side for the crossing of 40 % of the amplitude, and name the day of the year of this season end.',
        answer: number(dayOfYear(made, season(made, 0.4).end), 'days', END_WITHIN),
        chains: chain({ tool: 'growing_season', args: { share: 40 } }),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ heat }) => ({
        question: 'When does the vegetation reach the peak of the season, by NDVI?',
        answer: refusal,
        chains: [],
        files: heat,
      }),
    },
  ],
  // Truths: scripts/oracles/field.py, new_york.
  real: [
    {
      split: 'dev',
      style: 'unanswerable',
      scene: 'landsat_ny_2018',
      asked: {
        question: 'On which day of the year 2018 did the growing season start?',
        answer: refusal,
        chains: [],
      },
    },
    {
      split: 'test',
      style: 'direct',
      scene: 'landsat_ny_2018',
      asked: {
        question: 'On which of the dates was the mean NDVI highest?',
        answer: words,
        white: [waysToWrite('2018-06-15')],
        chains: PEAK,
      },
    },
  ],
})
