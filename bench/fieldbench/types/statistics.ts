import { seededRandom } from '../../../src/lib/random.ts'
import { countryside, withoutBands, type Shot } from '../data/countryside.ts'
import { dayInWords } from '../data/days.ts'
import {
  countWhere, deviation, leastOf, meanOf, normalisedDifference, quantile, valid,
} from '../data/truth.ts' // prettier-ignore
import { choice, number, numbers, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Two clear dates over the countryside with a strip of nodata. */
async function world(seed: number) {
  const { shots } = await countryside(seededRandom(seed), { dates: 2, clouds: false })
  const [first, last] = [shots[0], shots.at(-1)!]
  return { seed, files: [...first.files, ...last.files], first, last }
}

const ndvi = ({ bands }: Shot) => valid(normalisedDifference(bands.nir, bands.red))
const ndwi = ({ bands }: Shot) => valid(normalisedDifference(bands.green, bands.nir))
/** Indices lie about 0: a share of the figure would ask for digits that no answer shows. */
const index = (value: number) => number(value, '1', { absolute: 0.0006 })
const share = (values: readonly number[], test: (value: number) => boolean) =>
  (countWhere(values, test) / values.length) * 100

const of = (name: string): readonly Chain[] => [[[name]], [[name], ['statistics']]]

export const statistics = fieldType('statistics', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ first }) => ({
        question: 'What is the average NDVI?',
        answer: index(meanOf(ndvi(first))),
        chains: of('ndvi'),
        files: first.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: 'Standard deviation of the near infrared reflectance over the whole scene?',
        answer: index(deviation(valid(first.bands.nir))),
        chains: [[['statistics']]],
        files: first.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ first }) => ({
        question:
          'As a vineyard owner I care about my weakest spots. Up to which NDVI value do the poorest five per cent of all pixels reach?',
        answer: index(quantile(ndvi(first), 0.05)),
        chains: [[['ndvi'], [{ tool: 'percentile_of_raster', args: { percentile: 5 } }]]],
        files: first.files,
      }),
    },
    {
      style: 'choice',
      ask: ({ last, seed }) => {
        const list = options(quantile(ndvi(last), 0.5), seed, (value) => value.toFixed(2))
        return {
          question: `What is the median NDVI?\n${list.text}`,
          answer: choice(list.label),
          chains: [[['ndvi'], ['statistics|percentile_of_raster']]],
          files: last.files,
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: 'Give the 95th percentile of the NDVI.',
        answer: index(quantile(ndvi(first), 0.95)),
        chains: [[['ndvi'], [{ tool: 'percentile_of_raster', args: { percentile: 95 } }]]],
        files: first.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ first }) => ({
        question: 'How high above sea level, in metres, does this landscape lie on average?',
        answer: refusal,
        chains: [],
        files: first.files,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ last }) => ({
        question: 'First compute the NDWI, then find its lowest value.',
        answer: index(leastOf(ndwi(last))),
        chains: of('ndwi'),
        files: last.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ first }) => ({
        question: 'What is the mean EVI of this scene?',
        answer: refusal,
        chains: [],
        files: withoutBands(first.files, 'blue'),
      }),
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: 'NDWI (green versus NIR) larger than zero: true for how many per cent of the valid pixels?',
        answer: number(
          share(ndwi(first), (value) => value > 0),
          '%',
          { absolute: 0.1 },
        ),
        chains: [
          [['ndwi'], ['count_pixels|count_where']],
          [['ndwi'], ['threshold_mask']],
        ],
        files: first.files,
      }),
    },
    {
      style: 'direct',
      ask: ({ first, last }) => ({
        question: 'Mean NDVI on each date?',
        answer: numbers(index(meanOf(ndvi(first))), index(meanOf(ndvi(last)))),
        chains: [[['ndvi', 'ndvi']], [['index_series|layer_statistics_series']]],
      }),
    },
    {
      style: 'indirect',
      ask: ({ last }) => ({
        question: `For the yearly report I need one figure: how green was the district on ${dayInWords(last.date)}, as mean NDVI?`,
        answer: index(meanOf(ndvi(last))),
        chains: of('ndvi'),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ last }) => ({
        question:
          'Pick out the blue band, leave the nodata aside, order what remains by size, and let me have the middle value, the median reflectance.',
        answer: index(quantile(valid(last.bands.blue), 0.5)),
        chains: [[['statistics|percentile_of_raster']]],
        files: last.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: 'How many pixels have an NDVI between 0.2 and 0.6?',
        answer: number(
          countWhere(ndvi(first), (value) => value >= 0.2 && value <= 0.6),
          'count',
        ),
        chains: [[['ndvi'], ['count_where|band_maths|threshold_mask']]],
        files: first.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ last }) => ({
        question: 'What share of the pixels, in %, has an NDVI below 0.3?',
        answer: number(
          share(ndvi(last), (value) => value < 0.3),
          '%',
          { absolute: 0.1 },
        ),
        chains: [
          [['ndvi'], ['count_pixels|count_where']],
          [['ndvi'], ['threshold_mask']],
        ],
        files: last.files,
      }),
    },
  ],
  real: [
    // scripts/oracles/field.py: sentinel2
    {
      split: 'train',
      style: 'numeric',
      scene: 'sentinel2',
      asked: {
        question: 'What is the median NDVI of the image?',
        answer: index(0.098455),
        chains: [[['ndvi'], ['statistics|percentile_of_raster']]],
      },
    },
    {
      split: 'dev',
      style: 'direct',
      scene: 'sentinel2',
      asked: {
        question: 'Standard deviation of NDVI?',
        answer: index(0.304176),
        chains: [[['ndvi'], ['statistics']]],
      },
    },
    {
      split: 'dev',
      style: 'unanswerable',
      scene: 'edge',
      accept: /^all-nodata\.tif$/,
      asked: { question: 'What is the mean NDVI?', answer: refusal, chains: [] },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'sentinel2',
      asked: {
        question: 'Which NDVI is only exceeded by 5 % of the pixels, i.e. the 95th percentile?',
        answer: index(0.817826),
        chains: [[['ndvi'], ['percentile_of_raster']]],
      },
    },
  ],
})
