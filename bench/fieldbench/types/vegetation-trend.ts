import { seededRandom } from '../../../src/lib/random.ts'
import { slope } from '../data/truth.ts'
import { kendallTau, medianSlope, rSquared, slopeProbability, yearsSince } from '../data/course-truth.ts'
import { textFile } from '../data/files.ts'
import { landsatYears, modisYears, ndviCourse } from '../data/yearly.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Seven to nine years of one season by MODIS composites (1 km) or Landsat 8 with clouds; a note of the archive beside. */
async function world(seed: number) {
  const random = seededRandom(seed)
  const years = 7 + Math.floor(3 * random())
  const first = 2013 + Math.floor(3 * random())
  const course = ndviCourse(random, years)
  const modis = await modisYears(random, course, { first })
  const landsat = await landsatYears(random, course, first)
  const heat = await modisYears(
    random,
    course.map((values) => values.map((value) => 310 - 20 * value)),
    { first, product: 'temperature' },
  )
  const isModis = random() < 0.5
  const main = isModis ? modis : landsat
  const files =
    random() < 0.5 ? [...main.files, textFile('README.txt', 'Order 4711, four items.')] : main.files
  const time = yearsSince(main.dates)
  return { seed, files, main, modis, landsat, heat, isModis, time, years, first }
}
type Made = Awaited<ReturnType<typeof world>>

/** Means by date and what is told of them, of scenes or of ready layers. */
const chain = (...last: Chain[number][number][]): readonly Chain[] => [
  [['index_series|layer_statistics_series'], last],
]
const rate = ({ time, main }: Made) => slope(time, main.means)
const perYear = (made: Made) => number(rate(made), '1/year')

/** Share of the pixels, in percent, whose line falls with a probability by chance of at most 0.05. */
function fallingShare({ modis }: Made): number {
  const time = yearsSince(modis.dates)
  const lines = Array.from(modis.ndvi[0]!, (_, at) => modis.ndvi.map((layer) => layer[at]!))
  const falling = lines.filter((y) => slope(time, y) < 0 && slopeProbability(time, y) <= 0.05)
  return (100 * falling.length) / lines.length
}

export const vegetationTrend = fieldType('vegetation-trend', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: (made) => ({
        question: 'What is the NDVI trend per year over this series?',
        answer: perYear(made),
        chains: chain('linear_trend'),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => ({
        question:
          'I have been grazing sheep here for a long time and feel that the pasture gets poorer or richer every year. At what rate does its greenness move per year?',
        answer: perYear(made),
        chains: chain('linear_trend'),
      }),
    },
    {
      style: 'direct',
      ask: (made) => ({
        question:
          'By how many NDVI units does the mean of the area rise or fall per year, by an ordinary least-squares line?',
        answer: perYear(made),
        chains: chain('linear_trend'),
      }),
    },
    {
      style: 'choice',
      ask: (made) => {
        const list = options(rate(made), made.seed, (value) => `${value.toFixed(5)} NDVI per year`)
        return {
          question: `Which rate describes the long-term trend of the mean NDVI best?\n${list.text}`,
          answer: choice(list.label),
          chains: chain('linear_trend'),
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: "Give Sen's slope of the yearly mean NDVI, in NDVI units per year.",
        answer: number(medianSlope(made.time, made.main.means), '1/year'),
        chains: chain('sens_slope'),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ landsat }) => ({
        question: 'I would be thankful for the annual rate of change of NDVI that these Landsat scenes show.',
        answer: refusal,
        chains: [],
        // The near infrared is missing at every date.
        files: landsat.files.filter(({ name }) => !/_SR_B5[_.]/.test(name)),
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'First average NDVI over the area for each image, then fit a straight line through these means over time. What is the R² of the fit?',
        answer: number(rSquared(made.time, made.main.means), '1'),
        chains: chain('linear_trend'),
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ first, heat }) => ({
        question: `How steep is the yearly NDVI trend since ${first}?`,
        answer: refusal,
        chains: [],
        files: heat.files,
      }),
    },
    {
      style: 'stepwise',
      ask: (made) => ({
        question:
          'Reduce every date to its scene-mean NDVI. Put a Theil–Sen line through those points with time in years. What slope per year has this line?',
        answer: number(medianSlope(made.time, made.main.means), '1/year'),
        chains: chain('sens_slope'),
      }),
    },
    {
      style: 'indirect',
      ask: (made) => {
        const p = slopeProbability(made.time, made.main.means)
        return {
          question:
            'For the annual report of the reserve: is the trend of the greenness significant? We need the p-value of the linear trend.',
          // Small probabilities are told to fewer digits than they are computed with.
          answer: number(p, '1', { relative: 0.01, absolute: 1e-6 }),
          chains: chain('linear_trend'),
        }
      },
    },
    {
      style: 'numeric',
      ask: (made) => ({
        question: 'On what share of the pixels, in percent, does NDVI fall significantly (p at most 0.05)?',
        answer: number(fallingShare(made), '%', { absolute: 0.05 }),
        chains: [[['trend_map']]],
        files: made.modis.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ landsat }) => ({
        question:
          "Reviewer 2 insists on EVI: which value does Kendall's tau take for the series of scene-mean EVI, one value a date?",
        answer: number(kendallTau(landsat.evi), '1'),
        chains: [[[{ tool: 'index_series', args: { index: 'evi' } }], ['mann_kendall']]],
        files: landsat.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: () => ({
        question: 'What was the vegetation trend between 1990 and 2000?',
        answer: refusal,
        chains: [],
      }),
    },
  ],
  // Truths: scripts/oracles/field.py, new_york.
  real: [
    {
      split: 'train',
      style: 'direct',
      scene: 'landsat_ny_2018',
      asked: {
        question: 'What is the trend of the mean NDVI per year over these six dates?',
        answer: number(0.023123738874205272, '1/year'),
        chains: [[['index_series'], ['linear_trend']]],
      },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'landsat_ny_2018',
      asked: {
        question: 'Theil-Sen slope of the mean NDVI of all dates, per year?',
        answer: number(-0.08293448150130837, '1/year'),
        chains: [[['index_series'], ['sens_slope']]],
      },
    },
  ],
})
