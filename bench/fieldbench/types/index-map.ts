import { seededRandom } from '../../../src/lib/random.ts'
import { countryside, withoutBands, type Shot } from '../data/countryside.ts'
import { dayInWords } from '../data/days.ts'
import { meanOf, mostOf, normalisedDifference, perPixel, valid } from '../data/truth.ts'
import { choice, number, numbers, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Two dates over the countryside, each with a cloud and a quality band. */
async function world(seed: number) {
  const { shots } = await countryside(seededRandom(seed), { dates: 2, clouds: true })
  const [first, last] = [shots[0], shots.at(-1)!]
  return { seed, files: [...first.files, ...last.files], first, last }
}

const ndvi = ({ bands }: Shot) => valid(normalisedDifference(bands.nir, bands.red))
const ndwi = ({ bands }: Shot) => valid(normalisedDifference(bands.green, bands.nir))
const ndmi = ({ bands }: Shot) => valid(normalisedDifference(bands.nir, bands.swir1))
const nbr = ({ bands }: Shot) => valid(normalisedDifference(bands.nir, bands.swir2))
const ndsi = ({ bands }: Shot) => valid(normalisedDifference(bands.green, bands.swir1))
const savi = ({ bands }: Shot) =>
  valid(perPixel(bands, ['nir', 'red'], ({ nir, red }) => (1.5 * (nir - red)) / (nir + red + 0.5)))
const evi = ({ bands }: Shot) =>
  valid(
    perPixel(
      bands,
      ['nir', 'red', 'blue'],
      ({ nir, red, blue }) => (2.5 * (nir - red)) / (nir + 6 * red - 7.5 * blue + 1),
    ),
  )

/** Indices lie about 0: a share of the figure would ask for digits that no answer shows. */
const index = (value: number) => number(value, '1', { absolute: 0.0006 })
const one = (name: string): readonly Chain[] => [[[name]], [[name], ['statistics']]]

export const indexMap = fieldType('index-map', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ first }) => ({
        question: 'Make a map of the NDVI.',
        answer: numbers(index(meanOf(ndvi(first)))),
        chains: one('ndvi'),
        files: first.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: 'Calculate NDWI from green and near infrared and state its mean.',
        answer: index(meanOf(ndwi(first))),
        chains: one('ndwi'),
        files: first.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ last }) => ({
        question:
          'In my stands NDVI is always saturated, so as forester I prefer EVI. Could you draw it, and say to me which mean value it has?',
        answer: index(meanOf(evi(last))),
        chains: one('evi'),
        files: last.files,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ first }) => ({
        question: 'First derive the NBR of the scene, then report the highest value that occurs.',
        answer: index(mostOf(nbr(first))),
        chains: one('nbr'),
        files: first.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ first }) => ({
        question: 'Draw the NDMI, please.',
        answer: refusal,
        chains: [],
        files: withoutBands(first.files, 'swir1', 'swir2'),
      }),
    },
    {
      style: 'choice',
      ask: ({ first, seed }) => {
        const list = options(meanOf(ndmi(first)), seed, (value) => value.toFixed(3))
        return {
          question: `Somebody computed the normalized difference moisture index for all cloud-free pixels and averaged it. What did she get?\n${list.text}`,
          answer: choice(list.label),
          chains: one('ndmi'),
          files: first.files,
        }
      },
    },
    {
      style: 'choice',
      ask: ({ first, seed }) => {
        const list = options(meanOf(ndvi(first)), seed, (value) => value.toFixed(3))
        return {
          question: `Which of these is the mean NDVI of the picture?\n${list.text}`,
          answer: choice(list.label),
          chains: one('ndvi'),
          files: first.files,
        }
      },
    },
    {
      style: 'indirect',
      ask: ({ last }) => ({
        question:
          'I would like to see how green the plants are from field to field. Show me a suitable picture.',
        answer: numbers(index(meanOf(ndvi(last)))),
        chains: one('ndvi'),
        files: last.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ last }) => ({
        question: 'I need an NBR layer out of these files, plus the average it has over the scene.',
        answer: refusal,
        chains: [],
        files: withoutBands(last.files, 'swir2'),
        forbidden: ['ndmi'],
      }),
    },
    {
      style: 'numeric',
      ask: ({ last }) => ({
        question: `Render the SAVI of ${last.date} and give me its mean.`,
        answer: index(meanOf(savi(last))),
        chains: one('savi'),
      }),
    },
    {
      style: 'direct',
      ask: ({ first }) => ({
        question: `NDSI layer for ${dayInWords(first.date)}`,
        answer: numbers(index(meanOf(ndsi(first)))),
        chains: one('ndsi'),
      }),
    },
    {
      style: 'stepwise',
      ask: ({ first }) => ({
        question:
          "Step one: McFeeters' NDWI for the older of the two acquisitions. Step two: look up the largest pixel value in that layer. What is it?",
        answer: index(mostOf(ndwi(first))),
        chains: one('ndwi'),
      }),
    },
  ],
  real: [
    // scripts/oracles/field.py: sentinel2
    {
      split: 'train',
      style: 'direct',
      scene: 'sentinel2',
      asked: {
        question: 'Show the NDVI of the Sentinel-2 image.',
        answer: numbers(index(0.308792)),
        chains: one('ndvi'),
      },
    },
    {
      split: 'dev',
      style: 'numeric',
      scene: 'sentinel2',
      asked: {
        question: 'Compute NDVI; what is the maximum?',
        answer: index(0.853803),
        chains: one('ndvi'),
      },
    },
    {
      split: 'test',
      style: 'unanswerable',
      scene: 'sentinel2',
      asked: { question: 'Produce an NBR map of this image.', answer: refusal, chains: [] },
    },
  ],
})
