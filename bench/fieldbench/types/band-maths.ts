import { seededRandom } from '../../../src/lib/random.ts'
import { countryside, withoutBands, type Shot } from '../data/countryside.ts'
import { pixelHectares } from '../data/place.ts'
import type { BandName } from '../data/spectra.ts'
import { countWhere, meanOf, mostOf, perPixel, quantile, valid } from '../data/truth.ts'
import { choice, number, options, refusal } from '../expect.ts'
import { fieldType } from '../field-type.ts'
import type { Chain } from '../task.ts'

/** Two dates over the countryside, each with a cloud and a quality band. */
async function world(seed: number) {
  const { sensor, grid, shots } = await countryside(seededRandom(seed), { dates: 2, clouds: true })
  const [first, last] = [shots[0], shots.at(-1)!]
  return { seed, sensor, grid, files: [...first.files, ...last.files], first, last }
}

const by = (
  { bands }: Shot,
  names: readonly BandName[],
  formula: (values: Readonly<Record<BandName, number>>) => number,
) => valid(perPixel(bands, names, formula))

/** Figures about 0: a share of the figure would ask for digits that no answer shows. */
const plain = (value: number) => number(value, '1', { absolute: 0.0006 })
const CHAIN: readonly Chain[] = [[['band_maths']], [['band_maths'], ['statistics']]]

export const bandMaths = fieldType('band-maths', {
  world,
  wordings: [
    {
      style: 'direct',
      ask: ({ first }) => ({
        question: 'Compute (nir - green) / (nir + green + 0.2) and tell me the mean.',
        answer: plain(
          meanOf(by(first, ['nir', 'green'], ({ nir, green }) => (nir - green) / (nir + green + 0.2))),
        ),
        chains: CHAIN,
        files: first.files,
      }),
    },
    {
      style: 'numeric',
      ask: ({ first }) => ({
        question: 'What is the mean value of swir1 / nir?',
        answer: plain(meanOf(by(first, ['swir1', 'nir'], ({ swir1, nir }) => swir1 / nir))),
        chains: CHAIN,
        files: first.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ last }) => ({
        question:
          'At our institute we try out a scorch measure, (nir - swir2) / (nir + red). Kindly tell me which mean it yields for this image.',
        answer: plain(
          meanOf(by(last, ['nir', 'swir2', 'red'], ({ nir, swir2, red }) => (nir - swir2) / (nir + red))),
        ),
        chains: CHAIN,
        files: last.files,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ first }) => ({
        question: 'First calculate nir - red, then tell me the highest value of the result.',
        answer: plain(mostOf(by(first, ['nir', 'red'], ({ nir, red }) => nir - red))),
        chains: CHAIN,
        files: first.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ first }) => ({
        question: 'Compute nir / swir1 and report its mean.',
        answer: refusal,
        chains: [],
        files: withoutBands(first.files, 'swir1', 'swir2'),
      }),
    },
    {
      style: 'numeric',
      ask: ({ last }) => {
        const ratio = by(last, ['blue', 'green'], ({ blue, green }) => blue / green)
        return {
          question: 'Share of pixels, in %, with blue / green smaller than 0.65?',
          answer: number((countWhere(ratio, (value) => value < 0.65) / ratio.length) * 100, '%', {
            absolute: 0.1,
          }),
          chains: CHAIN,
          files: last.files,
        }
      },
    },
    {
      style: 'choice',
      ask: ({ last, seed }) => {
        const list = options(
          meanOf(by(last, ['green', 'red'], ({ green, red }) => green / red)),
          seed,
          (value) => value.toFixed(2),
        )
        return {
          question: `What is the mean of green / red?\n${list.text}`,
          answer: choice(list.label),
          chains: CHAIN,
          files: last.files,
        }
      },
    },
    {
      style: 'numeric',
      ask: ({ first, sensor }) => ({
        question:
          sensor === 'Landsat 8'
            ? 'Median of B5 divided by B4, with the bands of Landsat 8?'
            : 'Median of B8A divided by B04, with the bands of Sentinel-2?',
        answer: plain(
          quantile(
            by(first, ['nir', 'red'], ({ nir, red }) => nir / red),
            0.5,
          ),
        ),
        chains: [[['band_maths'], ['statistics|percentile_of_raster']]],
        files: first.files,
      }),
    },
    {
      style: 'unanswerable',
      ask: ({ last }) => ({
        question:
          'Mean of (coastal - blue) / (coastal + blue), where coastal is the coastal aerosol band at 0.44 µm?',
        answer: refusal,
        chains: [],
        files: last.files,
      }),
    },
    {
      style: 'indirect',
      ask: ({ last }) => ({
        question: `I want the plain ratio nir / red of ${last.date} for my thesis. Which mean do I cite?`,
        answer: plain(meanOf(by(last, ['nir', 'red'], ({ nir, red }) => nir / red))),
        chains: CHAIN,
      }),
    },
    {
      style: 'direct',
      ask: ({ first, grid }) => ({
        question: 'On how many hectares is nir - swir1 > 0.1?',
        answer: number(
          countWhere(
            by(first, ['nir', 'swir1'], ({ nir, swir1 }) => nir - swir1),
            (value) => value > 0.1,
          ) * pixelHectares(grid),
          'ha',
        ),
        chains: [
          [['band_maths'], ['mask_area']],
          [['band_maths'], ['threshold_mask'], ['mask_area']],
        ],
        files: first.files,
      }),
    },
    {
      style: 'stepwise',
      ask: ({ last }) => ({
        question:
          'Add blue, green and red, divide the sum by three, and of the brightness image that results give me the 10th percentile.',
        answer: plain(
          quantile(
            by(last, ['blue', 'green', 'red'], ({ blue, green, red }) => (blue + green + red) / 3),
            0.1,
          ),
        ),
        chains: [[['band_maths'], ['statistics|percentile_of_raster']]],
        files: last.files,
      }),
    },
  ],
  real: [
    // scripts/oracles/field.py: sentinel2, hls
    {
      split: 'train',
      style: 'numeric',
      scene: 'sentinel2',
      asked: {
        question: 'What is the mean of nir / red?',
        answer: plain(3.207365),
        chains: CHAIN,
      },
    },
    {
      split: 'dev',
      style: 'direct',
      scene: 'hls',
      accept: /10band/,
      asked: {
        question: 'Compute (swir1 - nir) / (swir1 + nir) and give the mean.',
        answer: plain(0.091874),
        chains: [...CHAIN, [['ndbi']]],
      },
    },
    {
      split: 'test',
      style: 'unanswerable',
      scene: 'sentinel2',
      asked: { question: 'Compute (nir - swir2) / (nir + swir2), mean please.', answer: refusal, chains: [] },
    },
  ],
})
