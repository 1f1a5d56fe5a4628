import { seededRandom } from '../../../src/lib/random.ts'
import { countryside, withoutBands, type Shot } from '../data/countryside.ts'
import { dayInWords } from '../data/days.ts'
import { pixelHectares } from '../data/place.ts'
import { countWhere, meanOf, mostOf, perPixel, quantile, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Two dates over fields, of which some lie bare, each date with a cloud and a quality band. */
async function world(seed: number) {
  const { grid, shots } = await countryside(seededRandom(seed), { dates: 2, clouds: true })
  const [first, last] = [shots[0], shots.at(-1)!]
  const hectaresOver = (shot: Shot, limit: number) =>
    countWhere(bsi(shot), (value) => value > limit) * pixelHectares(grid)
  return { seed, files: [...first.files, ...last.files], first, last, hectaresOver }
}

const bsi = ({ bands }: Shot) =>
  valid(
    perPixel(
      bands,
      ['swir1', 'red', 'nir', 'blue'],
      ({ swir1, red, nir, blue }) => (swir1 + red - nir - blue) / (swir1 + red + nir + blue),
    ),
  )
const dbsi = ({ bands }: Shot) =>
  valid(
    perPixel(
      bands,
      ['swir1', 'green', 'nir', 'red'],
      ({ swir1, green, nir, red }) => (swir1 - green) / (swir1 + green) - (nir - red) / (nir + red),
    ),
  )
const salinity = ({ bands }: Shot) =>
  valid(perPixel(bands, ['blue', 'red'], ({ blue, red }) => Math.sqrt(blue * red)))
const ndsoi = ({ bands }: Shot) =>
  valid(perPixel(bands, ['swir2', 'green'], ({ swir2, green }) => (swir2 - green) / (swir2 + green)))

/** Indices lie about 0: a share of the figure would ask for digits that no answer shows. */
const index = (value: number) => number(value, '1', { absolute: 0.0006 })
const of = (name: string): readonly Chain[] => [[[name]], [[name], ['statistics']]]
const over = (threshold: number): readonly Chain[] => [
  [['bsi'], [{ tool: 'threshold_mask', args: { value: threshold } }], ['mask_area']],
]

export const soil = fieldType('soil', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ first }) => ({
        question: 'What is the mean bare soil index?',
        answer: index(meanOf(bsi(first))),
        chains: of('bsi'),
        files: first.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first, hectaresOver }) => ({
        question: 'How many hectares have a BSI above 0.05?',
        answer: number(hectaresOver(first, 0.05), 'ha'),
        chains: over(0.05),
        files: first.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ last }) => ({
        question: `For brick clay our firm looks at places with a high dry bareness index (DBSI). What was its mean over the scene on ${dayInWords(last.date)}?`,
        answer: index(meanOf(dbsi(last))),
        chains: of('dbsi'),
      }),
    },
    {
      style: 'choice',
      ask: ({ last, hectaresOver, seed }) => {
        const list = options(hectaresOver(last, 0.05), seed, (value) => `${value.toFixed(1)} ha`)
        return {
          question: `How large is the area of bare soil, taking a BSI above 0.05 as bare?\n${list.text}`,
          answer: choice(list.label),
          chains: over(0.05),
          files: last.files,
        }
      },
    },
    {
      style: 'stepwise',
      ask: ({ first, hectaresOver }) => ({
        question:
          'First work out the bare soil index, then mark where it exceeds 0.1, and finally measure the marked area in hectares.',
        answer: number(hectaresOver(first, 0.1), 'ha'),
        chains: over(0.1),
        files: first.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ last }) => ({
        question: 'Tell me please the portion of the ground, in percent, with BSI greater than 0.',
        answer: refusal,
        chains: [],
        files: withoutBands(last.files, 'blue'),
        forbidden: ['ndvi', 'dbsi'],
      }),
    },
    {
      style: 'direct',
      ask: ({ first }) => ({
        question:
          'Compute the salinity index of the soil, the square root of blue times red, and give its mean.',
        answer: index(meanOf(salinity(first))),
        chains: [...of('salinity_index'), [['band_maths']]],
        files: first.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ first }) => ({
        question: 'What is the pH of the soil in these fields?',
        answer: refusal,
        chains: [],
        files: first.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: '90th percentile of BSI across all pixels that are not clouded?',
        answer: index(quantile(bsi(first), 0.9)),
        chains: [[['bsi'], [{ tool: 'percentile_of_raster', args: { percentile: 90 } }]]],
        files: first.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ last, hectaresOver }) => ({
        question: `Wind erosion worries us wherever nothing covers the ground. How many hectares of bare soil (bare soil index above 0.1) were there on ${dayInWords(last.date)}?`,
        answer: number(hectaresOver(last, 0.1), 'ha'),
        chains: over(0.1),
      }),
    },
    {
      style: 'numeric',
      ask: ({ last }) => ({
        question: 'Highest value of the normalised difference soil index NDSoI (swir2 and green)?',
        answer: index(mostOf(ndsoi(last))),
        chains: of('ndsoi'),
        files: last.files,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ last }) => ({
        question:
          'Multiply blue by red, pull the square root, and you have a salinity index for soil. Now, what is the largest figure it takes in the clear part?',
        answer: index(mostOf(salinity(last))),
        chains: [...of('salinity_index'), [['band_maths']], [['band_maths'], ['statistics']]],
        files: last.files,
      }),
    },
  ],
  real: [
    // scripts/oracles/field.py: hls; only ratios, which the unknown scale leaves as they are
    {
      split: 'train',
      style: 'direct',
      scene: 'hls',
      accept: /10band/,
      asked: { question: 'Give me the mean BSI of the scene.', answer: index(0.143786), chains: of('bsi') },
    },
    {
      split: 'dev',
      style: 'unanswerable',
      scene: 'sentinel2',
      asked: { question: 'How high is the bare soil index here, on average?', answer: refusal, chains: [] },
    },
    {
      split: 'test',
      style: 'numeric',
      scene: 'hls',
      accept: /10band/,
      asked: {
        question: 'Mean normalised difference soil index (NDSoI) of this image?',
        answer: index(0.356755),
        chains: of('ndsoi'),
      },
    },
  ],
})
